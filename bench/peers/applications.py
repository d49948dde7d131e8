#!/usr/bin/env python3
"""The programs of examples/simulation in NumPy, each compared with the loops in C that bench/applications.cpp and
bench/nas_mg.cpp compare with weft. Prints for each the milliseconds of a step in NumPy and in C, and the lines of code in
NumPy and in weft: lines with a word, without comments, imports and the lines that open a namespace.

usage: applications.py [compiler of C]
"""
import ctypes
import inspect
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent


# Heat and Gray-Scott: fields without ghosts, because a torus is what np.roll knows.
def around(u):
    return sum(np.roll(u, shift, axis) for axis in range(u.ndim) for shift in (1, -1))


def heat(u, r):
    return u + r * (around(u) - 6 * u)


def gray_scott(u, v, feed, kill):
    reaction = u * v * v
    return (u + 0.16 * (around(u) - 4 * u) - reaction + feed * (1 - u),
            v + 0.08 * (around(v) - 4 * v) + reaction - (feed + kill) * v)


# Shallow water
GRAVITY = 9.81


def sweep(depth, along, across, axis, r):
    h, a, c = (np.moveaxis(q, axis, 0) for q in (depth, along, across))
    for ghost, inner in ((0, 1), (-1, -2)):
        h[ghost], a[ghost], c[ghost] = h[inner], -a[inner], c[inner]
    u = a / h
    fastest = abs(u) + np.sqrt(GRAVITY * h)
    speed = np.maximum(fastest[:-1], fastest[1:])
    carried = (h, a), (a, a * u + GRAVITY / 2 * h * h), (c, c * u)
    fluxes = [r / 2 * (f[:-1] + f[1:] - speed * np.diff(q, axis=0)) for q, f in carried]
    for q, f in zip((h, a, c), fluxes):
        q[1:-1] -= np.diff(f, axis=0)


def longest(depth, hu, hv):
    speed = np.maximum(abs(hu), abs(hv)) / depth + np.sqrt(GRAVITY * depth)
    return 0.9 / speed[1:-1, 1:-1].max()


def water_step(depth, hu, hv, r):
    sweep(depth, hu, hv, 0, r)
    sweep(depth, hv, hu, 1, r)


# Lattice Boltzmann
X, Y = [0, 1, 0, -1, 0, 1, -1, -1, 1], [0, 0, 1, 0, -1, 1, 1, -1, -1]
OPPOSITE = [0, 3, 4, 1, 2, 7, 8, 5, 6]
WEIGHT = [4 / 9] + 4 * [1 / 9] + 4 * [1 / 36]


def velocity(f):
    density = f.sum(0)
    return density, np.tensordot(X, f, 1) / density, np.tensordot(Y, f, 1) / density


def shifted(by, n):
    return slice(1 + by, n + 1 + by)


def cavity_step(f, lid, rate):
    n = f.shape[1] - 2
    inner, new = f[:, 1:-1, 1:-1], np.zeros_like(f)
    density, u, v = velocity(inner)
    for k in range(9):
        along = 3 * (X[k] * u + Y[k] * v)
        balance = WEIGHT[k] * density * (1 + along + along * along / 2 - 1.5 * (u * u + v * v))
        new[k, shifted(Y[k], n), shifted(X[k], n)] = inner[k] + rate * (balance - inner[k])
    for k in range(1, 9):
        back, gone = new[OPPOSITE[k]], new[k]
        side, top = (n + 1 if s > 0 else 0 for s in (X[k], Y[k]))
        if X[k] != 0:
            back[1:-1, side - X[k]] = gone[shifted(Y[k], n), side]
        if Y[k] != 0:
            back[top - Y[k], 1:-1] = gone[top, shifted(X[k], n)] - (6 * WEIGHT[k] * X[k] * lid if Y[k] > 0 else 0)
    return new


# Poisson
def neighbours(u):
    return u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]


def poisson_residual(u, f, h):
    return np.pad(f[1:-1, 1:-1] + (neighbours(u) - 4 * u[1:-1, 1:-1]) / (h * h), 1)


def poisson_smooth(u, f, h):
    for _ in range(2):
        u[1:-1, 1:-1] = 0.2 * (u[1:-1, 1:-1] + neighbours(u) + h * h * f[1:-1, 1:-1])


def poisson_cycle(u, f, h):
    poisson_smooth(u, f, h)
    if len(u) > 3:
        r = poisson_residual(u, f, h)
        rows = 0.25 * (r[1:-3:2] + r[3::2]) + 0.5 * r[2:-2:2]
        coarse = np.pad(0.25 * (rows[:, 1:-3:2] + rows[:, 3::2]) + 0.5 * rows[:, 2:-2:2], 1)
        e = np.zeros_like(coarse)
        poisson_cycle(e, coarse, 2 * h)
        x = np.empty((len(e), len(u)))
        x[:, ::2] = e
        x[:, 1::2] = 0.5 * (e[:, :-1] + e[:, 1:])
        u[::2] += x
        u[1::2] += 0.5 * (x[:-1] + x[1:])
    poisson_smooth(u, f, h)


