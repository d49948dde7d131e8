"""Files include downwards only: lower layers, or files of their own layer without a cycle; in src lower wings.

Nor does a header declare what a higher layer defines: it would compile alone, and fail where a program uses it. Calls
with answered_above are the exception: doc/architecture.md lists each function that is called so, the headers that call
it, and the headers that define it.
"""

import re

from checks import headers, main
from declarations import behind_template, declarations, name_of, without_comments

LAYERS = ["base", "layout", "memory", "expr", "eval", "tensor", "ops", "linalg", "dynamic", "index", "io", "field",
          "fft", "numerics", "records", "geometry", "grad", "sparse", "hdf5", "mpi", "c", "core.hpp", "dynamic.hpp", "linalg.hpp", "io.hpp", "fft.hpp", "numerics.hpp",
          "records.hpp", "weft.hpp", "index.hpp", "field.hpp", "geometry.hpp", "grad.hpp", "nn", "nn.hpp", "sparse.hpp", "hdf5.hpp", "mpi.hpp", "python"]
# A header of a component says where it is included that the library was built without it; so do those that include it.
GUARD = re.compile(r"^#ifdef WEFT_WITHOUT_(\w+)\n#error ", re.MULTILINE)
COMPONENTS = ["dynamic", "index", "field", "fft", "numerics", "records", "geometry", "grad", "nn", "sparse", "hdf5"]
# The wings of src, which are named from src on: "loop/nest.hpp". A wing in the folder of a component is of it.
WINGS = ["base", "run", "machine", "math", "loop", "fold", "dynamic/program", "product", "linalg/factor", "linalg/lapack",
         "linalg/small", "linalg/iterative", "linalg/dynamic", "ops", "dynamic", "index", "grad", "io", "sparse", "fft", "nn",
         "field", "numerics", "records", "hdf5", "mpi", "c", "info"]
# The wings of components, and which other components each may include; info registers what is built.
WINGS_OF = {"dynamic": [], "linalg": [], "index": [], "grad": ["linalg"], "nn": ["grad", "linalg"],
            "sparse": ["linalg"], "fft": [], "field": ["index"], "numerics": ["linalg"], "records": [], "hdf5": ["io"], "mpi": ["io"], "c": []}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
# The standard library and single headers of Hana: a private dependency or an intrinsic must not reach users.
FOREIGN = re.compile(r"[a-z_]+|stdint\.h|boost/hana/.+\.hpp")
MAP = "doc/architecture.md"
ASKED = re.compile(r"(\w+)(?:<[^;(){}]*>)?\(\s*(?:detail::)?answered_above\{\}")
ANSWERED = re.compile(r"(\w+)\(\s*answered_above\s*,")
ROW = re.compile(r"^\| `(\w+)` \| (`[\w/.]+\.hpp`[^|]*) \| (`[\w/.]+\.hpp`[^|]*) \|", re.MULTILINE)
# Headers that are there for the users of another library.
FOR_OTHERS = {"io/fmt.hpp": r"fmt/format\.h", "python/array.hpp": r"Python\.h",
              "python/nanobind.hpp": r"nanobind/\w+\.h", "python/pybind11.hpp": r"pybind11/\w+\.h"}


def check(root):
    folder = root / "include/weft"
    names = {str(path.relative_to(folder)): path for path in headers(root)}
    problems = [f"{name}: its folder is no layer" for name in names if layer(name) is None]
    edges = {name: [] for name in names}
    for name, path in names.items():
        for bracket, target in INCLUDE.findall(path.read_text()):
            inner = target.removeprefix("weft/")
            if bracket == '"':
                problems.append(f'{name}: "{target}" is to be included as <weft/...>')
            elif inner == target:
                if not FOREIGN.fullmatch(target) and not re.fullmatch(FOR_OTHERS.get(name, ""), target):
                    problems.append(f"{name}: <{target}> is neither standard nor a header of Hana")
            elif inner not in names:
                problems.append(f"{name} -> {inner}: no such header")
            else:
                edges[name].append(inner)
                if rank(inner) > rank(name):
                    problems.append(f"{name} -> {inner}: {layer(inner)} is above {layer(name)}")
    problems += check_components(names, edges)
    problems += check_sources(root / "src", edges) + declared_below(names) + answered_above(root, names)
    return problems + [f"cycle: {' -> '.join(cycle)}" for cycle in cycles(edges)]


