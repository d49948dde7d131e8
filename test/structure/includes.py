"""Files include downwards only: lower layers, or files of their own layer without a cycle; in src lower wings."""

import re

from checks import headers, main

LAYERS = ["base", "layout", "memory", "expr", "eval", "tensor", "ops", "linalg", "dynamic", "io", "weft.hpp"]
# The wings of src, which are named from src on: "loop/nest.hpp".
WINGS = ["base", "run", "math", "loop", "fold", "product", "lapack", "ops", "dynamic", "io", "info"]
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
# The standard library and single headers of Hana: a private dependency or an intrinsic must not reach users.
FOREIGN = re.compile(r"[a-z_]+|stdint\.h|boost/hana/.+\.hpp")
# A header that is there for the users of another library, and does without it.
FOR_OTHERS = {"io/fmt.hpp": "fmt/format.h"}


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
                if not FOREIGN.fullmatch(target) and FOR_OTHERS.get(name) != target:
                    problems.append(f"{name}: <{target}> is neither standard nor a header of Hana")
            elif inner not in names:
                problems.append(f"{name} -> {inner}: no such header")
            else:
                edges[name].append(inner)
                if rank(inner) > rank(name):
                    problems.append(f"{name} -> {inner}: {layer(inner)} is above {layer(name)}")
    problems += check_sources(root / "src", edges)
    return problems + [f"cycle: {' -> '.join(cycle)}" for cycle in cycles(edges)]


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
    return problems


def wing(name):
    first = name.split("/")[0]
    return first if first in WINGS else None


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
    "include/weft/base/a.hpp": "#include <vector>\n#include <boost/hana/tuple.hpp>\n",
    "include/weft/base/b.hpp": "#include <weft/base/a.hpp>\n",
    "include/weft/ops/c.hpp": "#include <weft/base/b.hpp>\n",
    "include/weft/io/fmt.hpp": "#include <fmt/format.h>\n",
    "include/weft/weft.hpp": "#include <weft/ops/c.hpp>\n",
    "src/loop/nest.hpp": "#include <weft/base/a.hpp>\n",
    "src/fold/fold.cpp": '#include "loop/nest.hpp"\n#include <cblas.h>\n',
}
A = "include/weft/base/a.hpp"
BAD = [
    ({A: "#include <weft/ops/c.hpp>\n"}, "base/a.hpp -> ops/c.hpp: ops is above base"),
    ({A: "  # include <weft/weft.hpp>\n"}, "base/a.hpp -> weft.hpp"),
    ({A: "#include <weft/base/b.hpp>\n"}, "cycle: base/a.hpp -> base/b.hpp -> base/a.hpp"),
    ({A: "#include <weft/base/a.hpp>\n"}, "cycle: base/a.hpp -> base/a.hpp"),
    ({A: "#include <weft/base/missing.hpp>\n"}, "no such header"),
    ({A: '#include "b.hpp"\n'}, '"b.hpp"'),
    ({A: "#include <cblas.h>\n"}, "<cblas.h>"),
    ({A: "#include <fmt/format.h>\n"}, "base/a.hpp: <fmt/format.h>"),
    ({A: "#include <boost/hana.hpp>\n"}, "<boost/hana.hpp>"),
    ({"include/weft/extra/d.hpp": "\n"}, "extra/d.hpp: its folder is no layer"),
    ({"src/loop/nest.hpp": '#include "fold/fold.cpp"\n'}, "src/loop/nest.hpp -> fold/fold.cpp: fold is above loop"),
    ({"src/loop/nest.hpp": '#include "loop/nest.hpp"\n'}, "cycle: src/loop/nest.hpp -> src/loop/nest.hpp"),
    ({"src/fold/fold.cpp": '#include "nest.hpp"\n'}, "src/fold/fold.cpp -> nest.hpp: no such header in src"),
    ({"src/loose.cpp": "\n"}, "src/loose.cpp: its folder is no wing"),
]

if __name__ == "__main__":
    main(check, GOOD, BAD)
