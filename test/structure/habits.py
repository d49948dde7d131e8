"""The table of habits in examples/names.md shows only code that ran: each row is a test case of that name in
test/names/habits.cpp, in the same order, and each piece of code in its column weft stands there, word for word, in what
is compiled: comments and texts do not count.
"""

import re

from checks import main

SHEET = "examples/names.md"
TESTS = "test/names/habits.cpp"


def check(root):
    problems = []
    wanted = {}
    for number, cells in table((root / SHEET).read_text()):
        where = f"{SHEET}:{number}"
        if len(cells) != 4:
            problems.append(f"{where}: {len(cells)} cells, should be 4")
            continue
        code = re.findall(r"`([^`]+)`", cells[2])
        if not code:
            problems.append(f"{where}: no code in the column weft")
        if cells[0] in wanted:
            problems.append(f"{where}: {cells[0]} stands there twice")
        wanted[cells[0]] = (where, code)
    if not wanted:
        problems.append(f"{SHEET}: no table of habits")
    tests = test_cases((root / TESTS).read_text())
    for habit, (where, code) in wanted.items():
        if habit not in tests:
            problems.append(f"{where}: {TESTS} has no test case `{habit}`")
        problems += [f"{where}: the test case has no `{piece}`" for piece in code
                     if plain(piece) not in tests.get(habit, plain(piece))]
    problems += [f"{TESTS}: `{name}` is no habit in {SHEET}" for name in tests if name not in wanted]
    if not problems and list(wanted) != list(tests):
        problems.append(f"{TESTS}: the order is not that of {SHEET}")
    return problems


def table(text):
    """(line, cells) of the rows of the table whose first heading is habit."""
    inside = False
    for number, line in enumerate(text.splitlines(), 1):
        cells = [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)][1:-1]
        if not cells:
            inside = False
        elif cells[0] == "habit":
            inside = True
        elif inside and not re.match(r"-+$", cells[0]):
            yield number, cells


def test_cases(source):
    """name: code, without comments and texts, of each test case."""
    found = {}
    for part in re.split(r"^TEST_CASE\(", source, flags=re.MULTILINE)[1:]:
        name, body = re.match(r'"([^"]*)"\)(.*)', part, re.DOTALL).groups()
        body = re.sub(r"//[^\n]*|/\*.*?\*/", "", body, flags=re.DOTALL)
        found[name] = plain(re.sub(r'"(?:\\.|[^"\\])*"', '""', body))
    return found


def plain(code):
    return " ".join(code.split())


GOOD = {
    SHEET: "| weft | NumPy |\n|---|---|\n| `g(1)` | |\n\n| habit | elsewhere | weft | beware |\n|---|---|---|---|\n"
    "| one | `f[1]` | `f(1)`, `f(2) \\| 3` | no |\n| two | | `g(2,  3)` | |\n",
    TESTS: 'int h();\nTEST_CASE("one") {\n  CHECK(f(1) == 2); // f(4)\n  f(2) | 3;\n}\n'
    'TEST_CASE("two") {\n  g(2,\n    3);\n  CHECK(x == "f(5)");\n}\n',
}


def changed(path, before, after):
    assert before in GOOD[path]
    return {path: GOOD[path].replace(before, after)}


BAD = [
    (changed(SHEET, "`f(1)`", "`f(3)`"), "names.md:7: the test case has no `f(3)`"),
    (changed(SHEET, "`f(1)`", "`f(4)`"), "names.md:7: the test case has no `f(4)`"),
    (changed(SHEET, "`g(2,  3)`", "`f(5)`"), "names.md:8: the test case has no `f(5)`"),
    (changed(SHEET, "`g(2,  3)`", "`f(1)`"), "names.md:8: the test case has no `f(1)`"),
    (changed(SHEET, "`g(2,  3)`", "none"), "names.md:8: no code"),
    (changed(SHEET, "| two |", "| three |"), "names.md:8: test/names/habits.cpp has no test case `three`"),
    (changed(SHEET, "| two |", "| one |"), "names.md:8: one stands there twice"),
    (changed(SHEET, "| no |", "| n | o |"), "names.md:7: 5 cells"),
    (changed(SHEET, "| habit |", "| custom |"), "no table of habits"),
    (changed(TESTS, '"two"', '"too"'), "`too` is no habit"),
    ({TESTS: GOOD[TESTS].replace('"one"', '"?"').replace('"two"', '"one"').replace('"?"', '"two"')}, "names.md:7: the test"),
    ({SHEET: GOOD[SHEET].replace("| one | `f[1]` | `f(1)`, `f(2) \\| 3` | no |\n| two | | `g(2,  3)` | |",
                                 "| two | | `g(2,  3)` | |\n| one | `f[1]` | `f(1)`, `f(2) \\| 3` | no |")}, "the order"),
]

if __name__ == "__main__":
    main(check, GOOD, BAD)
