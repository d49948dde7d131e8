"""The pages "Coming from": words of doc/site/from_*.md, and below them what the tables of examples/names.md say of a
library. Habits are the rows that name it; a function is a row whose cell in the library's column is no dash."""

import collections
import re

Guide = collections.namedtuple("Guide", "file library column")

GUIDES = [Guide("numpy", "NumPy", "NumPy"), Guide("eigen", "Eigen", "Eigen 3.4"), Guide("armadillo", "Armadillo", "Armadillo"),
          Guide("matlab", "MATLAB", None), Guide("fortran", "Blitz++", None)]
SEPARATOR = re.compile(r"\|[-|: ]+\|")


def text_of(guide, root):
    """The page of a guide, in Markdown; links are those of doc/site."""
    words = (root / f"doc/site/from_{guide.file}.md").read_text().rstrip()
    names = (root / "examples/names.md").read_text()
    parts = [words, "## Habits\n", "The whole list, for all libraries, is in [Names](../../examples/names.md#habits).\n"]
    parts.append(table(["habit", "elsewhere", "weft", "beware"], habits(names, guide.library)))
    if guide.column:
        parts.append("## Functions\n")
        for title, rows in functions(names, guide.column):
            parts += [f"### {title}\n", table([guide.library, "weft", "header"], rows)]
    return "\n".join(parts) + "\n"


def table(heads, rows):
    return "\n".join(["| " + " | ".join(cells) + " |" for cells in [heads, ["---"] * len(heads), *rows]]) + "\n"


def habits(names, library):
    section = names.split("\n## Habits\n")[1].split("\n## ")[0]
    return [row for row in map(cells_of, section.splitlines()) if row and library in row[1]]


def functions(names, column):
    """(section, rows of: in the library, in weft, header)."""
    for section in re.split(r"^## ", names, flags=re.MULTILINE)[1:]:
        title, found, place = section.splitlines()[0], [], None
        for cells in map(cells_of, section.splitlines()):
            if cells and "weft" in cells and column in cells:
                place = cells.index("weft"), cells.index(column), cells.index("header")
            elif cells and place and len(cells) > max(place):
                weft, there, header = (cells[k] for k in place)
                if there not in ("-", ""):
                    found.append([there, weft, header])
        if found:
            yield title, found


def cells_of(line):
    """The cells of a line of a table, None of other lines and of the line below the heads. A `\\|` is no border."""
    if not line.startswith("|") or SEPARATOR.fullmatch(line):
        return None
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
