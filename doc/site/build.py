"""Builds the documentation site from the pages of doc/, the names, the examples and the measurements.

    python3 doc/site/build.py OUT      writes OUT/pages (what MkDocs reads) and OUT/site (HTML that needs no server)

MkDocs Material of the Python that runs this is used; doc/site/requirements.txt has its version. Nothing is loaded from
the network by a page, and the search works on files, too.

PAGES says where each page comes from. A link to a file that is a page goes to that page. A link to another file of the
repository goes to a page that shows it, in code/. A link to something that is neither is an error.
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys

import guides
from subjects import SUBJECTS

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).resolve().parent

# Place on the site, and file of the repository, in the order of the navigation.
PAGES = {
    "Home": [("index.md", "doc/site/home.md")],
    "Begin": [("installing.md", "doc/installing.md"), ("tutorial.md", "doc/tutorial.md"), ("tour.md", "doc/tour.md"),
              ("cheat_sheet.md", "doc/site/cheat_sheet.md"),
              ("debugging.md", "doc/debugging.md"), ("compiler_messages.md", "doc/compiler_messages.md")],
    "Recipes": [("simulation.md", "doc/simulation.md"), *((f"recipes/{name}.md", f"doc/recipes/{name}.md") for name in (
        "finite_elements", "fitting", "numerics", "training", "files", "embedding", "python", "devices")), ("c_and_fortran.md", "doc/c_and_fortran.md")],
    "Coming from": [(f"from/{guide.file}.md", None) for guide in guides.GUIDES],
    "Reference": [("reference/index.md", "doc/reference.md"), ("names.md", "examples/names.md")],
    "Speed": [("speed.md", "doc/speed.md"), ("measurements.md", "bench/README.md"),
              ("all_measurements.md", "bench/results/peers.md"), ("peaks.md", "bench/results/peaks.md"),
              ("threads.md", "doc/threads.md"), ("allocation.md", "doc/allocation.md")],
    "Inside": [("architecture.md", "doc/architecture.md"), ("contributing.md", "doc/contributing.md"),
               ("platforms.md", "doc/platforms.md"), ("licences.md", "doc/licences.md"), ("readme.md", "README.md"), ("changes.md", "CHANGELOG.md"),
               ("data.md", "examples/data/README.md")],
}
SHOWN = {".cpp": "cpp", ".hpp": "cpp", ".h": "cpp", ".c": "c", ".f90": "fortran", ".py": "python", ".txt": "cmake", ".cmake": "cmake",
         ".json": "json", ".expected": "text", ".md": "markdown"}
# A block of code, a link (its text may be code), code in a line, or a sign that Python-Markdown does not know.
PIECE = re.compile(r"^```.*?^```|(?P<text>!?\[[^\]\n]*\]\()(?P<link>[^)\s]+)\)|`[^`\n]*`|(?P<less>\\<)",
                   re.MULTILINE | re.DOTALL)
# A line of a page in whose place the site has the section of another page: on GitHub it is a link alone.
SECTION = re.compile(r"^<!-- site: (?P<file>\S+)#(?P<heading>[\w-]+) -->\n.*\n", re.MULTILINE)


class Site:
    """Pages by their place, each made once; the files that pages link to are added as they are met."""

    def __init__(self, out):
        self.out = out
        self.places = {source: place for pages in PAGES.values() for place, source in pages if source}
        self.navigation = {title: [place for place, _ in pages] for title, pages in PAGES.items()}
        for path in self.references():
            source = path.relative_to(ROOT).as_posix()
            self.places[source] = f"reference/{path.name}"
            self.navigation["Reference"].append(self.places[source])
        self.written = set()

    @staticmethod
    def references():
        """The pages of the reference in the order of its list."""
        text = (ROOT / "doc/reference.md").read_text()
        return [ROOT / "doc" / name for name in re.findall(r"^- \[[^\]]+\]\((reference/\w+\.md)\)", text, re.MULTILINE)]

    def write(self):
        for source, place in list(self.places.items()):
            self.page(place, (ROOT / source).read_text(), pathlib.PurePosixPath(source).parent)
        for guide in guides.GUIDES:
            self.page(f"from/{guide.file}.md", guides.text_of(guide, ROOT), pathlib.PurePosixPath("doc/site"))
        shutil.copytree(HERE / "assets", self.out / "assets", dirs_exist_ok=True)

    def page(self, place, text, folder):
        file = self.out / place
        file.parent.mkdir(parents=True, exist_ok=True)
        self.written.add(place)
        boost = "---\nsearch: {boost: 4}\n---\n\n" if place.startswith("reference/") else ""
        file.write_text(boost + self.with_sections(text, folder, place))

    def with_sections(self, text, folder, place):
        parts, begin = [], 0
        for line in SECTION.finditer(text):
            source = (ROOT / folder / line["file"]).resolve()
            parts += [self.with_links(text[begin:line.start()], folder, place),
                      self.with_links(section_of(source, line["heading"]), source.parent.relative_to(ROOT), place)]
            begin = line.end()
        return "".join(parts) + self.with_links(text[begin:], folder, place)

    def with_links(self, text, folder, place):
        """text with its links as the site has them; what stands in code is left alone."""
        def piece(match):
            if match["link"]:
                return f"{match['text']}{self.target(match['link'], folder, place)})"
            return "&lt;" if match["less"] else match[0]
        return PIECE.sub(piece, text)

    def target(self, link, folder, place):
        if re.match(r"\w+:|#", link):
            return link
        path, hash_sign, heading = link.partition("#")
        source = (ROOT / folder / path).resolve()
        if not source.is_relative_to(ROOT) or not source.exists():
            raise SystemExit(f"{place}: {link} is no file of the repository")
        return relative(self.place_of(source), place) + hash_sign + heading

    def place_of(self, source):
        name = source.relative_to(ROOT).as_posix()
        if source.is_dir():
            name, source = f"{name}/", self.listed(source)
        if name in self.places:
            return self.places[name]
        if isinstance(source, pathlib.Path) and source.suffix in (".svg", ".png"):
            return self.copied(source, name)
        self.places[name] = f"code/{name.rstrip('/')}.md"
        text = "---\nsearch: {exclude: true}\n---\n\n" + (source if isinstance(source, str) else shown(source, name))
        self.page(self.places[name], text, pathlib.PurePosixPath(name if name.endswith("/") else name).parent)
        return self.places[name]

    def copied(self, source, name):
        self.places[name] = f"pictures/{source.name}"
        (self.out / "pictures").mkdir(parents=True, exist_ok=True)
        shutil.copy(source, self.out / "pictures")
        return self.places[name]

    @staticmethod
    def listed(folder):
        """A page for a folder: its files, each linked."""
        files = sorted(path for path in folder.iterdir() if path.suffix in SHOWN)
        name = folder.relative_to(ROOT).as_posix()
        return f"# {name}\n\n" + "".join(f"- [{path.name}]({folder.name}/{path.name})\n" for path in files)


def shown(source, name):
    language = SHOWN.get(source.suffix, "text")
    if source.suffix == ".md":
        return source.read_text()
    text = "\n".join(line for line in source.read_text().splitlines() if not re.fullmatch(r"\s*// \[[\w ]+\]", line))
    return f"# {name}\n\n```{language}\n{text.rstrip()}\n```\n"


def section_of(source, heading):
    """What stands below a heading of a page, up to the next one that is not below it."""
    text = source.read_text()
    for head in re.finditer(r"^(#+) (.*)$", text, re.MULTILINE):
        if head[2].lower().replace(" ", "-") == heading:
            last = re.compile(rf"^#{{1,{len(head[1])}}} ", re.MULTILINE).search(text, head.end())
            return text[head.end():last.start() if last else len(text)].strip() + "\n"
    raise SystemExit(f"{source.relative_to(ROOT)} has no heading {heading}")


def relative(target, place):
    up = "../" * place.count("/")
    return up + target


def configuration(site):
    lines = (HERE / "mkdocs.yml").read_text().rstrip().splitlines()
    lines.append("nav:")
    for title, places in site.navigation.items():
        lines.append(f"  - {title}:" if len(places) > 1 else f"  - {title}: {places[0]}")
        lines += [f"      - {place}" for place in places] if len(places) > 1 else []
    return "\n".join(lines) + "\n"


def main(out):
    pages = out / "pages"
    shutil.rmtree(out, ignore_errors=True)
    pages.mkdir(parents=True)
    site = Site(pages)
    site.write()
    (out / "mkdocs.yml").write_text(configuration(site))
    subprocess.run([sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--config-file", "mkdocs.yml"],
                   cwd=out, check=True)
    tag_places(out / "site/search")
    for worker in (out / "site/assets/javascripts/workers").glob("search.*.js"):
        worker.write_text((HERE / "query.js").read_text() + worker.read_text())


def tag_places(folder):
    """Tags count most in the search, and are not shown: an entry of the reference has its names, once more as name_x for
    query.js, and a place what readers call its subject."""
    index = json.loads((folder / "search_index.json").read_text())
    left = dict(SUBJECTS)
    for place in index["docs"]:
        names = re.sub(r"<[^>]*>| \(member\)", "", place["title"]).split(", ")
        named = all(re.fullmatch(r"[A-Za-z_][\w:]*", name) for name in names)
        if not (named and re.match("reference/.*#", place["location"])):
            names = []
        phrases = [left.pop(known) for known in (*names, place["location"]) if known in left]
        own = [name.rpartition("::")[2] for name in names]
        if own or phrases:
            place["tags"] = [*own, *(f"name_{name}" for name in own), *phrases]
    if left:
        raise SystemExit(f"doc/site/subjects.py: there are no places {', '.join(left)}")
    (folder / "search_index.json").write_text(json.dumps(index))
    (folder / "search_index.js").write_text(f"var __index = {json.dumps(index)}")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve())