# The benchmark MG of NAS
def fill_ghosts(u):
    for axis in range(3):
        v = np.moveaxis(u, axis, 0)
        v[0], v[-1] = v[-2], v[1]


def stencil(u, w):
    middle = u[1:-1, 1:-1]
    near = u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]
    far = u[:-2, :-2] + u[:-2, 2:] + u[2:, :-2] + u[2:, 2:]
    beside = w[1] * middle + w[2] * near + w[3] * far
    return (w[0] * middle + w[1] * near + w[2] * far)[..., 1:-1] + beside[..., :-2] + beside[..., 2:]


def mg_residual(r, v, u):
    r[1:-1, 1:-1, 1:-1] = v[1:-1, 1:-1, 1:-1] + stencil(u, (8 / 3, 0, -1 / 6, -1 / 12))
    fill_ghosts(r)


def mg_smooth(u, r):
    u[1:-1, 1:-1, 1:-1] += stencil(r, (-3 / 8, 1 / 32, -1 / 64, 0))
    fill_ghosts(u)


def restrict_to(coarse, x):
    for _ in range(3):
        x = np.moveaxis(x[2:-1:2] + 0.5 * (x[1:-2:2] + x[3::2]), 0, 2)
    coarse[1:-1, 1:-1, 1:-1] = 0.5 * x
    fill_ghosts(coarse)


def interpolate(u, x):
    for _ in range(3):
        y = np.empty((2 * len(x) - 2,) + x.shape[1:])
        y[::2] = x[:-1]
        y[1::2] = 0.5 * (x[:-1] + x[1:])
        x = np.moveaxis(y, 0, 2)
    u += x


def mg_levels(n):
    return [np.zeros(3 * (2**k + 2,)) for k in range(1, n.bit_length())]


def mg_cycle(u, r, v):
    for level in range(len(r) - 1, 0, -1):
        restrict_to(r[level - 1], r[level])
    u[0][:] = 0
    mg_smooth(u[0], r[0])
    for level in range(1, len(r)):
        finest = level == len(r) - 1
        if not finest:
            u[level][:] = 0
        interpolate(u[level], u[level - 1])
        mg_residual(r[level], v if finest else r[level], u[level])
        mg_smooth(u[level], r[level])


# Sod
HEATS = 1.4


def sides(a):
    d = np.diff(a)
    p, q = d[:-1], d[1:]
    half = 0.5 * np.where(p * q <= 0, 0, np.where(abs(p) < abs(q), p, q))
    return a[1:-2] + half[:-1], a[2:-1] - half[1:]


def sod_change(d, m, e, h):
    u = m / d
    p = (HEATS - 1) * (e - m * u / 2)
    (dl, dr), (ul, ur), (pl, pr) = sides(d), sides(u), sides(p)
    cl, cr = np.sqrt(HEATS * pl / dl), np.sqrt(HEATS * pr / dr)
    low, high = np.minimum(np.minimum(ul - cl, ur - cr), 0), np.maximum(np.maximum(ul + cl, ur + cr), 0)
    ml, mr, el, er = dl * ul, dr * ur, pl / (HEATS - 1) + dl * ul * ul / 2, pr / (HEATS - 1) + dr * ur * ur / 2
    scale = 1 / (h * (high - low))
    between = ((dl, dr, ml, mr), (ml, mr, ml * ul + pl, mr * ur + pr), (el, er, (el + pl) * ul, (er + pr) * ur))
    return [-np.diff(scale * (high * f - low * g + high * low * (r - l))) for l, r, f, g in between]


# The comparison
def build_twins(compiler, folder):
    library = pathlib.Path(folder) / "twins.so"
    sources = [str(HERE.parent / "twins" / name) for name in ("applications.c", "nas_mg.c")]
    subprocess.run([compiler, "-O3", "-march=native", "-fno-math-errno", "-fno-trapping-math", "-shared", "-fPIC", "-o",
                    str(library), *sources, "-lm"], check=True)
    return ctypes.CDLL(str(library))


def call(function, *arguments):
    """Arrays as pointers, integers as ptrdiff_t, numbers as doubles, a list of arrays as a table of pointers."""
    def passed(a):
        if isinstance(a, list):
            return (ctypes.c_void_p * len(a))(*(x.ctypes.data for x in a))
        if isinstance(a, np.ndarray):
            return ctypes.c_void_p(a.ctypes.data)
        return ctypes.c_ssize_t(a) if isinstance(a, int) else ctypes.c_double(a)
    function(*map(passed, arguments))


def inner(a):
    return a[(slice(1, -1),) * a.ndim]


def padded(a):
    return np.pad(a, 1, mode="wrap")


def seconds(f):
    times = []
    for _ in range(5):
        start = time.process_time()
        f()
        times.append(time.process_time() - start)
    return sorted(times)[2]


def numbers(seed, *shape):
    return np.random.default_rng(seed).random(shape)


