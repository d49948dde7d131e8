"""Sources compiled for one instruction set define no symbol that the linker may use for others.

Of an inline function the linker keeps one copy, whichever file it comes from: one compiled for AVX-512 would then run on
every processor. So the objects of such sources, called *_avx2 and *_avx512, define no weak symbol.
"""

import pathlib
import re
import subprocess

from checks import main

PART = re.compile(r"_avx(2|512)\.cpp\.o(bj)?$")


def check(folder, nm, *objects):
    if not objects[0].endswith((".o", ".obj")):  # the self-test gives a compiler
        objects = compile_all(folder, *objects)
    parts = [path for path in objects if PART.search(str(path))]
    problems = [f"{pathlib.Path(path).name}: weak: {name}" for path in parts for name in weak_symbols(nm, path)]
    return problems if parts else ["no object of a source called *_avx2.cpp or *_avx512.cpp"]


def weak_symbols(nm, path):
    text = subprocess.run([nm, "--format=posix", "--defined-only", str(path)],
                          stdout=subprocess.PIPE, text=True, check=True).stdout
    found = [line.split()[:2] for line in text.splitlines() if len(line.split()) >= 2]
    # DW.ref.* are pointers to the functions that unwind the stack.
    return [name for name, kind in found if kind in "WVu" and not name.startswith("DW.ref.")]


def compile_all(folder, compiler):
    objects = []
    for source in sorted(folder.glob("*.cpp")):
        objects.append(source.with_suffix(".cpp.o"))
        subprocess.run([compiler, "-std=c++20", "-c", str(source), "-o", str(objects[-1])], check=True)
    return objects


GOOD = {
    "a_avx2.cpp": "namespace {\ntemplate <class T> T f(T x) { return x; }\n}\nint a() { return f(1); }\n",
    "b.cpp": "inline int f() { return 1; }\nint b() { return f(); }\n",
}
BAD = [
    ({"a_avx2.cpp": GOOD["b.cpp"]}, "a_avx2.cpp.o: weak: _Z1fv"),
    ({"b_avx512.cpp": "template <class T> T f(T x) { return x; }\nint b() { return f(1); }\n"}, "weak: _Z1fIiE"),
]

if __name__ == "__main__":
    main(check, GOOD, BAD)
