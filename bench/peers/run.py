#!/usr/bin/env python3
"""Asks all libraries the same questions in one sitting, and writes what they took.

Each library is a program that waits (peer.hpp, python.py). A result is compared with that of the loops by hand before
anything is timed. Then the libraries take turns, round after round, all on the last core that may be used, with one
thread each and in other places of memory in each round.

usage: run.py PROGRAMS [--python PYTHON] [--out NAME] [--keep NAME] [--quick] [--rounds N] [--seconds S] [--patience S]
              [--only REGEX] [--libraries REGEX] [--threads N]
"""
import argparse
import json
import os
import platform
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import time
from datetime import date
from pathlib import Path
from statistics import median

import report
from questions import MACHINE, QUESTIONS, tolerance_of

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
TWIN = "by hand"
SLOW = 30  # a library that takes this many times the twin's time is asked in the first rounds only
SPIN = 0.25  # seconds after a turn until its waiting threads have left the processor: those of MKL spin for 0.2
FEWEST = 3  # rounds, of a question on which the time for one question is spent before all rounds are


class Program:
    """A library, waiting."""

    def __init__(self, command, environment, core):
        self.command = command
        pin = (lambda: os.sched_setaffinity(0, {core})) if core is not None else None
        # Ctrl-C is for the driver: the programs end when their input does.
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        env=environment, preexec_fn=pin, start_new_session=True)
        self.hello = self.read()
        self.library = self.hello.get("library", str(command[-1]))

    def read(self):
        line = self.process.stdout.readline()
        try:
            return json.loads(line)
        except ValueError:
            return {"error": f"ended ({self.process.poll()})" if not line else f"said {line.strip()}"}

    def ask(self, *words):
        try:
            self.process.stdin.write(" ".join(map(str, words)) + "\n")
            self.process.stdin.flush()
        except OSError:
            return {"error": "ended"}
        return self.read()

    def answers(self, question, kind):
        return f"{question} {kind}" in self.hello.get("answers", [])

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def processor():
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    fields = dict([part.strip() for part in line.split(":", 1)] for line in lines if ":" in line)
    return f"{fields.get('model name', '?')} (family {fields.get('cpu family', '?')}, model {fields.get('model', '?')})"


def commit():
    """Of weft, as git describes it; empty outside a repository."""
    try:
        return subprocess.run(["git", "-C", ROOT, "describe", "--always", "--dirty"], capture_output=True, text=True,
                              check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def load_npy_bytes(path):
    """The elements of a one-byte .npy file."""
    content = Path(path).read_bytes()
    return content[10 + struct.unpack("<H", content[8:10])[0]:]


def prepare(folder):
    """The files that programs read: the digits as doubles, and operand 0 of a 1000 x 1000 array as .npy."""
    digits = load_npy_bytes(ROOT / "examples/data/digits.npy")
    (folder / "digits.raw").write_bytes(struct.pack(f"<{len(digits)}d", *digits))
    for question in QUESTIONS:
        for n in question.sizes if question.name == "npy" else ():
            header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({n}, {n}), }}".ljust(117) + "\n"
            values = (0.5 + i * 7919 % 1021 / 1024 for i in range(n * n))
            (folder / f"{n}.npy").write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", 118) + header.encode()
                                              + struct.pack(f"<{n * n}d", *values))


