"""Headers, sources and functions stay short: one idea each, and lines that fit beside each other on a screen.

A function is counted from its signature, without template parameters and constraints, to its closing brace. A body in
it, of a lambda or a SUBCASE, counts as part of it; of what a program or procedure of Fortran contains, each procedure
counts alone. Tests, benchmarks and examples have the limit of functions alone.
"""

import re

from checks import headers, main
from declarations import behind_bracket, behind_template, without_comments

LINES = 400
COLUMNS = 121
FUNCTION = 46
SOURCES = (".cpp", ".hpp", ".c", ".h", ".f90")
FOREIGN = "pocketfft"  # a folder of files that others wrote
FOLDERS = ("include", "src", "test", "bench", "examples")
SCOPE = re.compile(r"(?:inline )?namespace\b|extern\s*$|(?:[\w:]+ |\[\[.*?\]\] )*(?:class|struct|union|enum)\b")
PROCEDURE = re.compile(r"\s*(?:(?!end\b)[\w()*, ]+ )?(?:subroutine|function|program)\s+(\w+)", re.IGNORECASE)
PROCEDURE_END = re.compile(r"\s*end(?:\s*(?:subroutine|function|program)\b|\s*$)", re.IGNORECASE)
CONTAINS = re.compile(r"\s*contains\b", re.IGNORECASE)
ACCESS = re.compile(r"\s*(?:(?:public|protected|private):\s*)*")
# Tables, a row a line, and programs whose parts are shown or watched as one.
WHOLE = ("examples/reference/", "examples/mlp.cpp", "test/debug/objects.cpp", "test/grad/functions.hpp",
         "test/sparse/scipy_npz.hpp", "test/structure/discarded.cpp", "examples/c/string.c", "examples/fortran/string.f90")


def check(root):
    problems = []
    for path in headers(root) + sources_of(root / "src"):
        name = path.relative_to(root)
        lines = path.read_text().splitlines()
        if len(lines) >= LINES:
            problems.append(f"{name}: {len(lines)} lines, should be below {LINES}")
        problems += [f"{name}:{number}: {len(line)} columns, should be below {COLUMNS}"
                     for number, line in enumerate(lines, 1) if len(line) >= COLUMNS]
    for path in [path for folder in FOLDERS for path in sources_of(root / folder)]:
        name = path.relative_to(root).as_posix()
        read = procedures if path.suffix == ".f90" else functions
        for line, count, function in read(path.read_text()):
            if count >= FUNCTION and not name.startswith(WHOLE):
                problems.append(f"{name}:{line}: {function} has {count} lines, should be below {FUNCTION}")
    return problems


def sources_of(folder):
    """Without what others wrote, and what a test of a package built beside its sources."""
    return sorted(path for path in folder.rglob("*")
                  if path.suffix in SOURCES and not {FOREIGN, "build"}.intersection(path.relative_to(folder).parts))


def procedures(source):
    """As functions(source), for Fortran."""
    opened = []
    for number, line in enumerate(source.splitlines(), 1):
        code = line.partition("!")[0]
        if opened and CONTAINS.match(code):
            opened[-1]["count"] = number - opened[-1]["line"]
        elif opened and PROCEDURE_END.match(code):
            closed = opened.pop()
            yield closed["line"], closed.get("count", number - closed["line"] + 1), closed["name"]
        elif head := PROCEDURE.match(code):
            opened.append({"line": number, "name": head[1]})


def functions(source):
    """(line, number of lines, name) of each function that stands in no other."""
    # Two branches of a condition may each open a body that one brace behind both closes: the second one is left out.
    lines = re.sub(r"^[ \t]*#el(?:se|if)\b.*?^[ \t]*#endif", blank, source, flags=re.DOTALL | re.MULTILINE)
    yield from functions_between(without_comments(lines), 0, source)


def blank(match):
    return re.sub(r"[^\n]", " ", match[0])


