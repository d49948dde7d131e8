#!/usr/bin/env python3
"""Asks random questions (random_questions.py) of weft, loops by hand and Eigen, and reports how the ratios spread.

Each question is written as C++ (random_sources.py), compiled in files of some questions, and answered by some
programs: weft as its users compile it and at the flags of the others; loops by hand with and without -ffast-math;
Eigen; for products loops by hand that call MKL, for sorts those that call Highway, where these are installed; and the
oracle, loops in a wider type, with which every result is compared before anything is timed. Then they take turns, as
in run.py. The best is the fastest of the others; a ratio is the median over the rounds of weft's time by that of the
best.

usage: random_run.py --weft LIBWEFT [--seed 1] [--count 300] [--out NAME] [--keep NAME] [--check] [--only REGEX]
                     [--folder FOLDER] [--compiler g++] [--jobs 2] [--rounds 7] [--seconds 0.02] [--patience 20]
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from ctypes.util import find_library
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import random_report
import random_sources
from random_questions import SEEDS, questions
from run import HERE, ROOT, Line, Program, Progress, commit, processor

BEST = ("-O3", "-march=native", "-DNDEBUG")
# weft's archive refers to those of sparse factors that were found when it was built.
LIBRARIES = ("-lopenblas", "-lz", "-lspng", "-lhwy_contrib", "-lhwy", "-lpthread", "-ldl",
             *(f"-l{name}" for name in ("superlu", "cholmod") if find_library(name)))
EIGEN = Path("/usr/include/eigen3")
MKL = ROOT / "build/peers"
HIGHWAY = Path("/usr/include/hwy/contrib/sort/vqsort.h")
INCLUDE = ("-I", str(HERE), "-I", str(ROOT / "include"), "-isystem", str(EIGEN))


@dataclass(frozen=True)
class Maker:
    """One program: the name of what it answers with, what its sources are written in, its flags, where it is not by
    itself the file without which it is left out, and its libraries."""
    name: str
    dialect: str
    flags: tuple
    needs: Path = HERE
    libraries: tuple = LIBRARIES


def mkl_libraries():
    """Of one thread, by their files, as the wheels have no links without a version; and where they find each other."""
    names = ("mkl_intel_lp64", "mkl_sequential", "mkl_core")
    files = [str(file) for name in names for file in sorted((MKL / "lib").glob(f"lib{name}.so*"))[:1]]
    return (*files, f"-Wl,-rpath,{MKL / 'lib'}")


ORACLE = "oracle"
MAKERS = [
    Maker("weft", "weft", ("-O2", "-DNDEBUG", "-fopenmp-simd")),
    Maker("weft, native", "weft", (*BEST, "-fopenmp-simd")),
    Maker("by hand", "loops", BEST),
    Maker("by hand, fast", "fast", (*BEST, "-ffast-math")),
    Maker("Eigen", "eigen", BEST, EIGEN),
    Maker("MKL", "mkl", (*BEST, "-DWEFT_BENCH_MKL", "-DMKL_DIRECT_CALL_SEQ", f"-isystem {MKL / 'include'}"),
          MKL / "include/mkl.h", mkl_libraries()),
    # Its headers refuse -march=native on Zen 5 with their own choice of targets; its library chooses when it runs.
    Maker("Highway", "highway", (*BEST, "-DWEFT_BENCH_HIGHWAY", "-DHWY_COMPILE_ONLY_STATIC"), HIGHWAY),
    Maker(ORACLE, "oracle", ("-O1", "-DNDEBUG")),
]


def written(path, text):
    """A file that says the same stays as old as it is, so that nothing is compiled again."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def build(given, asked):
    """name -> program, by ninja, which knows what changed."""
    lines = [f"compiler = {given.compiler}",
             f"rule compile\n  command = $compiler -std=c++20 $flags {' '.join(INCLUDE)} -MD -MF $out.d -c $in -o $out",
             "  depfile = $out.d\n  deps = gcc",
             "rule link\n  command = $compiler $in $libraries -o $out"]
    programs = {}
    for maker in MAKERS:
        if not maker.needs.exists():
            print(f"left out: {maker.name}: not installed", file=sys.stderr)
            continue
        folder, objects = given.folder / re.sub(r"\W+", "_", maker.name), []
        for file, text in random_sources.sources(asked, maker.dialect, maker.name).items():
            written(folder / file, text)
            objects.append(str((folder / file).with_suffix(".o")))
            lines.append(f"build {objects[-1]}: compile {folder / file}\n  flags = {' '.join(maker.flags)}")
        programs[maker.name] = folder / "program"
        library = f" {given.weft.resolve()}" if maker.dialect == "weft" else ""
        lines.append(f"build {programs[maker.name]}: link {' '.join(objects)}{library}")
        lines.append(f"  libraries = {' '.join(maker.libraries)}")
    written(given.folder / "build.ninja", "\n".join(lines) + "\n")
    if subprocess.run(["ninja", "-C", given.folder, "-j", str(given.jobs)], stdout=sys.stderr).returncode:
        sys.exit("a source does not compile")
    return programs


