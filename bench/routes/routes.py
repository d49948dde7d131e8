#!/usr/bin/env python3
"""Times products as weft routes them, on its own kernels and by BLAS, and says what the route loses to the better.

Each is a worker (products.cpp) under another WEFT_GEMM; they take turns, and the fastest round counts, because other
programs slow the others down. One thread is pinned to the last core, two are not. `free` leaves weft one thread and
BLAS two, as a program has them where nobody sets a number. The loss is the time of the way that weft chose, by
whichever of its two workers took less, over that of the better way.

usage: routes.py WORKER [--library FOLDER:NAME]... [--threads 1 2 free] [--rounds 15] [--only REGEX] [--out FILE]
FOLDER holds a libopenblas.so.0 to be loaded in place of the linked one; without --library that one is measured.
"""
import argparse
import os
import re
import subprocess
import sys
import time
from datetime import date
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "peers"))
from run import processor  # noqa: E402

WAYS = ("auto", "own", "blas")
MOST = 1.05
SPIN = 0.04  # seconds until the threads of OpenBLAS sleep, and those of MKL with the KMP_BLOCKTIME below

SQUARES = [(n, n, n, 1) for n in (4, 8, 16, 32, 48, 64, 96, 128, 192, 256, 320, 352, 384, 448, 512, 640, 768, 1000)]
TALL = [(2000, 16, 16, 1), (2000, 64, 64, 1), (20000, 32, 32, 1), (16, 2000, 16, 1), (64, 2000, 64, 1),
        (300, 300, 20, 1), (1000, 1000, 10, 1), (16, 16, 2000, 1), (64, 64, 4000, 1), (8, 8, 20000, 1)]
VECTORS = [(n, 1, n, 1) for n in (8, 32, 64, 100, 200, 400, 1000, 2000)] + [(20000, 1, 20, 1), (20, 1, 20000, 1)]
STACKS = [(4, 4, 4, 1000), (8, 8, 8, 1000), (16, 16, 16, 1000), (32, 32, 32, 200), (64, 64, 64, 100), (128, 128, 128, 10)]


def environment_of(folder, way, threads):
    weft, blas = {"1": (1, 1), "2": (2, 2), "free": (None, 2)}[threads]
    out = {name: value for name, value in os.environ.items() if not name.endswith("_NUM_THREADS")}
    out |= {"WEFT_GEMM": way, "MKL_INTERFACE_LAYER": "LP64", "MKL_THREADING_LAYER": "INTEL", "KMP_BLOCKTIME": "1"}
    out |= {f"{name}_NUM_THREADS": str(blas) for name in ("OPENBLAS", "OMP", "MKL")}
    if weft is None:
        del out["OMP_NUM_THREADS"]  # which weft reads too
    else:
        out["WEFT_NUM_THREADS"] = str(weft)
    if folder:
        out["LD_LIBRARY_PATH"] = str(folder)
    return out


class Worker:
    def __init__(self, given, folder, way, threads):
        cores = {max(os.sched_getaffinity(0))} if threads == "1" else os.sched_getaffinity(0)
        self.process = subprocess.Popen([given.worker], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        env=environment_of(folder, way, threads),
                                        preexec_fn=lambda: os.sched_setaffinity(0, cores))
        self.build, self.spin = {}, 0 if threads == "1" else SPIN
        for line in iter(self.process.stdout.readline, "ready\n"):
            name, _, text = line.strip().partition(": ")
            self.build[name] = text

    def ask(self, kind, shape):
        print(kind, *shape, file=self.process.stdin, flush=True)
        taken, _, route = self.process.stdout.readline().strip().partition(" ")
        time.sleep(self.spin)
        return float(taken), route

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def is_own(route):
    return route.startswith(("own", "inline"))


def measured(workers, kind, shape, rounds):
    times, routes = {way: [] for way in WAYS}, {}
    for number in range(rounds):
        for way in (WAYS, WAYS[::-1])[number % 2]:
            taken, routes[way] = workers[way].ask(kind, shape)
            times[way].append(taken)
    found = {way: min(times[way]) for way in WAYS}
    own = is_own(routes["auto"])
    found["loss"] = min(found["auto"], found["own" if own else "blas"]) / min(found.values())
    found["route"] = "own" if own else "BLAS"
    return found


def named(m, n, k, count):
    return (f"{count} x " if count > 1 else "") + (f"{m} x {k} by a vector" if n == 1 else f"{m} x {k} by {k} x {n}")


def table(given, folder, threads):
    workers = {way: Worker(given, folder, way, threads) for way in WAYS}
    build, lines = workers["auto"].build, []
    for kind in ("double", "float"):
        for shape in SQUARES + TALL + VECTORS + STACKS:
            if not re.search(given.only, f"{kind} {named(*shape)}"):
                continue
            r = measured(workers, kind, shape, given.rounds)
            loss = f"**{r['loss']:.2f}**" if r["loss"] > MOST else f"{r['loss']:.2f}"
            times = " | ".join(f"{r[way] / 1000:.3g}" for way in WAYS)
            lines.append((r["loss"], f"| {kind} | {named(*shape)} | {r['route']} | {times} | {loss} |"))
    for worker in workers.values():
        worker.end()
    return build, lines


def section(given, folder, name, threads):
    build, lines = table(given, folder, threads)
    over = sum(loss > MOST for loss, _ in lines)
    who = {"1": "One thread", "2": "Two threads", "free": "weft with one thread, BLAS with two"}[threads]
    text = [f"## {name or build['BLAS'].split(',')[0]}: {who[0].lower() + who[1:] if name else who}", "",
            f"`build_info()`: {build['BLAS']}; products: {build['products']}. {over} of {len(lines)} lines lose more than "
            f"5 %.", "", "| element | product | route | as routed, µs | own kernels | BLAS | loss |",
            "|---|---|---|---|---|---|---|", *(line for _, line in lines), ""]
    return "\n".join(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("worker", type=Path)
    parser.add_argument("--library", action="append", default=[], metavar="FOLDER:NAME")
    parser.add_argument("--threads", nargs="+", default=["1", "2", "free"], choices=["1", "2", "free"])
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--only", default="", help="REGEX found in `double 64 x 64 by 64 x 64`")
    parser.add_argument("--out", type=Path, help="a file that the sections are added to")
    given = parser.parse_args()
    given.worker = given.worker.resolve()
    print(f"{date.today()}, {processor()}", file=sys.stderr)
    for library in given.library or [":"]:
        folder, _, name = library.partition(":")
        for threads in given.threads:
            text = section(given, folder, name, threads)
            if given.out:
                with given.out.open("a") as file:
                    file.write(text + "\n")
            else:
                print(text)


if __name__ == "__main__":
    main()
