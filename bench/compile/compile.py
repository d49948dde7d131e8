#!/usr/bin/env python3
"""What does weft cost the compiler beside Eigen: the umbrella header, and 50 distinct fused expressions.

Each translation unit is compiled several times, weft and Eigen in turn; the least user time counts, because anything
above it is somebody else's work. Memory is the peak of the compiler proper.

usage: compile.py [--compilers g++ clang++-14] [--runs 3] [--expressions 50] [--json FILE] [--keep FOLDER]
"""
import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

INCLUDE = Path(__file__).resolve().parents[2] / "include"
# Ratios to Eigen's seconds, megabytes and kilobytes that are wanted: of loops in the types, and of virtual loops.
STATIC, VIRTUAL = (0.5, 0.5, 0.5), (0.35, 0.5, 1.0)


def find_eigen(given):
    for folder in [given, "/usr/include/eigen3", "/usr/local/include/eigen3"]:
        if folder and (Path(folder) / "Eigen/Dense").exists():
            return str(folder)
    return None


def expression(rng, operations):
    """A random expression over the containers a, b, c with exactly that many operators. It is the same text for both."""
    if operations == 0:
        return rng.choice("abc")
    kind = rng.random()
    if kind < 0.15:
        return f"{rng.choice(['sqrt', 'abs'])}({expression(rng, operations - 1)})"
    if kind < 0.4:
        return f"({expression(rng, operations - 1)} {rng.choice('+-*')} {rng.randint(1, 99) / 4})"
    left = rng.randint(0, operations - 1)
    return f"({expression(rng, left)} {rng.choice('+-*/')} {expression(rng, operations - 1 - left)})"


def distinct(count):
    rng, found = random.Random(1), []
    while len(found) < count:
        text = expression(rng, 4 + len(found) % 4)
        if text not in found:
            found.append(text)
    return found


def functions(kind, expressions):
    return "".join(f"void f{n}({kind} const& a, {kind} const& b, {kind} const& c, {kind}& d) {{ d = {text}; }}\n"
                   for n, text in enumerate(expressions))


def sources(count):
    """name -> (weft's translation unit, Eigen's, the ratios that are wanted)"""
    weft, eigen = "#include <weft/weft.hpp>\n", "#include <Eigen/Dense>\n"
    texts = distinct(count)
    units = {"umbrella header": (weft, eigen, STATIC)}
    for rank, array in [(1, "Eigen::ArrayXd"), (2, "Eigen::ArrayXXd")]:
        ours = weft + functions(f"weft::tensor<double, {rank}>", texts)
        theirs = eigen + functions(array, texts)
        units[f"{count} expressions, {rank}-d"] = (ours, theirs, STATIC)
        units[f"{count} expressions, {rank}-d, virtual loops"] = ("#define WEFT_VIRTUAL_LOOPS 1\n" + ours, theirs, VIRTUAL)
    return units


def compile_once(compiler, include, source, folder):
    """(user seconds, megabytes, kilobytes of object file)"""
    output = folder / "unit.o"
    command = [compiler, "-std=c++20", "-O2", "-DNDEBUG", "-fopenmp-simd", *include, "-c", str(source), "-o", str(output)]
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    errors = child.stderr.read().decode()
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    child.stderr.close()
    if child.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{errors}")
    return used.ru_utime, used.ru_maxrss / 1024, output.stat().st_size / 1024


def measure(compiler, pair, eigen, runs, folder):
    includes = [["-I", str(INCLUDE)], ["-isystem", eigen]]
    least = [None, None]
    for side in [0, 1] * runs:
        source = folder / f"side{side}.cpp"
        source.write_text(pair[side])
        cost = compile_once(compiler, includes[side], source, folder)
        least[side] = cost if least[side] is None else tuple(map(min, least[side], cost))
    return least


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--compilers", nargs="+", default=["g++", "clang++-14"])
    arguments.add_argument("--runs", type=int, default=3)
    arguments.add_argument("--expressions", type=int, default=50)
    arguments.add_argument("--eigen", help="folder that holds Eigen/Dense")
    arguments.add_argument("--json", type=Path)
    arguments.add_argument("--keep", type=Path, help="write the sources there")
    given = arguments.parse_args()
    eigen = find_eigen(given.eigen)
    if eigen is None:
        sys.exit("compile.py: no Eigen: install libeigen3-dev or say --eigen")
    rows = []
    units = sources(given.expressions)
    if given.keep:
        given.keep.mkdir(parents=True, exist_ok=True)
        for n, (ours, theirs, _) in enumerate(units.values()):
            for side, text in zip(["weft", "eigen"], [ours, theirs]):
                (given.keep / f"{side}{n}.cpp").write_text(text)
    print("| compiler | unit | weft | Eigen | seconds | megabytes | object | goals |\n|---|---|---|---|---|---|---|---|")
    for compiler in filter(shutil.which, given.compilers):
        for name, (ours, theirs, bars) in units.items():
            with tempfile.TemporaryDirectory() as folder:
                weft, peer = measure(compiler, (ours, theirs), eigen, given.runs, Path(folder))
            ratio = [w / p for w, p in zip(weft, peer)]
            rows.append({"compiler": Path(compiler).name, "bars": bars, "unit": name, "weft": weft, "eigen": peer, "ratio": ratio})
            say = "{:.2f} s, {:.0f} MB, {:.0f} kB".format
            marks = " | ".join(f"{r:.2f}" if r <= bar else f"**{r:.2f}**" for r, bar in zip(ratio, bars))
            goals = ", ".join(map(str, bars))
            print(f"| {Path(compiler).name} | {name} | {say(*weft)} | {say(*peer)} | {marks} | {goals} |", flush=True)
    if given.json:
        given.json.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
