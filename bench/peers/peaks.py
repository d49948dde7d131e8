#!/usr/bin/env python3
"""Writes how much memory the gradients of each library need at most, beside what they had before.

For each line a program begins anew and answers the smallest size of the question, so that its code is loaded. What its
resident memory then grows to while it answers, operands and compilers included, is the figure.

usage: peaks.py PROGRAMS [--python PYTHON] [--only REGEX]
"""
import argparse
import re
import tempfile
from pathlib import Path

from questions import GRADIENTS
from run import ROOT, prepare, start

LIBRARIES = "^weft$|JAX|PyTorch"


def resident(process, field):
    """Bytes: VmRSS now, VmHWM at most since it was last reset."""
    for line in Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith(field + ":"):
            return int(line.split()[1]) * 1024
    raise ValueError(field)


def peak(program, question, n, kind):
    """Bytes, or None where it has no answer."""
    if not program.answers(question.name, kind):
        return None
    if n > question.sizes[0]:
        program.ask("time", question.name, question.sizes[0], kind, 0, 0)
    before = resident(program.process, "VmRSS")
    Path(f"/proc/{program.process.pid}/clear_refs").write_text("5")
    if "seconds" not in program.ask("time", question.name, n, kind, 0, 0):
        return None
    return resident(program.process, "VmHWM") - before


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=Path)
    parser.add_argument("--python", default=str(ROOT / "build/peers/bin/python"))
    parser.add_argument("--only", default="")
    given = parser.parse_args()
    given.threads, given.libraries = 1, LIBRARIES
    with tempfile.TemporaryDirectory() as folder:
        prepare(Path(folder))
        rows, names = [], []
        for question in GRADIENTS:
            for n, kind in ((n, kind) for n in question.sizes for kind in question.types):
                if not re.search(given.only, f"{question.name} {n} {kind}"):
                    continue
                programs, _ = start(given, Path(folder))
                programs = [program for program in programs if re.search(LIBRARIES, program.library)]
                names = [program.library for program in programs]
                peaks = [peak(program, question, n, kind) for program in programs]
                for program in programs:
                    program.end()
                rows.append((f"{question.name} {n} {kind}", peaks))
    print("| MB | " + " | ".join(names) + " |\n" + "|---" * (1 + len(names)) + "|")
    for name, peaks in rows:
        print(f"| {name} | " + " | ".join("" if p is None else f"{p / 1e6:.1f}" for p in peaks) + " |")


if __name__ == "__main__":
    main()