def check_components(names, edges):
    """core.hpp includes no header of a component, and each header in the folder of a component says what it is of."""
    guards = {name: GUARD.findall(path.read_text()) for name, path in names.items()}

    def reached(name):
        found, ahead = {name}, [name]
        while ahead:
            new = [target for target in edges[ahead.pop()] if target in names and target not in found]
            found.update(new)
            ahead += new
        return found

    problems = [f"core.hpp -> {name}: it is of the component {guards[name][0].lower()}"
                for name in sorted(reached("core.hpp") if "core.hpp" in names else []) if guards[name]]
    return problems + [f"{name}: does not say where the component {layer(name)} is missing"
                       for name in sorted(names) if layer(name) in COMPONENTS
                       and not any(layer(name).upper() in guards[other] for other in reached(name))]


def declared_below(names):
    """Functions and templates that one header declares and another defines, in a higher layer. Overloads count as one:
    what is declared without a body, in the same namespace and with the same name, is what somebody else defines."""
    declared, defined = {}, {}
    for name, path in names.items():
        text = without_comments(path.read_text())
        for space, place, head, body, _ in declarations(text, 0, len(text)):
            what = name_of(head)
            # A class that is no template is known by reference only: who reads its members includes it.
            if re.match(r"class|struct", head) and behind_template(text, place) == place:
                continue
            # A function of the library is defined in src; a deleted one nowhere.
            if what and not re.match(r"using|concept|extern", head) and not re.search(r"\bWEFT_API\b|= delete", head):
                places = defined if text[body] == "{" else declared
                places.setdefault(f"{space}::{what}", set()).add(name)
    return [f"{name}: {what} is defined in {above}: {layer(above)} is above {layer(name)}"
            for what in sorted(declared) for name in sorted(declared[what])
            for above in sorted(defined.get(what, ())) if rank(above) > rank(name)]


def answered_above(root, names):
    found = {}
    for name, path in names.items():
        code = without_comments(path.read_text())
        for column, pattern in enumerate((ASKED, ANSWERED)):
            for function in pattern.findall(code):
                found.setdefault(function, (set(), set()))[column].add(name)
    text = (root / MAP).read_text() if (root / MAP).exists() else ""
    listed = {function: tuple(set(re.findall(r"`([^`]+)`", column)) for column in columns)
              for function, *columns in ROW.findall(text)}
    return [f"{MAP}: {function} is asked in {sorted(asked)} and answered in {sorted(answered)}; listed: "
            f"{[sorted(column) for column in listed.get(function, ())]}"
            for function, (asked, answered) in sorted(found.items()) if listed.get(function) != (asked, answered)] + [
            f"{MAP}: {function} is not called with answered_above" for function in listed if function not in found]


def check_sources(folder, edges):
    """Adds the includes of the private headers to edges, under names that begin with src/."""
    names = {str(path.relative_to(folder)): path for path in sorted(folder.rglob("*.[ch]pp"))}
    problems = [f"src/{name}: its folder is no wing" for name in names if wing(name) is None]
    for name, path in names.items():
        edges[f"src/{name}"] = []
        for bracket, target in INCLUDE.findall(path.read_text()):
            if bracket == "<":
                continue
            edges[f"src/{name}"].append(f"src/{target}")
            if target not in names:
                problems.append(f"src/{name} -> {target}: no such header in src")
            elif wing_rank(target) > wing_rank(name):
                problems.append(f"src/{name} -> {target}: {wing(target)} is above {wing(name)}")
            elif target.split("/")[0] not in allowed_components(name):
                problems.append(f"src/{name} -> {target}: {target.split('/')[0]} may not be built")
    return problems


def allowed_components(name):
    """The folders of src that are built wherever this source is; core's always are."""
    first = name.split("/")[0]
    core = [wing for wing in WINGS if wing.split("/")[0] not in WINGS_OF]
    return core + (list(WINGS_OF) if first == "info" else [first] + WINGS_OF.get(first, []))


def wing(name):
    parts = name.split("/")
    return next((found for found in ("/".join(parts[:2]), parts[0]) if found in WINGS), None)


def wing_rank(name):
    return WINGS.index(wing(name)) if wing(name) else -1


def layer(name):
    first = name.split("/")[0]
    return first if first in LAYERS else None


def rank(name):
    return LAYERS.index(layer(name)) if layer(name) else -1


def cycles(edges):
    """One cycle for each edge that closes one in a depth-first walk."""
    found, finished = [], set()

    def walk(name, path):
        if name in path:
            found.append(path[path.index(name):] + [name])
        elif name not in finished:
            for target in edges.get(name, []):
                walk(target, path + [name])
            finished.add(name)

    for name in edges:
        walk(name, [])
    return found


