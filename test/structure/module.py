"""The module has all headers, and what they include of others stands in front of it: there once, outside of the module."""

import re

from checks import headers, main

INCLUDE = re.compile(r"^\s*#\s*include\s*<([^>]+)>", re.MULTILINE)
# For the users of a library that the module does not know, and of libraries that not every build has.
LEFT_OUT = {"weft/io/fmt.hpp"}
OWN_LIBRARIES = ("weft/mpi", "weft/c/", "weft/python/")


def check(root):
    module = (root / "include/weft/weft.cppm").read_text()
    before, _, behind = module.partition("export module weft;")
    outside, exported = set(INCLUDE.findall(before)), INCLUDE.findall(behind)
    texts = {f"weft/{path.relative_to(root / 'include/weft')}": path.read_text() for path in headers(root)}
    reached, left = set(), list(exported)
    while left:
        name = left.pop()
        if name not in reached:
            reached.add(name)
            left += [i for i in INCLUDE.findall(texts.get(name, "")) if i.startswith("weft/")]
    problems = [f"weft.cppm does not export {name}" for name in sorted(texts)
                if name not in reached | LEFT_OUT and not name.startswith(OWN_LIBRARIES)]
    foreign = {i for name in reached for i in INCLUDE.findall(texts.get(name, "")) if not i.startswith("weft/")}
    problems += [f"weft.cppm: <{name}> is missing before the module" for name in sorted(foreign - outside)]
    return problems + [f"weft.cppm: no header includes <{name}>" for name in sorted(outside - foreign)]


MODULE = "include/weft/weft.cppm"
GOOD = {
    MODULE: 'module;\n#include <vector>\nexport module weft;\nexport extern "C++" {\n#include <weft/weft.hpp>\n}\n',
    "include/weft/weft.hpp": "#include <weft/ops/a.hpp>\n",
    "include/weft/ops/a.hpp": "#include <vector>\n",
}
BAD = [
    ({"include/weft/ops/b.hpp": "\n"}, "weft.cppm does not export weft/ops/b.hpp"),
    ({"include/weft/ops/a.hpp": "#include <vector>\n#include <map>\n"}, "<map> is missing before the module"),
    ({"include/weft/ops/a.hpp": "\n"}, "no header includes <vector>"),
]

if __name__ == "__main__":
    main(check, GOOD, BAD)
