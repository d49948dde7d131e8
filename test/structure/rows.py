"""test/sources/rows.md says of each row that weft is to hold where it is shown, and says the truth.

The rows are those of RANGES, each once and in that order. The column where lists `path`, or `path`: `name of a test
case`, or `waits for issue N`; at least one of these. A path is that of a file or folder of the repository, and a test
case stands in that file. A row that does not hold says `does not hold: ...`, which is a problem until it does.

The name of each test case in test/sources begins with the rows that it holds; the table names it, without them, for
these rows and for no others.
"""

import re

from checks import main

TABLE = "test/sources/rows.md"
RANGES = {"A": 23, "B": 34, "C": 20, "D": 27, "E": 123, "M": 10}
ROW = re.compile(r"[A-EM]\d\d+")
CASE = re.compile(r'^TEST_CASE(?:_TEMPLATE)?\(\s*"((?:[^"\\]|\\.)*)"', re.MULTILINE)
PLACE = re.compile(r"`([^`]+)`(?:: `([^`]+)`)?|waits for issue \d+")


def check(root):
    problems, shown, order = [], {}, []
    for number, cells in table((root / TABLE).read_text()):
        where = f"{TABLE}:{number}"
        if len(cells) != 3 or not cells[1]:
            problems.append(f"{where}: should be a row, what it asks, and where it is shown")
            continue
        row, _, places = cells
        order.append(row)
        if "does not hold" in places:
            problems.append(f"{where}: {row} {places}")
        elif not re.fullmatch(rf"(?:{PLACE.pattern})(?:; (?:{PLACE.pattern}))*", places):
            problems.append(f"{where}: {row}: `{places}` is no list of `path`: `test case`, or issues")
        else:
            shown[row] = [(where, *found) for found in PLACE.findall(places) if found[0]]
    wanted = [f"{letter}{number:02}" for letter, last in RANGES.items() for number in range(1, last + 1)]
    problems += [f"{TABLE}: {row} is missing" for row in wanted if row not in order]
    problems += [f"{TABLE}: there is no row {row}" for row in order if row not in wanted]
    problems += [f"{TABLE}: {row} stands there twice" for row in sorted(set(order)) if order.count(row) > 1]
    if not problems and order != wanted:
        problems.append(f"{TABLE}: the rows are not in order")
    return problems + missing_places(root, shown) + test_cases_apart(root, shown)


def table(text):
    for number, line in enumerate(text.splitlines(), 1):
        cells = [cell.strip() for cell in line.split("|")][1:-1]
        if cells and cells[0] != "ID" and not re.fullmatch("-+", cells[0]):
            yield number, cells


def missing_places(root, shown):
    """What is named and is not there. A test case of test/sources is named without its rows."""
    problems = []
    for row, places in shown.items():
        for where, path, name in places:
            if not (root / path).exists():
                problems.append(f"{where}: there is no {path}")
            elif name and name not in [rest if of_sources(path) else whole for whole, rest, _ in cases_in(root / path)]:
                problems.append(f"{where}: {path} has no test case `{name}`")
            elif not name and of_sources(path):
                problems.append(f"{where}: name the test case of {path}")
    return problems


def test_cases_apart(root, shown):
    """Test cases of test/sources and the table that say different things about a row."""
    problems = []
    named = {(path, name, row) for row, places in shown.items() for _, path, name in places if of_sources(path)}
    held = set()
    for file in sorted((root / TABLE).parent.glob("*.cpp")):
        path = str(file.relative_to(root))
        names = [rest for _, rest, _ in cases_in(file)]
        problems += [f"{path}: two test cases are `{name}`" for name in sorted(set(names)) if names.count(name) > 1]
        for whole, rest, rows in cases_in(file):
            if not rows:
                problems.append(f"{path}: `{whole}` does not begin with the rows that it holds")
            held |= {(path, rest, row) for row in rows}
    known = {(path, name) for path, name, _ in held}
    problems += [f"{TABLE}: {row}: {path}: `{name}` is not named" for path, name, row in sorted(held - named)]
    problems += [f"{TABLE}: {row}: {path}: `{name}` does not say that it holds it"
                 for path, name, row in sorted(named - held) if (path, name) in known]
    return problems


