#!/usr/bin/env python3
"""What does each library cost the compiler, and what does it make of a debug build? N distinct expressions of D operators.

Each library compiles the same expressions, optimised as it is released and with -O0 -g; the debug build then runs each
of them on 1000 elements. The loops by hand are what the others add to. Libraries take turns; the least user time counts.

usage: peers.py --weft LIBWEFT [--compilers g++ clang++-14] [--runs 1] [--expressions 10 50] [--depth 4] [--json FILE]
"""
import argparse
import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from compile import INCLUDE, compile_once, expression

MAIN = """
#include <chrono>
#include <cstdio>
int main() {
  double best = 1e9;
  for (int round = 0; round < 9; ++round) {
    const auto start = std::chrono::steady_clock::now();
    run();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    best = taken.count() < best ? taken.count() : best;
  }
  std::printf("%g\\n", best);
}
"""


@dataclass(frozen=True)
class Library:
    name: str
    header: str       # the include that users write
    probe: str        # a file that says whether it is installed
    kind: str         # the type of a vector
    make: str         # makes one of 1000 elements, all 0.5
    flags: tuple = ()
    times: str = "*"  # multiplies element by element
    fill: str = ""    # where that cannot be said when it is made


LIBRARIES = [
    Library("by hand", "#include <cmath>\nusing std::sqrt, std::abs;", "", "double", ""),
    Library("weft", "#include <weft/weft.hpp>", "", "weft::tensor<double, 1>", "(weft::shape(1000), 0.5)",
            ("-I", str(INCLUDE), "-fopenmp-simd")),
    Library("Eigen", "#include <Eigen/Dense>", "/usr/include/eigen3/Eigen/Dense", "Eigen::ArrayXd",
            "(Eigen::ArrayXd::Constant(1000, 0.5))", ("-isystem", "/usr/include/eigen3")),
    Library("xtensor", "#include <array>\n#include <xtensor/xmath.hpp>\n#include <xtensor/xtensor.hpp>",
            "/usr/include/xtensor/xtensor.hpp", "xt::xtensor<double, 1>", "(std::array<std::size_t, 1>{1000}, 0.5)"),
    Library("Armadillo", "#include <armadillo>", "/usr/include/armadillo", "arma::vec",
            "(1000, arma::fill::value(0.5))", ("-DARMA_DONT_USE_WRAPPER",), "%"),
    Library("Blitz++", "#include <blitz/array.h>", "/usr/include/blitz/array.h", "blitz::Array<double, 1>",
            "(1000)", fill="a = 0.5, b = 0.5, c = 0.5;"),
]


def texts_of(count, depth):
    rng, found = random.Random(1), []
    while len(found) < count:
        text = expression(rng, depth)
        if text not in found:
            found.append(text)
    return found


def element_of(text):
    return re.sub(r"\b([abc])\b", r"\1[i]", text)


def written(text, times):
    """The product of two arrays, which Armadillo writes in its own way; a number behind the sign is a scalar."""
    return re.sub(r"\*(?= [(a-c]| sqrt| abs)", times, text)


def source(library, count, depth):
    texts, lines = texts_of(count, depth), [library.header]
    if not library.make:
        lines += [f"void f{n}(double const* a, double const* b, double const* c, double* d) {{\n"
                  f"  for (long i = 0; i < 1000; ++i)\n    d[i] = {element_of(text)};\n}}" for n, text in enumerate(texts)]
        lines += ["void run() {\n  static double a[1000], b[1000], c[1000], d[1000];"]
        lines += ["  for (int i = 0; i < 1000; ++i)\n    a[i] = b[i] = c[i] = 0.5;"]
    else:
        kind = library.kind
        lines += [f"void f{n}({kind} const& a, {kind} const& b, {kind} const& c, {kind}& d) {{ "
                  f"d = {written(text, library.times)}; }}" for n, text in enumerate(texts)]
        lines += ["void run() {"] + [f"  static {kind} {name}{library.make};" for name in "abcd"]
    lines += [f"  {library.fill}"] + [f"  f{n}(a, b, c, d);" for n in range(count)] + ["}"]
    return "\n".join(lines) + "\n"


def least(old, new):
    return new if old is None else tuple(map(min, old, new))


def run_time(compiler, library, file, folder, libweft):
    """Seconds of one pass over the expressions in a build with -O0 -g, after its cost to the compiler."""
    main = folder / "main.cpp"
    main.write_text(f'#include "{file}"\n{MAIN}')
    program = folder / "program"
    command = [compiler, "-std=c++20", "-O0", "-g", *library.flags, str(main), "-o", str(program), libweft, "-lopenblas",
               "-lz", "-lspng", "-lhwy_contrib", "-lhwy", "-lpthread", "-ldl"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stderr}")
    return min(float(subprocess.run([program], check=True, capture_output=True).stdout) for _ in range(3))


def measure(given, compiler, count, folder):
    """library -> {optimised: (seconds, megabytes, kilobytes), debug: the same, run: seconds}"""
    libraries = [one for one in LIBRARIES if not one.probe or Path(one.probe).exists()]
    found = {library.name: {"optimised": None, "debug": None} for library in libraries}
    for _ in range(given.runs):
        for library in libraries:
            file = folder / f"{library.name.replace(' ', '_')}.cpp"
            file.write_text(source(library, count, given.depth))
            for name, flags in (("optimised", ["-O2", "-DNDEBUG"]), ("debug", ["-O0", "-UNDEBUG", "-g"])):
                cost = compile_once(compiler, [*library.flags, *flags], file, folder)
                found[library.name][name] = least(found[library.name][name], cost)
            found[library.name]["run"] = run_time(compiler, library, file, folder, given.weft)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--weft", required=True, help="libweft.a of a build")
    parser.add_argument("--compilers", nargs="+", default=["g++", "clang++-14"])
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--expressions", nargs="+", type=int, default=[10, 50])
    parser.add_argument("--depth", type=int, default=4)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    rows = []
    print("| compiler | expressions | library | -O2 | -O0 -g | -O0 run / by hand |\n|---|---|---|---|---|---|")
    for compiler in filter(shutil.which, given.compilers):
        for count in given.expressions:
            with tempfile.TemporaryDirectory() as folder:
                found = measure(given, compiler, count, Path(folder))
            for library, cost in found.items():
                say = "{:.2f} s, {:.0f} MB, {:.0f} kB".format
                print(f"| {Path(compiler).name} | {count} x {given.depth} | {library} | {say(*cost['optimised'])} "
                      f"| {say(*cost['debug'])} | {cost['run'] / found['by hand']['run']:.1f} |", flush=True)
                rows.append({"compiler": Path(compiler).name, "expressions": count, "depth": given.depth,
                             "library": library, **cost})
    if given.json:
        given.json.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
