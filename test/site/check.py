"""Reads the documentation site in a browser, as a person would.

    python3 test/site/check.py SITE [--pictures FOLDER]

Each link leads to a page and to a place on it. Each picture loads. No page is wider than a phone. The search finds the
entry of each public name among its first results, and the places of some questions that are no names. Text has the contrast that WCAG 2 AA asks for, in light and in dark
colours, and the search is reached by the keyboard. --pictures keeps what some pages look like.
"""

import argparse
import pathlib
import re
import shutil
import sys
import time
import urllib.parse

from axe_selenium_python import Axe
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

PHONE = (390, 844)
DESK = (1280, 1000)
LOOKED_AT = ["index", "tutorial", "cheat_sheet", "from/numpy", "reference/products", "reference/decompositions",
             "reference/fourier_transforms", "reference/numerics", "reference/geometry", "reference/hdf5",
             "speed", "recipes/fitting", "installing", "debugging"]
RULES = ["color-contrast", "image-alt", "link-name", "button-name"]
# A question in a reader's words: the name, or the place, that is among the first results that a reader sees.
QUESTIONS = {
    "inverse of a matrix": "linalg::inv",
    "how to invert a matrix": "linalg::inv",
    "moving average": "sliding_window",
    "reading CSV": "load_csv",
    "read a csv file": "load_csv",
    "solving sparse systems": "reference/sparse_matrices.html",
    "broadcasting rule": "tutorial.html#views-and-broadcasting",
    "random normal numbers": "random_normal",
    "normally distributed random": "random_normal",
    "periodic boundary": "field::fill_ghosts",
    "gradient of a loss": "grad::gradients",
    "derivative of a function": "grad::gradients",
    "threads off": "set_num_threads",
    "use only one thread": "set_num_threads",
    "eigenvalues of a symmetric matrix": "linalg::eigh",
    "eigenvectors": "linalg::eigh",
    "singular value decomposition": "linalg::svd",
    "least squares": "linalg::lstsq",
    "solve linear equations": "linalg::solve",
    "fourier transform": "fft::fft",
    "standard deviation": "stddev",
    "interpolate between points": "numerics::interp",
    "integral of a function": "numerics::integrate",
    "find zero of function": "numerics::find_root",
    "select rows with a mask": "compress",
    "wrap an existing pointer": "borrow",
    "matrix multiplication": "matmul",
    "installing with cmake": "installing.html",
    "compile error": "compiler_messages.html",
    "fit a curve": "grad::least_squares",
    "write hdf5": "hdf5::save",
    "gpu": "recipes/devices.html",
}
SEEN_PAGES, SEEN_PLACES = 3, 2  # results on the first screen
PATIENCE = 1200  # seconds for one answer of the browser, on a machine that does much else
FIRST = 5  # pages among the results of a search, of which the entry of the name must be on one


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("site", type=pathlib.Path)
    arguments.add_argument("--pictures", type=pathlib.Path)
    arguments = arguments.parse_args()
    site = arguments.site.resolve()
    pages = sorted(path for path in site.rglob("*.html") if path.name != "404.html")
    browser = open_browser()
    try:
        problems = [*broken_links(site, pages), *badly_shown(browser, site, pages), *not_found(browser, site),
                    *unreadable(browser, site)]
        if arguments.pictures:
            draw(browser, site, arguments.pictures)
    finally:
        browser.quit()
    print(*(f"problem: {problem}" for problem in problems), sep="\n")
    print(f"{len(pages)} pages, {len(problems)} problems")
    return 1 if problems or not pages else 0


def open_browser():
    options = webdriver.ChromeOptions()
    for option in ("--headless=new", "--no-sandbox", "--hide-scrollbars", "--allow-file-access-from-files"):
        options.add_argument(option)
    options.binary_location = shutil.which("chromium")
    browser = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
    browser.command_executor.client_config.timeout = PATIENCE
    browser.set_script_timeout(PATIENCE)
    return browser


def broken_links(site, pages):
    places = {page: set(re.findall(r'\b(?:id|name)="([^"]+)"', page.read_text())) for page in pages}
    for page in pages:
        for link in re.findall(r'<a\b[^>]*?\bhref="([^"]*)"', page.read_text()):
            path, _, place = urllib.parse.unquote(link.replace("&amp;", "&")).partition("#")
            if re.match(r"\w+:", path):
                continue
            target = (page.parent / path).resolve() if path else page
            if not target.is_file():
                yield f"{page.relative_to(site)}: {link} leads nowhere"
            elif place and place not in places.get(target, {place}):
                yield f"{page.relative_to(site)}: {link}: there is no such place"


