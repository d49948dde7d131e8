"""Object files with different flags share no function of weft.

The linker keeps one copy of each inline function. So every weak function in namespace weft carries the ABI tag of its
build (WEFT_FN, WEFT_INLINE), and no weak table outside a tag holds pointers to functions. A table of virtual functions
carries none, so a class in a header has one only if a virtual function in src/ keeps the table there.
"""

import collections
import re
import subprocess

from checks import main

# Functions, variables, and what belongs to them: tables of virtual functions (TV, TT, TC), adjusted entries into those
# (Th, Tv, Tc), guards (GV), members of local classes (Z).
OURS = re.compile(r"_Z(?:T[VTC]|T[hv]n?\d+_(?:n?\d+_)?|Tc\w*?_|GV|Z)*N[rVKRO]*4weft")
TABLE = re.compile(r"_ZT[VTC]")
TAG = re.compile(r"B\d+(weft_[a-z0-9]+)")


def check(folder, nm, *objects):
    if not objects[0].endswith(".o"):  # the self-test gives a compiler
        objects = compile_all(folder, *objects)
    problems = []
    found = False
    for path in objects:
        symbols = [s for s in weak_symbols(nm, path) if OURS.match(s.name)]
        functions = [s for s in symbols if s.kind == "W"]
        found = found or bool(functions)
        tags = collections.Counter(tag for s in functions for tag in TAG.findall(s.name))
        own = tags.most_common(1)[0][0] if tags else None
        problems += [f"{path}: no tag: {s.name}" for s in functions if not TAG.search(s.name)]
        problems += [f"{path}: not the tag of the others, {own}: {s.name}" for s in functions
                     if TAG.search(s.name) and set(TAG.findall(s.name)) != {own}]
        problems += [f"{path}: a table of virtual functions: {s.name}" for s in symbols
                     if s.kind != "W" and TABLE.match(s.name)]
        problems += [f"{path}: a table of pointers without a tag: {s.name}" for s in symbols
                     if s.kind != "W" and s.section.startswith(".data") and not TAG.search(s.name)
                     and not TABLE.match(s.name)]
    return problems if found else ["no weak function of weft in the objects"]


Symbol = collections.namedtuple("Symbol", "name kind section")


def weak_symbols(nm, path):
    text = subprocess.run([nm, "--format=sysv", "--defined-only", str(path)],
                          stdout=subprocess.PIPE, text=True, check=True).stdout
    fields = [[field.strip() for field in line.split("|")] for line in text.splitlines() if line.count("|") == 6]
    return [Symbol(f[0], f[2], f[6]) for f in fields if f[2] in ("W", "V", "u")]


def compile_all(folder, compiler):
    objects = []
    for source in sorted(folder.glob("*.cpp")):
        objects.append(source.with_suffix(".o"))
        subprocess.run([compiler, "-std=c++20", "-fPIE", "-c", str(source), "-o", str(objects[-1])], check=True)
    return objects


GOOD = {
    "a.cpp": """
namespace weft {
[[gnu::abi_tag("weft_a")]] inline int f() { return 1; }
template <class T> struct s { [[gnu::abi_tag("weft_a")]] int g() const { return [] { return 2; }(); } };
template <class T> inline constexpr int numbers[] = {1, 2, 3};
}
int main() { return weft::f() + weft::s<int>().g() + weft::numbers<int>[weft::f()]; }
""",
    "b.cpp": 'namespace weft {\n[[gnu::abi_tag("weft_b")]] inline int f() { return 1; }\n}\nint b() { return weft::f(); }\n',
}
BAD = [
    ({"b.cpp": GOOD["b.cpp"].replace('[[gnu::abi_tag("weft_b")]]', "")}, "no tag: _ZN4weft1fEv"),
    ({"a.cpp": GOOD["a.cpp"].replace('struct s { [[gnu::abi_tag("weft_a")]]', "struct s {")}, "no tag: _ZNK4weft1sIiE1gEv"),
    ({"a.cpp": GOOD["a.cpp"].replace('[[gnu::abi_tag("weft_a")]] int g', '[[gnu::abi_tag("weft_b")]] int g')},
     "not the tag of the others"),
    ({"a.cpp": GOOD["a.cpp"].replace("constexpr int numbers[] = {1, 2, 3}", "constexpr int (*numbers[])() = {f, f, f}")
      .replace("numbers<int>[weft::f()]", "numbers<int>[weft::f()]()")}, "a table of pointers without a tag"),
    ({"b.cpp": GOOD["b.cpp"].replace("}\nint b", """struct base { virtual int g() = 0; };
struct s : base { [[gnu::abi_tag("weft_b")]] int g() override { return 1; } };
}
weft::base* made() { return new weft::s; }
int b
""")}, "a table of virtual functions: _ZTVN4weft1sE"),
    ({"a.cpp": "int main() {}\n", "b.cpp": "int b() { return 1; }\n"}, "no weak function"),
]

if __name__ == "__main__":
    main(check, GOOD, BAD)