def start(given, folder):
    """The programs that run, and what was left out and why."""
    environment = dict(os.environ, WEFT_BENCH_DATA=str(folder), JAX_PLATFORMS="cpu", JAX_ENABLE_X64="1",
                       XLA_FLAGS="--xla_cpu_multi_thread_eigen=" + ("false" if given.threads == 1 else "true"))
    for name in ("OPENBLAS", "OMP", "MKL", "NUMEXPR", "WEFT"):
        environment[name + "_NUM_THREADS"] = str(given.threads)
    if given.threads > 1:
        environment["WEFT_BENCH_WALL"] = "1"
    core = max(os.sched_getaffinity(0)) if given.threads == 1 else None
    commands = [[str(path)] for path in sorted(given.programs.iterdir()) if os.access(path, os.X_OK)]
    commands += [[python, "-B", str(HERE / "python.py"), name] for name, python in
                 [("numpy", "/usr/bin/python3"), ("scipy", "/usr/bin/python3"), ("numexpr", given.python),
                  ("jax", given.python), ("torch", given.python)] if shutil.which(python)]
    programs, left_out = [], {}
    for command in commands:
        program = Program(command, environment, core)
        name = Path(command[-1]).name.removeprefix("peer_")
        if "answers" in program.hello:
            programs.append(program)
        else:
            left_out[name] = program.hello["error"]
    known = {"eigen", "xtensor", "armadillo", "blitz", "fortran", "highway", "mkl", "cholmod", "numpy", "scipy",
             "numexpr", "jax", "torch"}
    running = {Path(program.command[-1]).name.removeprefix("peer_") for program in programs}
    for name in sorted(known - running - set(left_out)):
        left_out[name] = "not installed"
    order = {"weft": 0, report.NATIVE: 1, TWIN: 2}
    programs.sort(key=lambda program: order.get(program.library, 3))
    wanted = [p for p in programs if p.library == TWIN or re.search(given.libraries, p.library)]
    return wanted, left_out


class Line:
    """One question of one size and type."""

    def __init__(self, question, n, kind, programs):
        self.question, self.n, self.kind = question, n, kind
        self.programs = [program for program in programs if program.answers(question.name, kind)]
        self.key = (question.name, n, kind)
        self.seconds, self.worst, self.errors = {}, {}, {}

    def check(self, folder, oracle=TWIN):
        """Those that agree with the oracle stay."""
        file = folder / "expected"
        twin = next((p for p in self.programs if p.library == oracle), None)
        wrote = twin.ask("write", *self.key, file) if twin else {"error": f"nothing from {oracle}"}
        for program in self.programs:
            answer = wrote if program is twin or "error" in wrote else program.ask("check", *self.key, file)
            worst = answer.get("worst", 0)
            if "error" in answer or not worst <= tolerance_of(self.question, self.kind):
                self.errors[program.library] = answer.get("error", f"differs by {worst:.2g}")
            self.worst[program.library] = worst
        self.programs = [program for program in self.programs if program.library not in self.errors]
        file.unlink(missing_ok=True)

    def round(self, number, seconds, pause=0.0):
        first = number % max(1, len(self.programs))
        for program in self.programs[first:] + self.programs[:first]:
            taken = self.seconds.get(program.library, [])
            if number > 1 and taken and median(taken) > SLOW * self.of_twin():
                continue
            time.sleep(pause)
            answer = program.ask("time", *self.key, seconds, number)
            if "error" in answer:
                self.errors[program.library] = answer["error"]
            else:
                self.seconds.setdefault(program.library, []).append(median(answer["seconds"]))

    def of_twin(self):
        return median(self.seconds.get(TWIN, [float("inf")]))

    def rows(self):
        key = {"question": self.question.name, "size": self.n, "type": self.kind}
        for library, rounds in self.seconds.items():
            yield dict(key, library=library, seconds=quartiles(rounds), rounds=rounds, worst=self.worst[library])
        for library, error in self.errors.items():
            yield dict(key, library=library, error=error)


def quartiles(values):
    values = sorted(values)
    return [values[round(q * (len(values) - 1))] for q in (0.25, 0.5, 0.75)]


class Progress:
    """One line that changes; where that cannot be shown, a line every ten seconds."""
    last = time.monotonic()

    def __call__(self, text):
        if sys.stderr.isatty():
            sys.stderr.write("\r\033[K" + text)
        elif text and time.monotonic() - self.last > 10:
            self.last = time.monotonic()
            sys.stderr.write(text + "\n")
        sys.stderr.flush()


