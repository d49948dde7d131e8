"""For AArch64 the loops are vectors of NEON: under an emulator no time would tell, so the assembly is looked at.

    neon.py <root> <build> <compiler> <option>...

Units for an instruction set are where CMake has made them, in the build. Of each file: the vector instructions that must be there, and the fewest of them; about half of what GCC 12 writes.
"""

import re
import subprocess
import sys
from pathlib import Path

WANTED = [
    ("test/structure/neon.cpp", [], {"fmla 2d": 1, "fmla 4s": 5, "fadd 4s": 7}),
    ("src/product/gemm_kernels.cpp", [], {"fmla 2d": 100, "fmla 4s": 100}),
    ("src/product/dot_own.cpp", [], {"fmla 2d": 4, "fmla 4s": 4}),
    ("src/linalg/small/small_baseline.cpp", [], {"fmla 2d": 100, "fmla 4s": 100, "fsqrt 2d": 15, "fsqrt 4s": 15}),
    ("src/math/math_baseline.cpp", ["-ffp-contract=off", "-fno-math-errno"], {"fmla 2d": 800, "fmla 4s": 100}),
]


def vectors(assembly):
    """How often each instruction has a vector as its first operand: {"fmla 2d": 7}."""
    found = {}
    for name, kind in re.findall(r"^\s+(\w+)\s+v\d+\.(2d|4s)\b", assembly, re.MULTILINE):
        found[f"{name} {kind}"] = found.get(f"{name} {kind}", 0) + 1
    return found


def too_few(name, assembly, wanted):
    found = vectors(assembly)
    return [f"{name}: {found.get(what, 0)} times {what}, should be at least {least}" for what, least in wanted.items()
            if found.get(what, 0) < least]


def self_test():
    text = "f:\n\tfmla\tv0.2d, v1.2d, v2.2d\n\tfmla v3.2d, v1.2d, v2.2d[0]\n\tfmadd d0, d1, d2, d3\n\tld1 {v0.2d}, [x0]\n"
    assert vectors(text) == {"fmla 2d": 2}, vectors(text)
    assert too_few("a", text, {"fmla 2d": 2}) == []
    assert too_few("a", text, {"fmla 4s": 1}) == ["a: 0 times fmla 4s, should be at least 1"]


def main(roots, compile_command):
    problems = []
    for name, options, wanted in WANTED:
        path = next(root / name for root in roots if (root / name).is_file())
        command = compile_command + options + ["-O2", "-DNDEBUG", "-w", "-S", str(path), "-o", "-"]
        done = subprocess.run(command, capture_output=True, text=True)
        problems += too_few(name, done.stdout, wanted) if done.returncode == 0 else [done.stderr]
    return problems


if __name__ == "__main__":
    self_test()
    found = main([Path(root) for root in sys.argv[1:3]], sys.argv[3:])
    print("\n".join(found))
    sys.exit(1 if found else 0)
