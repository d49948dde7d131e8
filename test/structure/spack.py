"""The recipe for Spack agrees with the tree that it builds.

It is run with stand-ins for what Spack declares: each option WEFT_WITH_* of CMakeLists.txt has a variant with its
default, each variant but ALONE has a dependency, and the components are those of cmake/WeftComponents.cmake.
"""

import re
import sys
import types

from checks import main

RECIPE = "test/package/spack/package.py"
DIRECTIVES = ["license", "version", "variant", "depends_on", "conflicts"]
ALONE = ["c"]  # variants that need no other package
OPTION = re.compile(r"^(?:option\(WEFT_WITH_(\w+) \".*\" (\w+)\)|set\(WEFT_WITH_(\w+) (\w+) CACHE)", re.MULTILINE)


class Package:
    """What CMakePackage offers to cmake_args."""

    def __init__(self, components):
        self.spec = types.SimpleNamespace(variants={"components": types.SimpleNamespace(value=components)})

    @staticmethod
    def define(name, value):
        return name, value

    @staticmethod
    def define_from_variant(name, variant):
        return name, f"+{variant}"


class Sets(tuple):
    def with_default(self, _):
        return self


def calls_of(text):
    """What the recipe declares, and what it hands to CMake."""
    calls = []
    spack = types.ModuleType("spack.package")
    for name in DIRECTIVES:
        setattr(spack, name, lambda *words, _name=name, **named: calls.append((_name, words, named)))
    spack.disjoint_sets = lambda *sets: Sets(sets)
    build = types.ModuleType("spack_repo.builtin.build_systems.cmake")
    build.CMakePackage = Package
    modules = {"spack": types.ModuleType("spack"), "spack.package": spack, build.__name__: build}
    folders = ["spack_repo", "spack_repo.builtin", "spack_repo.builtin.build_systems"]
    modules |= {name: types.ModuleType(name) for name in folders}
    before = dict(sys.modules)
    sys.modules.update(modules)
    try:
        names = {}
        exec(compile(text, RECIPE, "exec"), names)
        return calls, dict(names["Weft"](("linalg", "io")).cmake_args())
    finally:
        sys.modules.clear()
        sys.modules.update(before)


def check(root):
    calls, arguments = calls_of((root / RECIPE).read_text())
    variants = {words[0]: named for name, words, named in calls if name == "variant"}
    wanted = {named["when"].lstrip("+") for name, _, named in calls if name == "depends_on" and "when" in named}
    lists = (root / "CMakeLists.txt").read_text()
    options = {a or c: (b or d) in ("ON", "AUTO") for a, b, c, d in OPTION.findall(lists)}
    problems = []
    for option, default in options.items():
        variant = option.lower()
        if variants.get(variant, {}).get("default") != default:
            problems.append(f"no variant {variant} with the default {default}")
        if arguments.get(f"WEFT_WITH_{option}") != f"+{variant}":
            problems.append(f"WEFT_WITH_{option} is not set by the variant {variant}")
        if variant not in wanted and variant not in ALONE:
            problems.append(f"nothing is needed by the variant {variant}")
    components = (root / "cmake/WeftComponents.cmake").read_text()
    known = re.search(r"set\(weft_all_components ([^)]*)\)", components)[1].split()
    if sorted(known + ["all", "core"]) != sorted(name for names in variants["components"]["values"] for name in names):
        problems.append("the components are not those of cmake/WeftComponents.cmake")
    if arguments.get("WEFT_COMPONENTS") != "linalg,io":
        problems.append("WEFT_COMPONENTS is not set by the variant components")
    return problems


GOOD = {
    "CMakeLists.txt": 'option(WEFT_WITH_BLAS "b" ON)\nset(WEFT_WITH_SUPERLU AUTO CACHE STRING "s")\n',
    "cmake/WeftComponents.cmake": "set(weft_all_components linalg io)\n",
    RECIPE: """from spack_repo.builtin.build_systems.cmake import CMakePackage
from spack.package import *
class Weft(CMakePackage):
    variant("blas", default=True, description="b")
    variant("superlu", default=True, description="s")
    variant("components", values=disjoint_sets(("all",), ("linalg", "io"), ("core",)).with_default("all"))
    depends_on("openblas", when="+blas")
    depends_on("superlu", when="+superlu")
    def cmake_args(self):
        return [self.define_from_variant("WEFT_WITH_BLAS", "blas"),
                self.define_from_variant("WEFT_WITH_SUPERLU", "superlu"),
                self.define("WEFT_COMPONENTS", ",".join(self.spec.variants["components"].value))]
""",
}
BAD = [
    ({"CMakeLists.txt": GOOD["CMakeLists.txt"] + 'option(WEFT_WITH_PNG "p" OFF)\n'}, "no variant png with the default"),
    ({RECIPE: GOOD[RECIPE].replace('"superlu", default=True', '"superlu", default=False')}, "no variant superlu"),
    ({RECIPE: GOOD[RECIPE].replace('"WEFT_WITH_BLAS", "blas"', '"WEFT_WITH_BLAS", "superlu"')},
     "WEFT_WITH_BLAS is not set"),
    ({RECIPE: GOOD[RECIPE].replace(', when="+blas"', "")}, "nothing is needed by the variant blas"),
    ({RECIPE: GOOD[RECIPE].replace('"io")', '"fft")')}, "the components are not those"),
    ({RECIPE: GOOD[RECIPE].replace('",".join', '" ".join')}, "WEFT_COMPONENTS is not set"),
]

if __name__ == "__main__":
    main(check, GOOD, BAD)
