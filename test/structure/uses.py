"""Each public header works alone, and twice: its case in test/headers compiles with it and tensor/tensor.hpp only.

A header that only compiles (headers.py) may still declare what a header defines that it does not include; a program then
fails where it uses that. Public is a header that declares a public name (names.py).

GCC parses the headers of HUBS once. A case begins with the first of them that its header includes, directly or not: what
is declared before that header then is what it includes anyway, and the headers below are looked at by their own cases.
"""

import concurrent.futures
import pathlib
import re
import subprocess
import tempfile

from checks import main, needs_python
from declarations import behind_bracket
from names import Public

JOBS = 2
HUBS = ["grad/variable.hpp", "dynamic/any_tensor.hpp", "sparse/matrix.hpp", "linalg/matmul.hpp", "ops/reduce.hpp",
        "tensor/tensor.hpp"]
INCLUDE = re.compile(r"^#include <weft/([\w./]+)>", re.MULTILINE)
CASE = re.compile(r'^TEST_CASE\("([\w./]+)"\) (?=\{)', re.MULTILINE)
STANDARD = re.compile(r"^#include <\w+>$", re.MULTILINE)
OPENING = "using namespace weft;\n"
# Stands in for doctest, whose expressions may be of type void.
CHECKS = """
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wuseless-cast"
#endif
#define CHECK(...) static_cast<void>(__VA_ARGS__)
#define CHECK_THROWS_AS(expression, type) static_cast<void>(expression); static_assert(sizeof(type) > 0)
"""


def cases(root):
    """{header: (file, standard headers, code)}, and those that the standard library may lack."""
    used, optional = {}, set()
    for path in sorted((root / "test/headers").glob("*.cpp")):
        text = path.read_text()
        standard = "".join(f"{line}\n" for line in STANDARD.findall(text))
        end = text.index(OPENING) + len(OPENING)
        for_all = None  # what stands before the first case serves all
        for case in CASE.finditer(text):
            if re.search(r"^#if", text[end:case.start()], re.MULTILINE):  # the standard library may lack what it is for
                optional.add(case[1])
            helpers = re.sub(r"^#.*", "", text[end:case.start()], flags=re.MULTILINE)
            if for_all is None:
                for_all, helpers = helpers, ""
            end = behind_bracket(text, case.end())
            used[case[1]] = (path.name, standard, f"{for_all}{helpers}void use();\nvoid use() {text[case.end():end]}\n")
    return used, optional


def included_by(root, header):
    """The header, and all that it includes."""
    found, left = {header}, [header]
    while left:
        file = root / "include/weft" / left.pop()
        new = set(INCLUDE.findall(file.read_text() if file.is_file() else "")) - found
        found |= new
        left += new
    return found


def hub_of(root, header):
    return next((hub for hub in HUBS if hub in included_by(root, header) - {header}), None)


def precompiled(folder, command, hubs):
    """{hub: the options that begin with it}, for GCC."""
    version = subprocess.run([command[0], "--version"], capture_output=True, text=True).stdout
    options = {}
    for number, hub in enumerate(hubs if "Free Software Foundation" in version else []):
        file = pathlib.Path(folder) / f"hub_{number}.hpp"
        file.write_text(f"#include <weft/{hub}>\n")
        header = [*command, "-x", "c++-header", str(file), "-o", f"{file}.gch"]
        if subprocess.run(header, capture_output=True).returncode == 0:
            options[hub] = ["-include", str(file)]
    return options


def check(root, *compiler):
    with tempfile.TemporaryDirectory() as folder:
        return check_with(root, compiler, folder)


def check_with(root, compiler, folder):
    used, optional = cases(root)
    declared = {header for places in Public(root).headers.values() for header in places
                if not needs_python(root / "include/weft" / header)}
    problems = [f"{header}: no case in test/headers uses it" for header in sorted(declared - set(used))]
    problems += [f"test/headers/{used[header][0]}: there is no {header}" for header in sorted(used)
                 if not (root / "include/weft" / header).is_file()]

    # Before the options, which name weft's own directory: the self-test brings another tree.
    command = [compiler[0], f"-I{root / 'include'}", *compiler[1:], "-Werror"]
    hubs = {header: hub_of(root, header) for header in set(used) - optional}
    options = precompiled(folder, command, sorted(set(hubs.values()) - {None}))

    def compile_alone(header):
        begin = options.get(hubs[header], [])
        name, standard, body = used[header]
        text = (f"#include <weft/{header}>\n#include <weft/{header}>\n#include <weft/tensor/tensor.hpp>\n{standard}{CHECKS}"
                f"{OPENING}{body}")
        result = subprocess.run([*command, *begin, "-fsyntax-only", "-x", "c++", "-"], input=text, capture_output=True,
                                text=True)
        return [f"{header} does not work alone ({name}):\n{result.stderr}"] if result.returncode else []

    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        return problems + [problem for found in pool.map(compile_alone, sorted(set(used) - optional))
                           for problem in found]


TENSOR = "include/weft/tensor/tensor.hpp"
A = "include/weft/ops/a.hpp"
CASES = "test/headers/ops.cpp"
GOOD = {
    TENSOR: "#pragma once\nnamespace weft {\nstruct tensor { int size() const { return 1; } };\n}\n",
    A: "#pragma once\nnamespace weft {\ninline int twice(auto x) { return 2 * x.size(); }\n}\n",
    CASES: '#include <vector>\nusing namespace weft;\nTEST_CASE("ops/a.hpp") {\n  const std::vector<int> v{2};\n'
           '  CHECK(twice(tensor()) == v[0]);\n}\nTEST_CASE("tensor/tensor.hpp") {\n  CHECK(tensor().size() == 1);\n}\n'
           '#ifdef MISSING\nTEST_CASE("ops/b.hpp") {\n  missing();\n}\n#endif\n'
           'inline int helper() { return 3; }\nTEST_CASE("ops/d.hpp") {\n  CHECK(helper() == 3);\n}\n',
    "include/weft/ops/b.hpp": "#pragma once\n",
    "include/weft/ops/d.hpp": "#pragma once\n",
}
BAD = [
    ({"include/weft/ops/c.hpp": "namespace weft {\ninline int half();\n}\n"}, "ops/c.hpp: no case"),
    ({CASES: GOOD[CASES] + 'TEST_CASE("ops/c.hpp") {\n}\n'}, "there is no ops/c.hpp"),
    ({CASES: GOOD[CASES] + 'TEST_CASE("ops/a.hpp") {\n  missing();\n}\n'}, "ops/a.hpp does not work alone"),
    ({A: "#pragma once\n#include <weft/tensor/tensor.hpp>\nnamespace weft {\ninline int twice(auto x) { return none(x); }\n}\n"},
     "ops/a.hpp does not work alone"),
    ({A: "#pragma once\nnamespace weft {\nauto defined_above(auto x);\ninline int twice(auto x) {\n"
         "  return defined_above(x);\n}\n}\n"}, "ops/a.hpp does not work alone"),
    ({A: "#pragma once\nnamespace weft {\ntemplate <class X>\ninline int undefined(X x);\ninline int twice(auto x) {\n"
         "  return undefined(x);\n}\n}\n"}, "ops/a.hpp does not work alone"),
    ({A: "#pragma once\nnamespace weft {\ninline int twice(auto x) { return 2 * size_of(x); }\n}\n",
      "include/weft/ops/b.hpp": "#pragma once\nnamespace weft::detail {\ninline int size_of(auto x) { return x.size(); "
                                "}\n}\n"}, "ops/a.hpp does not work alone"),
]

if __name__ == "__main__":
    main(check, GOOD, BAD)