def of_sources(path):
    return path.startswith("test/sources/") and path.endswith(".cpp")


def cases_in(file):
    """(name, what follows its rows, rows) of each test case."""
    for name in CASE.findall(file.read_text()) if file.is_file() else []:
        rows, colon, rest = name.partition(": ")
        if colon and all(ROW.fullmatch(row) for row in rows.split()):
            yield name, rest, rows.split()
        else:
            yield name, name, []


SOURCES = "test/sources/a.cpp"
OTHER = "test/other/b.cpp"
ISSUE = "waits for issue 7"


def made(**changes):
    """A table in which most rows wait."""
    rows = {f"{letter}{number:02}": ISSUE for letter, last in RANGES.items() for number in range(1, last + 1)}
    rows |= {"A01": f"`{SOURCES}`: `one; a view`", "A02": f"`{SOURCES}`: `one; a view`; `{OTHER}`: `b: c`",
             "E100": f"`{SOURCES}`: `two`; `test/other`; {ISSUE}"} | changes
    return "# Rows\n\n| ID | what | where |\n|---|---|---|\n" + "".join(
        f"| {row} | something | {where} |\n" for row, where in rows.items() if where)


GOOD = {
    TABLE: made(),
    SOURCES: 'TEST_CASE("A01 A02: one; a view") {\n}\nTEST_CASE_TEMPLATE(\n    "E100: two", T, int) {\n}\n',
    OTHER: 'TEST_CASE("b: c") {\n}\n',
}
BAD = [
    ({TABLE: made(B34=None)}, "B34 is missing"),
    ({TABLE: made(B35=ISSUE)}, "there is no row B35"),
    ({TABLE: made() + f"| A03 | something | {ISSUE} |\n"}, "A03 stands there twice"),
    ({TABLE: made(A03=None).replace("| A04", f"| A05 | x | {ISSUE} |\n| A03 | x | {ISSUE} |\n| A04", 1)
      .replace(f"| A05 | something | {ISSUE} |\n", "")}, "not in order"),
    ({TABLE: made(A03="later")}, "A03: `later` is no list"),
    ({TABLE: made(A03=f"`{OTHER}` {ISSUE}")}, "is no list"),
    ({TABLE: made(A03="does not hold: f() throws")}, "A03 does not hold: f() throws"),
    ({TABLE: made().replace("| something ", "| ", 1)}, "should be a row"),
    ({TABLE: made(A03="`test/none.cpp`")}, "there is no test/none.cpp"),
    ({TABLE: made(A03=f"`{OTHER}`: `c`")}, "b.cpp has no test case `c`"),
    ({TABLE: made(A01=f"`{SOURCES}`: `three`")}, "a.cpp has no test case `three`"),
    ({TABLE: made(A01=f"`{SOURCES}`")}, "name the test case of test/sources/a.cpp"),
    ({TABLE: made(A01=ISSUE)}, "A01: test/sources/a.cpp: `one; a view` is not named"),
    ({TABLE: made(A03=f"`{SOURCES}`: `two`")}, "A03: test/sources/a.cpp: `two` does not say that it holds it"),
    ({SOURCES: GOOD[SOURCES] + 'TEST_CASE("three") {\n}\n'}, "`three` does not begin with the rows"),
    ({SOURCES: GOOD[SOURCES] + 'TEST_CASE("A03: two") {\n}\n'}, "two test cases are `two`"),
    ({SOURCES: GOOD[SOURCES].replace("A01 A02", "A01")}, "A02: test/sources/a.cpp: `one; a view` does not say"),
]

if __name__ == "__main__":
    main(check, GOOD, BAD)
