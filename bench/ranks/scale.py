"""What a model of latency and bandwidth says for many ranks, from measurements of one rank and of two.

    mpiexec -n 1 bench_scale > one.txt; mpiexec -n 2 bench_scale > two.txt
    /usr/bin/python3 bench/ranks/scale.py one.txt two.txt bench/results/scale.svg

Prints the fits, the predictions beside what two ranks took, and tables for 64 to 4096 ranks; writes the plot. A message
of b bytes takes a + b / w, where a and w fit the times of messages there and back. A message of an exchange of ghosts
takes more, because its elements have strides: what it takes more is fitted to exchanges of two ranks, and counts on
every machine. A sum of all ranks takes log2 of their number times what it takes on two. The second machine of the
tables is assumed: NETWORK.
"""

import math
import pathlib
import sys

import matplotlib
import numpy

matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "weft"
from matplotlib import pyplot  # noqa: E402

RANKS = [1, 8, 64, 512, 4096]
# Seconds of a message, bytes in a second of one rank, and seconds of a sum of two ranks: a usual fabric of 2020 on.
NETWORK = (2e-6, 5e9, 2.5e-6)
DIRECTIONS = 26


def read(path):
    """The seconds by kind and size."""
    out = {}
    for line in pathlib.Path(path).read_text().splitlines():
        kind, size, _, seconds = line.split()
        out[kind, int(size)] = float(seconds)
    return out


def fitted(two):
    """Latency and bandwidth of messages, of which each counts alike: errors are relative ones."""
    sizes = sorted(size for kind, size in two if kind == "roundtrip")
    half = numpy.array([two["roundtrip", size] / 2 for size in sizes])
    terms = numpy.array([[1 / t, size / t] for size, t in zip(sizes, half)])
    (latency, per_byte), *_ = numpy.linalg.lstsq(terms, numpy.ones(len(sizes)), rcond=None)
    return latency, 1 / per_byte


def shell(a, b, c):
    """Bytes of the ghosts of a x b x c points, one layer in all directions."""
    return 8 * ((a + 2) * (b + 2) * (c + 2) - a * b * c)


def strided(two, latency, bandwidth):
    """What a message of an exchange takes more: seconds, and seconds a byte."""
    sizes = (16, 32, 64, 128)
    time = numpy.array([two["exchange", n] for n in sizes])
    terms = numpy.array([[DIRECTIONS / t, shell(n / 2, n, n) / t] for n, t in zip(sizes, time)])
    (message, byte), *_ = numpy.linalg.lstsq(terms, numpy.ones(len(sizes)), rcond=None)
    return message - latency, byte - 1 / bandwidth


def exchange(block, machine, more):
    latency, bandwidth, _ = machine
    return DIRECTIONS * (latency + more[0]) + shell(*block) * (1 / bandwidth + more[1])


def heat(points, ranks, point, machine, more):
    """Seconds of a step on points^3 in all; nothing is computed while ghosts travel."""
    n = points / ranks ** (1 / 3)
    return n**3 * point + (exchange((n, n, n), machine, more) if ranks > 1 else 0)


def gradients(points, ranks, row, machine):
    """Seconds of an iteration of cg on points^2 rows: a halo of a line on both sides, and two sums."""
    latency, bandwidth, pair = machine
    work = points**2 / ranks * row
    return work + (2 * (latency + 8 * points / bandwidth) + 2 * pair * math.log2(ranks) if ranks > 1 else 0)


def table(title, time, sizes, machines):
    print(f"\n{title}\n\n| ranks | " + " | ".join(f"{name}, {size}" for name in machines for size in sizes) + " |")
    print("|---" * (1 + len(machines) * len(sizes)) + "|")
    for ranks in RANKS:
        cells = [f"{time(size, 1, m) / time(size, ranks, m) / ranks:.0%}" for m in machines.values() for size in sizes]
        print(f"| {ranks} | " + " | ".join(cells) + " |")


def plot(path, curves):
    figure, axes = pyplot.subplots(figsize=(7, 4.2))
    ranks = numpy.logspace(0, 12, 49, base=2)
    for label, time, style in curves:
        axes.semilogx(ranks, [time(1) / time(p) for p in ranks], style, base=2, label=label)
    axes.semilogx(ranks, ranks, "k:", base=2, linewidth=1, label="ideal")
    axes.set(xlabel="ranks", ylabel="speed beside one rank", yscale="log", xlim=(1, 4096), ylim=(1, 4096))
    axes.set_yscale("log", base=2)
    axes.grid(alpha=0.3)
    axes.legend(fontsize=8)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def main(one_path, two_path, picture):
    one, two = read(one_path), read(two_path)
    latency, bandwidth = fitted(two)
    here = (latency, bandwidth, two["sum", 8])
    more = strided(two, latency, bandwidth)
    print(f"a message: {latency * 1e6:.2f} us + bytes / {bandwidth / 1e9:.1f} GB/s; a sum of two: {here[2] * 1e6:.2f} us")
    print(f"in an exchange: {more[0] * 1e6:.2f} us more, and {more[1] * 1e9:.3f} ns a byte more")
    point, row = one["step", 128] / 128**3, one["20iterations", 512] / 20 / 512**2
    print(f"a point of heat: {point * 1e9:.2f} ns; a row of an iteration: {row * 1e9:.2f} ns")
    print("\n| points | heat on one rank, us | on two, us | the model, us | gain |\n|---|---|---|---|---|")
    for n in (16, 32, 64, 128):
        own = one["step", n] / n**3
        model = n**3 / 2 * own + exchange((n / 2, n, n), here, more)
        print(f"| {n}^3 | {one['heat', n] * 1e6:.0f} | {two['heat', n] * 1e6:.0f} | {model * 1e6:.0f} | "
              f"{one['heat', n] / two['heat', n]:.2f} |")
    print("\n| rows | an iteration on one rank, us | on two, us | the model, us | gain |\n|---|---|---|---|---|")
    for n in (64, 256, 512):
        a, b = (times["20iterations", n] / 20 for times in (one, two))
        model = gradients(n, 2, a / n**2, here)
        print(f"| {n}^2 | {a * 1e6:.0f} | {b * 1e6:.0f} | {model * 1e6:.0f} | {a / b:.2f} |")
    machines = {"one machine": here, "network": NETWORK}
    table("heat on n^3 points, share of the ideal speed", lambda n, p, m: heat(n, p, point, m, more), [256, 1024], machines)
    table("cg on n^2 rows", lambda n, p, m: gradients(n, p, row, m), [1024, 8192], machines)
    plot(picture, [
        ("heat, $256^3$, network", lambda p: heat(256, p, point, NETWORK, more), "C0--"),
        ("heat, $1024^3$, network", lambda p: heat(1024, p, point, NETWORK, more), "C0-"),
        ("cg, $1024^2$ rows, network", lambda p: gradients(1024, p, row, NETWORK), "C1--"),
        ("cg, $8192^2$ rows, network", lambda p: gradients(8192, p, row, NETWORK), "C1-"),
        ("heat, $1024^3$, messages as measured", lambda p: heat(1024, p, point, here, more), "C2-"),
    ])


if __name__ == "__main__":
    main(*sys.argv[1:])