def badly_shown(browser, site, pages):
    browser.set_window_size(*PHONE)
    for page in pages:
        browser.get(page.as_uri())
        width = browser.execute_script("return document.documentElement.scrollWidth")
        shown = browser.execute_script("return window.innerWidth")
        if width > shown:
            yield f"{page.relative_to(site)}: {width} wide on a phone of {shown}"
        for picture in browser.execute_script(
                "return [...document.images].filter(i => !i.complete || !i.naturalWidth).map(i => i.src)"):
            yield f"{page.relative_to(site)}: {picture} does not load"


def entries(site):
    """(name, page and place of its entry), as the list of all names has them."""
    text = (site / "reference/index.html").read_text().split('id="all-names"')[1]
    for link, name in re.findall(r'<a href="([^"]+\.html#[^"]+)">([^<]+)</a>', text):
        yield name.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"), f"reference/{link}"


def not_found(browser, site):
    browser.get((site / "index.html").as_uri())
    names = [(name.lstrip(".").rpartition("::")[2], place) for name, place in entries(site)
             if re.search(r"\w{2}", name) and not name.startswith("operator")]
    found = browser.execute_async_script(ASK, [asked for asked, _ in [*names, *QUESTIONS.items()]])
    if not names or not any(found):
        yield f"search: {len(names)} names, and nothing is found"
        return
    for (asked, place), results in zip(names, found):
        if place not in sum(results[:FIRST], []):
            yield f"search: {asked} does not find {place} but {results[:3]}"
    for (asked, name), results in zip(QUESTIONS.items(), found[len(names):]):
        place = dict(entries(site)).get(name, name)
        # Above the places of a page stands the page.
        first = [found for page in results[:SEEN_PAGES] for found in (page[0].partition("#")[0], *page[:SEEN_PLACES])]
        if place not in first:
            yield f"search: {asked} does not find {name} but {first}"


# Asks the worker of the page's own search, as the page does: for each text the places on each page of the results, the
# best first.
ASK = """
const [texts, done] = arguments, config = JSON.parse(document.querySelector("#__config").textContent), found = [];
const index = document.createElement("script");
index.src = "search/search_index.js";
index.onload = () => {
  const worker = new Worker(config.search);
  const ask = () => worker.postMessage({type: 2, data: texts[found.length]});
  worker.addEventListener("message", (event) => {
    if (event.data.type == 3)
      found.push(event.data.data.items.slice(0, 9).map((page) => page.map((item) => item.location)));
    if (found.length == texts.length)
      done(found);
    else
      ask();
  });
  worker.postMessage({type: 0, data: {...__index, options: {suggest: false}}});
};
document.head.append(index);
"""


def colour(browser, scheme):
    """Without the transition of colours, in the midst of which they would be read."""
    browser.execute_script("""
        document.head.append(Object.assign(document.createElement("style"), {textContent: "* {transition: none !important}"}));
        document.body.setAttribute("data-md-color-scheme", arguments[0]);""", scheme)


def unreadable(browser, site):
    browser.set_window_size(*DESK)
    for name in LOOKED_AT:
        browser.get((site / f"{name}.html").as_uri())
        for scheme in ("default", "slate"):
            colour(browser, scheme)
            axe = Axe(browser)
            axe.inject()
            found = axe.run(options={"runOnly": {"type": "rule", "values": RULES}})
            for rule in found["violations"]:
                for node in rule["nodes"][:3]:
                    words = " ".join(node["html"].split())[:90]
                    yield f"{name}.html, {scheme}: {rule['id']}: {words}: {node['any'][0]['message']}"
    browser.get((site / "index.html").as_uri())
    browser.find_element(By.TAG_NAME, "body").send_keys(Keys.TAB)
    if "md-skip" not in (browser.switch_to.active_element.get_attribute("class") or ""):
        yield "index.html: the first stop of the tabulator is not the link to the content"
    browser.find_element(By.TAG_NAME, "body").send_keys("/")
    time.sleep(0.5)
    if browser.switch_to.active_element.get_attribute("data-md-component") != "search-query":
        yield "index.html: / does not lead to the search"


def draw(browser, site, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for size, suffix in ((DESK, "desk"), (PHONE, "phone")):
        browser.set_window_size(*size)
        for name in LOOKED_AT:
            browser.get((site / f"{name}.html").as_uri())
            for scheme, shade in (("default", "light"), ("slate", "dark")):
                colour(browser, scheme)
                browser.save_screenshot(folder / f"{name.replace('/', '_')}_{suffix}_{shade}.png")


if __name__ == "__main__":
    sys.exit(main())
