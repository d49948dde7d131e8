"""doc/reference/array_api.md is what test/numpy/standard.txt and compared.txt say.

    array_api.py ROOT            reports what is missing or not current
    array_api.py ROOT --write    writes the page

standard.txt lists the functions of the Python array API standard, and how weft spells them; compared.txt is what
test/numpy/standard.py notes of a run that compared them with NumPy in both halves. A spelling calls names that
examples/names.md has.
"""

import pathlib
import re
import sys

from checks import main

LIST, NOTES, PAGE, NAMES = ("test/numpy/standard.txt", "test/numpy/compared.txt", "doc/reference/array_api.md",
                            "examples/names.md")
HALVES = ("typed", "any")
OBJECT = "Array object"  # operators and attributes, which are no functions
INTRODUCTION = """# The array API standard

[All names, and how to read the examples](../reference.md).

<!-- Written by test/structure/array_api.py. -->

Each function of the [Python array API standard](https://data-apis.org/array-api/2024.12/), without FFT, as it is
written for typed tensors and for any_tensors. {count} functions; a test compares each with NumPy in both halves
(test/numpy/standard.py). The column "types" says of how many element types, or combinations of them where there are
several operands, the results were compared: of typed tensors, and of any_tensors. The column "operands" says which of
them were of rank 0, empty, broadcast, stepped or reversed. The last column says where weft differs, and why; results
are compared with what NumPy computes in the types that this column says.

`a` and `b` are operands, `x` and `y` vectors, `m` and `n` masks, `i` indices, `k` an axis, `s` a shape, `T` an element
type, `t` a dtype, `p` a pointer. Axes count from 0.
"""


def groups(text):
    """{title: [[function, typed, any_tensor, difference]]}"""
    found, rows = {}, None
    for line in text.splitlines():
        if line.startswith("["):
            rows = found.setdefault(line.strip("[]"), [])
        elif line and not line.startswith("#"):
            cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)]
            rows.append(cells + [""] * (4 - len(cells)))
    return found


def notes(text):
    """{(function, half): (number of combinations of types, kinds of operands)}"""
    found = {}
    for line in text.splitlines():
        name, half, count, _, operands = line.split(" ")
        found[name, half] = (count, operands)
    return found


def page(root):
    listed, compared = groups((root / LIST).read_text()), notes((root / NOTES).read_text())
    problems = []
    out = [INTRODUCTION.format(count=sum(len(rows) for title, rows in listed.items() if title != OBJECT))]
    for title, rows in listed.items():
        out += [f"## {title}", "", "| function | typed | any_tensor | types | operands | differences |",
                "|---|---|---|---|---|---|"]
        for name, typed, untyped, difference in rows:
            found = [compared.get((name.removeprefix("linalg."), half)) for half in HALVES]
            if None in found:
                problems.append(f"{LIST}: {name} was not compared in both halves")
                continue
            types, operands = f"{found[0][0]}, {found[1][0]}", "" if found[1][1] == "-" else found[1][1]
            out.append(f"| `{name}` | {typed} | {untyped} | {types} | {operands.replace(',', ', ')} | {difference} |")
        out.append("")
    return re.sub(r" +\|", " |", "\n".join(out)), problems


def check(root):
    text, problems = page(root)
    names = (root / NAMES).read_text()
    for rows in groups((root / LIST).read_text()).values():
        for name, *cells in rows:
            called = {called for cell in cells for code in re.findall(r"`([^`]+)`", cell)
                      for called in re.findall(r"([a-z_][\w:]*)(?:<[^()]*>)?\(", code)}
            problems += [f"{LIST}: {name}: examples/names.md has no {one}" for one in sorted(called)
                         if not re.search(rf"(?<![\w:.]){one}\b", names)]
    if not (root / PAGE).exists() or (root / PAGE).read_text() != text:
        problems.append(f"{PAGE}: not current: python3 test/structure/array_api.py . --write")
    return problems


GOOD = {LIST: "# Of a version.\n\n[Sums]\nsum | `sum(a)` | the same | by 64 bits\n",
        NOTES: "sum typed 2 df 0-d\nsum any 3 dfi 0-d\n", NAMES: "| `sum(a)` |\n"}


if __name__ == "__main__":
    if "--write" in sys.argv:
        root = pathlib.Path(sys.argv[1])
        written, wrong = page(root)
        (root / PAGE).write_text(written)
        sys.exit("\n".join(wrong) or None)
    row = "| `sum` | `sum(a)` | the same | 2, 3 | 0-d | by 64 bits |"
    head = "## Sums\n\n| function | typed | any_tensor | types | operands | differences |\n|---|---|---|---|---|---|\n"
    good = {**GOOD, PAGE: INTRODUCTION.format(count=1) + f"\n{head}{row}\n"}
    main(check, good, [
        ({PAGE: "# Another page\n"}, "not current"),
        ({NOTES: "sum typed 1 d 0-d\nsum any 3 dfi 0-d\n"}, "not current"),
        ({NOTES: "sum typed 2 df 0-d\n"}, "sum was not compared in both halves"),
        ({LIST: "[Sums]\nsum | `add_up(a)` | the same |\n"}, "names.md has no add_up"),
    ])