def start(paths):
    """All pinned to one core with one thread."""
    environment = dict(os.environ)
    for name in ("OPENBLAS", "OMP", "MKL", "WEFT"):
        environment[name + "_NUM_THREADS"] = "1"
    core = max(os.sched_getaffinity(0))
    return [Program([str(path)], environment, core) for path in paths.values()]


def measure(given, asked, programs, folder):
    rows, progress = [], Progress()
    for place, question in enumerate(asked):
        line = Line(question, question.elements, question.type, programs)
        line.check(folder, ORACLE)
        line.programs = [program for program in line.programs if program.library != ORACLE]
        begun = time.monotonic()
        for number in range(0 if given.check else given.rounds):
            if number >= 3 and time.monotonic() - begun > given.patience:
                break
            progress(f"[{place + 1}/{len(asked)}] question {question.number}, round {number + 1}")
            line.round(number, given.seconds)
        rows.append(random_report.row_of(question, line))
    progress("")
    return rows


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--weft", type=Path, required=True, help="libweft.a of a release build")
    parser.add_argument("--seed", type=int, default=SEEDS[0])
    parser.add_argument("--count", type=int, default=300, help="the first so many questions of the seed")
    parser.add_argument("--only", default="", help="questions: REGEX found in `kind type layout`, or a number as =17")
    parser.add_argument("--out", type=Path, help="NAME.json and NAME.md are written; FOLDER/result if not given")
    parser.add_argument("--keep", metavar="NAME", help="also write NAME.json in bench/results, and add to history.json there")
    parser.add_argument("--check", action="store_true", help="compare results, time nothing")
    parser.add_argument("--folder", type=Path, default=ROOT / "build/random", help="for sources and programs")
    parser.add_argument("--compiler", default="g++", help="with a launcher in front, such as `ccache g++`")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.02, help="for one program in one round")
    parser.add_argument("--patience", type=float, default=20, help="seconds for one question, after 3 rounds")
    return parser.parse_args()


def wanted(given, question):
    words = f"{question.kind} {question.type} {question.layout}"
    return re.search(given.only, words) or given.only == f"={question.number}"


def main():
    given = arguments()
    given.folder = given.folder.resolve()
    given.out = given.out or given.folder / "result"
    asked = questions(given.seed, given.count)
    programs = start(build(given, asked))
    with tempfile.TemporaryDirectory() as folder:
        rows = measure(given, [question for question in asked if wanted(given, question)], programs, Path(folder))
    for program in programs:
        program.end()
    libraries = {program.library: {k: program.hello[k] for k in ("version", "compiler")} for program in programs}
    result = {"date": str(date.today()), "processor": processor(), "commit": commit(), "seed": given.seed,
              "load": os.getloadavg()[0], "libraries": libraries, "rows": rows}
    given.out.parent.mkdir(parents=True, exist_ok=True)
    random_report.write(result, given.out)
    if given.keep:
        (ROOT / "bench/results" / f"{given.keep}.json").write_text(random_report.as_json(result))
        random_report.keep(result)
    print(random_report.text(result))
    sys.exit(any(name.startswith("weft") for row in rows for name in row["errors"]))


if __name__ == "__main__":
    main()