def heat_pair(twins, n):
    u = numbers(1, n, n, n)
    ghosts, new = padded(u), np.zeros(3 * (n + 2,))
    return lambda: heat(u, 0.1), lambda: (call(twins.twin_heat, n, new, ghosts, 0.1), inner(new))[1]


def gray_scott_pair(twins, n):
    u, v = numbers(1, n, n), numbers(2, n, n)
    a, b, p, q = padded(u), padded(v), np.zeros((n + 2, n + 2)), np.zeros((n + 2, n + 2))
    def twin():
        call(twins.twin_gray_scott, n, p, q, a, b, 0.035, 0.06)
        return inner(p), inner(q)
    return lambda: gray_scott(u, v, 0.035, 0.06), twin


def water_pair(twins, n):
    start = 1 + 0.1 * numbers(1, n + 2, n + 2)
    work = np.zeros(6 * (n + 2))
    def stepped(step):
        w = start.copy(), 0.1 * start, 0 * start
        step(*w)
        return [inner(q) for q in w]
    return (lambda: stepped(lambda *w: water_step(*w, 0.1)),
            lambda: stepped(lambda *w: call(twins.twin_water, n, *w, 0.1, work)))


def cavity_pair(twins, n):
    f = np.array(WEIGHT)[:, None, None] * (1 + 0.1 * numbers(1, 9, n + 2, n + 2))
    new = np.zeros_like(f)
    def twin():
        call(twins.twin_cavity, n, f, new, 0.1, 1.2)
        return new[:, 1:-1, 1:-1]
    return lambda: cavity_step(f, 0.1, 1.2)[:, 1:-1, 1:-1], twin


def poisson_pair(twins, n):
    f, work = numbers(1, n + 1, n + 1), np.zeros(3 * (n + 1) * (n + 2))
    def improved(cycle):
        u = np.zeros_like(f)
        cycle(u)
        return u
    return (lambda: improved(lambda u: poisson_cycle(u, f, 1 / n)),
            lambda: improved(lambda u: call(twins.twin_poisson, n + 1, u, f, 1 / n, work)))


def mg_pair(twins, n):
    v = padded(numbers(1, n, n, n) - 0.5)
    u, r = mg_levels(n), mg_levels(n)
    def improved(residual, cycle):
        u[-1][:] = 0
        residual(r[-1], v, u[-1])
        cycle()
        return u[-1].copy()
    return (lambda: improved(mg_residual, lambda: mg_cycle(u, r, v)),
            lambda: improved(lambda *a: call(twins.twin_mg_residual, n, *a), lambda: call(twins.twin_mg, n, r, u, v)))


def sod_pair(twins, n):
    one = 1 + numbers(1, n + 4)
    q = one, one - 1.5, 4 * one
    slopes, work = [np.zeros(n + 4) for _ in range(3)], np.zeros(8 * (n + 4))
    def twin():
        call(twins.twin_sod, n + 4, *q, 0.1, *slopes, work)
        return [s[2:-2] for s in slopes]
    return lambda: sod_change(*q, 0.1), twin


PROGRAMS = {
    "heat": (heat_pair, 64, (around, heat), 0),
    "shallow_water": (water_pair, 256, (sweep, longest, water_step), 1),
    "cavity": (cavity_pair, 256, (velocity, shifted, cavity_step), 4),
    "poisson": (poisson_pair, 256, (neighbours, poisson_residual, poisson_smooth, poisson_cycle), 0),
    "nas_mg": (mg_pair, 128,
               (fill_ghosts, stencil, mg_residual, mg_smooth, restrict_to, interpolate, mg_levels, mg_cycle), 0),
    "gray_scott": (gray_scott_pair, 256, (around, gray_scott), 0),
    "sod": (sod_pair, 10000, (sides, sod_change), 1),
}


def lines_of_python(functions, constants):
    return constants + sum(bool(re.search(r"\w", line)) for f in functions for line in inspect.getsource(f).splitlines())


def lines_of_weft(name):
    text = (HERE.parent.parent / "examples" / "simulation" / f"{name}.hpp").read_text()
    code = re.sub(r"//.*", "", text)
    left_out = re.compile(r"\s*(#|namespace\b|using namespace\b)")
    return sum(bool(re.search(r"\w", line)) and not left_out.match(line) for line in code.splitlines())


def main():
    print("| program | size | NumPy, ms | C, ms | lines of NumPy | lines of weft |\n|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        twins = build_twins(sys.argv[1] if len(sys.argv) > 1 else "cc", folder)
        for name, (pair, n, functions, constants) in PROGRAMS.items():
            ours, twin = pair(twins, n)
            for found, wanted in zip(ours(), twin()):
                np.testing.assert_allclose(found, wanted, rtol=1e-11, atol=1e-12 * abs(wanted).max())
            print(f"| {name} | {n} | {seconds(ours) * 1e3:.2f} | {seconds(twin) * 1e3:.2f} "
                  f"| {lines_of_python(functions, constants)} | {lines_of_weft(name)} |", flush=True)


if __name__ == "__main__":
    main()