def lines_of(given, programs):
    for question in QUESTIONS:
        sizes = question.sizes if not given.quick else question.sizes[:1]
        for kind in question.types:
            for n in sizes:
                if re.search(given.only, f"{question.name} {n} {kind}"):
                    yield Line(question, n, kind, programs)


def ask(given, line, folder, say):
    line.check(folder)
    start = time.monotonic()
    for number in range(given.rounds):
        if number >= FEWEST and time.monotonic() - start > given.patience:
            break
        say(f"{' '.join(map(str, line.key))}, round {number + 1} of {given.rounds}")
        line.round(number, given.seconds, SPIN if given.threads > 1 else 0)


def measure(given, programs, folder):
    """The rows of all lines; of those so far when somebody presses Ctrl-C."""
    lines, rows, progress, began = list(lines_of(given, programs)), [], Progress(), time.monotonic()
    for done, line in enumerate(lines):
        left = (time.monotonic() - began) / max(1, done) * (len(lines) - done) / 60
        place, end = f"[{done + 1}/{len(lines)}] ", f", {left:.0f} min left" if done > 5 else ""
        try:
            ask(given, line, folder, lambda text: progress(place + text + end))
        except KeyboardInterrupt:
            break
        rows += line.rows()
    progress("")
    return rows


def machine(programs, seconds):
    """GB/s, and GFLOP/s in either precision, of one core."""
    twin, found = next(p for p in programs if p.library == TWIN), {}
    for (name, n, kind, amount), key in MACHINE.items():
        times = [t for k in range(3) for t in twin.ask("time", name, n, kind, seconds, k).get("seconds", [])]
        if times:
            found[key] = n * amount / min(times) / 1e9
    return found


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=Path, help="folder of the programs, as the preset bench builds them")
    parser.add_argument("--python", default=str(ROOT / "build/peers/bin/python"), help="with numexpr, JAX and PyTorch")
    parser.add_argument("--out", type=Path, default=Path("peers"), help="NAME.json, NAME.md and NAME-*.svg are written")
    parser.add_argument("--keep", metavar="NAME", help="also write NAME.json in bench/results, and add to history.json there")
    parser.add_argument("--quick", action="store_true", help="the smallest size of each question, one short round")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.02, help="for one library in one round")
    parser.add_argument("--patience", type=float, default=20, help=f"seconds for one line, after {FEWEST} rounds")
    parser.add_argument("--only", default="", help="questions: REGEX found in `name size type`")
    parser.add_argument("--libraries", default="", help="REGEX found in the library's name")
    parser.add_argument("--threads", type=int, default=1, help="more than one: not pinned, and the clock on the wall")
    given = parser.parse_args()
    if given.quick:
        given.rounds, given.seconds = 1, 0.002
    return given


def main():
    given = arguments()
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        prepare(folder)
        programs, left_out = start(given, folder)
        rows = measure(given, programs, folder)
        result = {"date": str(date.today()), "processor": processor(), "commit": commit(), "threads": given.threads,
                  "machine": machine(programs, given.seconds), "left_out": left_out,
                  "libraries": {p.library: {k: p.hello[k] for k in ("version", "compiler")} for p in programs},
                  "rows": rows}
        for program in programs:
            program.end()
    given.out.parent.mkdir(parents=True, exist_ok=True)
    report.write(result, given.out)
    if given.keep:
        kept = ROOT / "bench/results" / f"{given.keep}.json"
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(report.as_json(result))
        report.keep(result)
    wrong = [row for row in rows if "error" in row]
    for row in wrong:
        print(f"{row['library']}: {row['question']} {row['size']} {row['type']}: {row['error']}")
    for name, why in left_out.items():
        print(f"left out: {name}: {why}")
    sys.exit(any(row["library"] == "weft" for row in wrong))


if __name__ == "__main__":
    main()
