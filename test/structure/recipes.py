"""The recipes of doc/architecture.md say how many lines each thing takes, counted here.

"**a reduction**, 6 lines (`ops/a.hpp`: `reducer::b` 4; `ops/c.hpp`: `b` 2)" counts the declarations of weft::reducer::b
and weft::b, each with the comment above it; of several with one name the first. "**an instruction set**, about 30 lines
(`avx512`)" counts the lines of include and src that have the word, without the files that are named after it; a quarter
more or less is about as many. Each examples/own_*.cpp is shown, and is shorter than 60 lines, marks of
regions apart.
"""

import re

from checks import main
from declarations import declarations, name_of, without_comments

RECIPE = re.compile(r"^- \*\*(.+?)\*\*, (about )?(\d+) lines \((.*?)\)", re.MULTILINE)
FILE = re.compile(r"`([\w/.]+\.hpp)`: ((?:`[\w:]+` \d+(?:, )?)+)")
PART = re.compile(r"`([\w:]+)` (\d+)")
LONGEST_EXAMPLE = 60


def check(root):
    text = (root / "doc/architecture.md").read_text()
    problems = [] if RECIPE.search(text) else ["doc/architecture.md: there is no recipe with a number of lines"]
    for what, about, lines, parts in RECIPE.findall(text):
        if about:
            counted = lines_with(root, parts.strip("`"))
            right = abs(counted - int(lines)) <= int(lines) // 4
        else:
            named = [(path, name, int(n)) for path, names in FILE.findall(parts) for name, n in PART.findall(names)]
            problems += [f"doc/architecture.md: {what}: {name} has {lines_of(root / 'include/weft' / path, name)} lines, "
                         f"not {n}" for path, name, n in named if lines_of(root / "include/weft" / path, name) != n]
            counted = sum(n for _, _, n in named)
            right = counted == int(lines)
        if not right:
            problems.append(f"doc/architecture.md: {what}: {counted} lines, not {lines}")
    for path in sorted((root / "examples").glob("own_*.cpp")):
        length = sum(not re.match(r"\s*// \[[\w ]+\]$", line) for line in path.read_text().splitlines())
        if length >= LONGEST_EXAMPLE:
            problems.append(f"examples/{path.name}: {length} lines, should be below {LONGEST_EXAMPLE}")
        if f"(../examples/{path.name})" not in text:
            problems.append(f"doc/architecture.md: examples/{path.name} is not shown")
    return problems


def lines_of(path, name):
    """Those of the declaration of weft::name and of the comment above it; 0 where there is none."""
    source = path.read_text() if path.is_file() else ""
    text = without_comments(source)
    for space, place, head, _, end in declarations(text, 0, len(text.rstrip())):
        if f"{space}::{name_of(head)}" == f"weft::{name}":
            first = text.count("\n", 0, place)
            lines = source.splitlines()
            while lines[first - 1].startswith("///"):
                first -= 1
            return text.count("\n", 0, end) - first + 1
    return 0


def lines_with(root, word):
    return sum(word in line.lower() for folder in ("include", "src") for path in sorted((root / folder).rglob("*.[ch]pp"))
               if word not in path.name for line in path.read_text().splitlines())


DOC = "doc/architecture.md"
A = "include/weft/ops/a.hpp"
EXAMPLE = "examples/own_b.cpp"
GOOD = {
    DOC: "- **a reduction**, 7 lines (`ops/a.hpp`: `op::b` 4, `b` 3): in all; [own_b.cpp](../examples/own_b.cpp)\n"
         "- **a set**, about 4 lines (`avx512`): nothing\n- **an element type**: nothing\n",
    A: "namespace weft::op {\n\nstruct b {\n  // comment\n  int n;\n};\n}\nnamespace weft {\n/// What it is.\n"
       "template <class T>\nauto b(T) { return op::b{}; }\nauto b();\n}\n",
    "src/run/isa.cpp": "avx512\n\nAVX512\nhas_avx512()\n",
    "src/machine/avx512.hpp": "avx512\n" * 9,
    EXAMPLE: "\n" * (LONGEST_EXAMPLE - 1),
}
BAD = [
    ({DOC: GOOD[DOC].replace("b` 4", "b` 5")}, "a reduction: op::b has 4 lines, not 5"),
    ({DOC: GOOD[DOC].replace("7 lines", "8 lines")}, "a reduction: 7 lines, not 8"),
    ({A: GOOD[A].replace("/// What", "///\n/// What")}, "a reduction: b has 4 lines, not 3"),
    ({A: GOOD[A].replace("struct b", "struct c")}, "a reduction: op::b has 0 lines"),
    ({"src/run/isa.cpp": "avx512\n" * 6}, "a set: 6 lines, not 4"),
    ({"src/run/isa.cpp": "avx512\n" * 2}, "a set: 2 lines, not 4"),
    ({EXAMPLE: "\n" * LONGEST_EXAMPLE}, "own_b.cpp: 60 lines"),
    ({"examples/own_c.cpp": ""}, "examples/own_c.cpp is not shown"),
    ({DOC: "[own_b.cpp](../examples/own_b.cpp)\n"}, "there is no recipe"),
]

if __name__ == "__main__":
    main(check, GOOD, BAD)