def functions_between(text, place, source):
    head = place
    while place < len(text) and text[place] != "}":
        if text[place] == ";":
            head = place + 1
        elif text[place] in "([":
            place = behind_bracket(text, place) - 1
        elif text[place] == "{":
            head = behind_template(text, ACCESS.match(text, head).end())
            said, behind = text[head:place], behind_bracket(text, place)
            if SCOPE.match(said):
                yield from functions_between(text, place + 1, source)
                head = behind
            elif is_body(said, text[behind:behind + 80].lstrip()[:1]):
                name = re.search(r'(?<=\()"[^"\n]*"|[^\s(]*(?=\((?!"))|$', source[head:behind])[0]
                yield text.count("\n", 0, head) + 1, text.count("\n", head, behind) + 1, name
                head = behind
            place = behind - 1
        place += 1


def is_body(said, follows):
    """Whether what is opened there is a body: no requirement, no member that is initialised, no value."""
    if follows in (",", "{", ")") or re.search(r"\brequires\s*(?:\([^()]*\)\s*)?$", said):
        return False
    if "=" in re.sub(r"operator\W+", "", said).split("(")[0] or follows == ";":
        return "= [" in said
    return "(" in said


def longer_by(count):
    return "  f();\n" * (FUNCTION - 2 + count)


def statements(count):
    return "  call f\n" * (FUNCTION - 2 + count)


A, B, T = "include/weft/ops/a.hpp", "src/ops/b.cpp", "test/ops/a.cpp"
C, F, P = "src/ops/c.c", "src/ops/f.f90", "test/ops/p.f90"
GOOD = {path: "\n" * (LINES - 2) + "x" * (COLUMNS - 1) + "\n" for path in (A, B, C, F)} | {
    "src/fft/pocketfft/h.h": "\n" * LINES,
    P: "program p\n" + statements(0) + "contains\n  subroutine s ! end subroutine\n" + statements(-1)
    + "  end subroutine\n  pure integer function g(x)\n" + statements(-1) + "  end function g\nend program\n",
    T: "namespace {\nstruct a {\n  a() : b{1} {\n" + longer_by(-1) + "  }\npublic:\n  int g() const { return 1; }\n};\n}\n"
    + f"int values[] = {{\n{longer_by(3)}}};\n" + "template <class T>\nrequires requires(T x) {\n" + longer_by(3)
    + "}\nvoid f(T) {\n" + longer_by(-1) + "}\n"}
BAD = [({path: "\n" * LINES}, f"{path}: {LINES} lines") for path in (A, B, C, F)] + [
    ({path: "\n" + "x" * COLUMNS}, f"{path}:2: {COLUMNS} columns") for path in (A, B, C, F)] + [
    ({B: "namespace a {\nstatic int f(int x) {\n" + longer_by(0) + "}\n}\n"}, f"{B}:2: f has {FUNCTION} lines"),
    ({T: 'TEST_CASE("sums") {\n  SUBCASE("a") {\n' + longer_by(-2) + "  }\n}\n"}, f'{T}:1: "sums" has {FUNCTION} lines'),
    ({T: "class a {\npublic:\n  a(int x)\n      : b{1}, c(x) {\n" + longer_by(0) + "  }\n};\n"}, f"{T}:3: a has 47 lines"),
    ({T: "auto f = [](int x) {\n" + longer_by(0) + "};\n"}, f"{T}:1: "),
    ({A: "template <class T>\nrequires (sizeof(T) > 1)\nT f()\n{\n" + longer_by(0) + "}\n"}, f"{A}:3: f has 47"),
    ({C: "static int f(int x) {\n" + longer_by(0) + "}\n"}, f"{C}:1: f has {FUNCTION} lines"),
    ({P: "program p\n" + statements(0) + "end program\n"}, f"{P}:1: p has {FUNCTION} lines"),
    ({P: "Program p\n" + statements(1) + "contains\nend\n"}, f"{P}:1: p has {FUNCTION} lines"),
    ({P: "module m\ncontains\n  type(t) function g(x)\n" + statements(0) + "  END FUNCTION\nend module\n"},
     f"{P}:3: g has {FUNCTION} lines"),
    ({P: "program p\ncontains\n  subroutine s\n" + statements(0) + "  end subroutine\nend program\n"},
     f"{P}:3: s has {FUNCTION} lines"),
    ({B: "#if A\nint f() {\n#else\nint f(int x) {\n#endif\n" + longer_by(0) + "}\n"}, f"{B}:2: f has "),
]

if __name__ == "__main__":
    main(check, GOOD, BAD)