GOOD = {
    MAP: "| question | asked in | answered in |\n|---|---|---|\n| `ask` | `base/q.hpp` | `ops/q.hpp` |\n",
    "include/weft/base/q.hpp": "template <class X>\nauto f(X x) {\n  return ask<X>(answered_above{}, x);\n}\n",
    "include/weft/ops/q.hpp": "template <class T, class X>\nauto ask(answered_above, X x) {\n  return x;\n}\n",
    "include/weft/base/a.hpp": "#include <vector>\n#include <boost/hana/tuple.hpp>\n",
    "include/weft/base/b.hpp": "#include <weft/base/a.hpp>\n",
    "include/weft/ops/c.hpp": "#include <weft/base/b.hpp>\nnamespace weft {\ntemplate <class X>\nWEFT_FN auto top(X x) {"
                              "\n  return x;\n}\ntemplate <class X>\nstruct pair {\n  X a;\n};\nstruct whole {\n  int a;\n};\n}\n",
    "include/weft/base/d.hpp": "namespace weft {\nWEFT_API void top(int n);\ntemplate <class X>\nvoid top(X&&) = delete;\n"
                               "using pair = int;\nstruct whole;\n}\nnamespace weft::detail {\nvoid top();\n}\n",
    "include/weft/io/fmt.hpp": "#include <fmt/format.h>\n",
    "include/weft/weft.hpp": "#include <weft/ops/c.hpp>\n",
    "src/loop/nest.hpp": "#include <weft/base/a.hpp>\n",
    "src/fold/fold.cpp": '#include "loop/nest.hpp"\n#include <cblas.h>\n',
    "src/linalg/lapack/lu.hpp": '#include "loop/nest.hpp"\n',
    "src/grad/graph.cpp": '#include "linalg/lapack/lu.hpp"\n',
    "src/info/build_info.cpp": '#include "linalg/lapack/lu.hpp"\n',
}
A = "include/weft/base/a.hpp"
BAD = [
    ({MAP: ""}, "ask is asked in ['base/q.hpp'] and answered in ['ops/q.hpp']; listed: []"),
    ({MAP: GOOD[MAP] + "| `told` | `base/q.hpp` | `ops/q.hpp` |\n"}, "told is not called"),
    ({MAP: GOOD[MAP].replace("base/q", "base/a")}, "listed: [['base/a.hpp'], ['ops/q.hpp']]"),
    ({A: "#include <weft/ops/c.hpp>\n"}, "base/a.hpp -> ops/c.hpp: ops is above base"),
    ({A: "  # include <weft/weft.hpp>\n"}, "base/a.hpp -> weft.hpp"),
    ({A: "#include <weft/base/b.hpp>\n"}, "cycle: base/a.hpp -> base/b.hpp -> base/a.hpp"),
    ({A: "#include <weft/base/a.hpp>\n"}, "cycle: base/a.hpp -> base/a.hpp"),
    ({A: "#include <weft/base/missing.hpp>\n"}, "no such header"),
    ({A: '#include "b.hpp"\n'}, '"b.hpp"'),
    ({A: "#include <cblas.h>\n"}, "<cblas.h>"),
    ({A: "#include <fmt/format.h>\n"}, "base/a.hpp: <fmt/format.h>"),
    ({"include/weft/python/array.hpp": "#include <numpy/arrayobject.h>\n"}, "python/array.hpp: <numpy/arrayobject.h>"),
    ({A: "#include <boost/hana.hpp>\n"}, "<boost/hana.hpp>"),
    ({A: "namespace weft {\ntemplate <class X>\nWEFT_FN auto top(X x);\n}\n"},
     "base/a.hpp: weft::top is defined in ops/c.hpp: ops is above base"),
    ({A: "namespace weft {\ntemplate <class X>\nstruct pair;\n}\n"}, "base/a.hpp: weft::pair is defined in ops/c.hpp"),
    ({"include/weft/extra/d.hpp": "\n"}, "extra/d.hpp: its folder is no layer"),
    ({"src/loop/nest.hpp": '#include "fold/fold.cpp"\n'}, "src/loop/nest.hpp -> fold/fold.cpp: fold is above loop"),
    ({"src/loop/nest.hpp": '#include "loop/nest.hpp"\n'}, "cycle: src/loop/nest.hpp -> src/loop/nest.hpp"),
    ({"src/fold/fold.cpp": '#include "nest.hpp"\n'}, "src/fold/fold.cpp -> nest.hpp: no such header in src"),
    ({"src/ops/sort.cpp": '#include "linalg/lapack/lu.hpp"\n'},
     "src/ops/sort.cpp -> linalg/lapack/lu.hpp: linalg may not be built"),
    ({"src/loose.cpp": "\n"}, "src/loose.cpp: its folder is no wing"),
]

if __name__ == "__main__":
    main(check, GOOD, BAD)
