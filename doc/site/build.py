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

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).resolve().parent

# Place on the site, and file of the repository, in the order of the navigation.
PAGES = {
    "Home": [("index.md", "doc/site/home.md")],
    "Begin": [("installing.md", "doc/installing.md"), ("tutorial.md", "doc/tutorial.md"), ("tour.md", "doc/tour.md"),
              ("cheat_sheet.md", "doc/site/cheat_sheet.md"),
              ("debugging.md", "doc/debugging.md"), ("compiler_messages.md", "doc/compiler_messages.md")],
    "Recipes": [("simulation.md", "doc/simulation.md"), *((f"recipes/{name}.md", f"doc/recipes/{name}.md") for name in (
        "finite_elements", "fitting", "numerics", "training", "files", "embedding", "devices"))],
    "Coming from": [(f"from/{guide.file}.md", None) for guide in guides.GUIDES],
    "Reference": [("reference/index.md", "doc/reference.md"), ("names.md", "examples/names.md")],
    "Speed": [("speed.md", "doc/speed.md"), ("measurements.md", "bench/README.md"),
              ("all_measurements.md", "bench/results/peers.md"), ("peaks.md", "bench/results/peaks.md"),
              ("threads.md", "doc/threads.md"), ("allocation.md", "doc/allocation.md")],
    "Inside": [("architecture.md", "doc/architecture.md"), ("contributing.md", "doc/contributing.md"),
               ("platforms.md", "doc/platforms.md"), ("readme.md", "README.md"), ("changes.md", "CHANGELOG.md"),
               ("data.md", "examples/data/README.md")],
}
SHOWN = {".cpp": "cpp", ".hpp": "cpp", ".h": "cpp", ".py": "python", ".txt": "cmake", ".cmake": "cmake",
         ".json": "json", ".expected": "text", ".md": "markdown"}
LINK = re.compile(r"(!?\[[^\]\n]*\]\()([^)\s]+)(\))")
CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.MULTILINE | re.DOTALL)


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
        file.write_text(boost + self.with_links(text, folder, place))

    def with_links(self, text, folder, place):
        """text with its links as the site has them; what stands in code is left alone."""
        def outside(words):  # Python-Markdown knows no \\<
            return LINK.sub(lambda m: m[1] + self.target(m[2], folder, place) + m[3], words.replace("\\<", "&lt;"))
        parts, begin = [], 0
        for code in CODE.finditer(text):
            parts += [outside(text[begin:code.start()]), code[0]]
            begin = code.end()
        return "".join(parts) + outside(text[begin:])

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
    tag_names(out / "site/search")


def tag_names(folder):
    """A search for a name leads to its entry first: in the index the entry has its names as tags, which count most."""
    index = json.loads((folder / "search_index.json").read_text())
    for place in index["docs"]:
        names = re.sub(r"<[^>]*>| \(member\)", "", place["title"]).split(", ")
        named = all(re.fullmatch(r"[A-Za-z_][\w:]*", name) for name in names)
        if named and re.match("reference/.*#", place["location"]):
            place["tags"] = [name.rpartition("::")[2] for name in names]
            # The page asks for what begins with the text: the shorter of two names is meant.
            place["boost"] = 1000 / min(map(len, place["tags"])) ** 3
    (folder / "search_index.json").write_text(json.dumps(index))
    (folder / "search_index.js").write_text(f"var __index = {json.dumps(index)}")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve())
