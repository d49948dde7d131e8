"""Headers, sources and functions stay short: one idea each, and lines that fit beside each other on a screen.

A function is counted from its signature, without template parameters and constraints, to its closing brace. A body in
it, of a lambda or a SUBCASE, counts as part of it. Tests, benchmarks and examples have the limit of functions alone.
"""

import re

from checks import headers, main
from declarations import behind_bracket, behind_template, without_comments

LINES = 400
COLUMNS = 121
FUNCTION = 46
FOLDERS = ("include", "src", "test", "bench", "examples")
SCOPE = re.compile(r"(?:inline )?namespace\b|extern\s*$|(?:[\w:]+ |\[\[.*?\]\] )*(?:class|struct|union|enum)\b")
ACCESS = re.compile(r"\s*(?:(?:public|protected|private):\s*)*")
# Tables, a row a line, and programs whose parts are shown or watched as one.
WHOLE = ("examples/reference/", "examples/mlp.cpp", "test/debug/objects.cpp", "test/grad/functions.hpp",
         "test/sparse/scipy_npz.hpp", "test/structure/discarded.cpp")
# Longer ones in folders that are being rewritten. Expires with that work: a row whose function is short fails.
LONGER = {
    ("include/weft/linalg/einsum_text.hpp", "read_einsum"),
    ("include/weft/linalg/least_squares.hpp", "least_squares_of"),
    ("include/weft/linalg/small_eigen.hpp", "small_tridiagonal"),
    ("include/weft/linalg/small_eigen.hpp", "small_tridiagonal_eigen"),
    ("include/weft/linalg/small_eigen.hpp", "small_eigen"),
    ("include/weft/linalg/small_eigen.hpp", "small_svd"),
    ("include/weft/linalg/small_matrix.hpp", "small_qr"),
    ("src/dynamic/program/run.cpp", "program::fill"),
    ('test/dynamic/forms.cpp', 'body'),
    ('test/dynamic/untyped.cpp', '"any_tensor: comparisons are by value, of all pairs of types, at the ends of their ranges"'),
    ('test/dynamic/untyped.cpp', '"any_tensor: functions of all real types; integers in double, float in float, rounding keeps integers"'),
    ('test/dynamic/untyped.cpp', '"any_tensor: reductions of all types"'),
    ('test/dynamic/untyped.cpp', '"any_expr<>: a regular value, its typed form, and single numbers"'),
    ('test/linalg/contraction_run.cpp', 'make_case'),
    ('test/linalg/contraction_run.cpp', 'by_loops'),
    ('test/linalg/contraction_run.cpp', 'check_random'),
    ('test/linalg/eigsh.cpp', '"eigsh: matrices; what ends it; the report\'s residual is the true one"'),
    ('test/linalg/einsum_text.cpp', '"einsum: the shape of a result, and shapes that do not fit"'),
    ('test/linalg/factor.cpp', '"det, slogdet, logdet: exact integers, signs, and what would overflow"'),
    ('test/linalg/in_place.cpp', '"in-place forms: a workspace is filled once, then no memory is taken"'),
    ('test/linalg/in_place.cpp', '"in-place forms: what is refused, and what is left then"'),
    ('test/linalg/iterative.cpp', '"iterative methods: who is told, and where it begins"'),
    ('test/linalg/matmul_plan.cpp', '"matmul: the target overlaps an operand"'),
    ('test/linalg/overflow.cpp', '"overflow: the matrix of a batch is named, and NaN stays in its column"'),
    ('test/linalg/small_batch.cpp', '"batches of small matrices: all that single ones answer, in each layout"'),
    ('test/linalg/small_eigen.cpp', '"small eigenvalues: known ones, equal and nearly equal ones, large and tiny ones"'),
    ('test/linalg/small_job.cpp', '"every instruction set: batches of small factors write their results and nothing else"'),
    ('test/linalg/small_solve.cpp', '"small matrices by columns, and transposed: inverses, solutions and products with both"'),
    ('test/linalg/structured_solve_forms.cpp', '"solve: batches, vectors, static shapes, integers, expressions"'),
}


def check(root):
    problems = []
    sources = sorted(path for path in (root / "src").rglob("*.?pp") if path.suffix in (".cpp", ".hpp"))
    for path in headers(root) + sources:
        name = path.relative_to(root)
        lines = path.read_text().splitlines()
        if len(lines) >= LINES:
            problems.append(f"{name}: {len(lines)} lines, should be below {LINES}")
        problems += [f"{name}:{number}: {len(line)} columns, should be below {COLUMNS}"
                     for number, line in enumerate(lines, 1) if len(line) >= COLUMNS]
    unused = {(name, function) for name, function in LONGER if (root / name).exists()}
    for path in sorted(path for folder in FOLDERS for path in (root / folder).rglob("*.?pp")):
        name = path.relative_to(root).as_posix()
        for line, count, function in functions(path.read_text()):
            if count >= FUNCTION and (name, function) in LONGER:
                unused.discard((name, function))
            elif count >= FUNCTION and not name.startswith(WHOLE):
                problems.append(f"{name}:{line}: {function} has {count} lines, should be below {FUNCTION}")
    return problems + [f"limits.py: {function} of {name} is short by now: its row goes" for name, function in unused]


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


A, B, T = "include/weft/ops/a.hpp", "src/ops/b.cpp", "test/ops/a.cpp"
GOOD = {path: "\n" * (LINES - 2) + "x" * (COLUMNS - 1) + "\n" for path in (A, B)} | {
    T: "namespace {\nstruct a {\n  a() : b{1} {\n" + longer_by(-1) + "  }\npublic:\n  int g() const { return 1; }\n};\n}\n"
    + f"int values[] = {{\n{longer_by(3)}}};\n" + "template <class T>\nrequires requires(T x) {\n" + longer_by(3)
    + "}\nvoid f(T) {\n" + longer_by(-1) + "}\n"}
BAD = [({path: "\n" * LINES}, f"{path}: {LINES} lines") for path in (A, B)] + [
    ({path: "\n" + "x" * COLUMNS}, f"{path}:2: {COLUMNS} columns") for path in (A, B)] + [
    ({B: "namespace a {\nstatic int f(int x) {\n" + longer_by(0) + "}\n}\n"}, f"{B}:2: f has {FUNCTION} lines"),
    ({T: 'TEST_CASE("sums") {\n  SUBCASE("a") {\n' + longer_by(-2) + "  }\n}\n"}, f'{T}:1: "sums" has {FUNCTION} lines'),
    ({T: "class a {\npublic:\n  a(int x)\n      : b{1}, c(x) {\n" + longer_by(0) + "  }\n};\n"}, f"{T}:3: a has 47 lines"),
    ({T: "auto f = [](int x) {\n" + longer_by(0) + "};\n"}, f"{T}:1: "),
    ({A: "template <class T>\nrequires (sizeof(T) > 1)\nT f()\n{\n" + longer_by(0) + "}\n"}, f"{A}:3: f has 47"),
    ({B: "#if A\nint f() {\n#else\nint f(int x) {\n#endif\n" + longer_by(0) + "}\n"}, f"{B}:2: f has "),
]

if __name__ == "__main__":
    main(check, GOOD, BAD)
