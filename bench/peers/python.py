#!/usr/bin/env python3
"""The questions answered by one of Python's libraries; it speaks as peer.hpp does.

usage: python.py numpy|numexpr|jax|scipy|torch
"""
import json
import os
import sys
import time

import numpy as np

CLOCK = time.perf_counter if "WEFT_BENCH_WALL" in os.environ else time.process_time
BATCHES = 5
MANY = 10000  # matrices in a batch
DATA = os.environ.get("WEFT_BENCH_DATA", ".")


def operand(k, *shape, dtype=np.float64):
    """Operand k, as value() and fill() in peer.hpp make it: it repeats itself."""
    if dtype == np.complex128:
        return operand(k, *shape) + 1j * operand(k + 1, *shape)
    period = 997 if dtype == np.int32 else 1021
    once = (np.arange(period) * 7919 + k * 311) % period
    return np.resize((once if dtype == np.int32 else 0.5 + once / 1024).astype(dtype), shape)


def mixed(n):
    """Numbers in no order, as in peer.hpp."""
    x = np.arange(n, dtype=np.uint64) + np.uint64(0x9e3779b97f4a7c15)
    for shift, factor in ((30, 0xbf58476d1ce4e5b9), (27, 0x94d049bb133111eb)):
        x = (x ^ (x >> np.uint64(shift))) * np.uint64(factor)
    return x ^ (x >> np.uint64(31))


def shuffled(n, dtype=np.float64):
    return ((mixed(n) >> np.uint64(40)) / 2**24).astype(dtype)


def octets(k, n):
    return np.resize(((np.arange(251) * 7919 + k * 311) % 251).astype(np.uint8), n)


def peak(n):
    a = operand(0, n)
    a[n * 2 // 3] = 3
    return a


def weights(k, *shape, dtype):
    """As weight() in gradients.hpp."""
    return ((operand(k, *shape) - 1) / 8).astype(dtype)


def matrices(n):
    """As in linalg.hpp."""
    i, j = np.indices((n, n))
    places = (np.minimum(i, j) * n + np.maximum(i, j)) * 7919
    k = np.arange(MANY) % 1021 * 311
    return 0.5 + (places + k[:, None, None]) % 1021 / 1024 + n * np.eye(n)


def image(n):
    return (np.arange(n * n * 3) * 7919 % 251).astype(np.uint8).reshape(n, n, 3)


def digits():
    return np.fromfile(os.path.join(DATA, "digits.raw")).reshape(1797, 64)


# What is asked of NumPy alone.
GRADIENTS = ("gradient_loss", "gradient_heat", "gradient_scalar", "gradient_mlp")
UNASKED = ("transpose_in_place", "reversed", "bytes", "take", "normals", "uniforms", "norm", "variance_slow_axis",
           "cumsum", "sort", "sort_integers", "gemm_thin", "n_body", "mandelbrot", "add_at")
FUNCTIONS = ("exp", "log", "sin", "cos", "tan", "tanh", "erf", "arctan", "cbrt", "sqrt")


class Numpy:
    """Also the base of the others, which say only what they write differently: expressions over whole arrays.

    An answer makes its operands and returns a function without arguments that returns the result.
    """
    name, xp = "NumPy", np

    def version(self):
        return np.__version__

    def array(self, a):
        return a

    def compiled(self, f):
        return f

    def wait(self, result):
        return result

    def to_numpy(self, result):
        return np.asarray(result)

    def given(self, f, *operands):
        f, operands = self.compiled(f), [self.array(a) for a in operands]
        return lambda: self.wait(f(*operands))

    def fused(self, n, kind):
        return self.given(lambda a, b, c: a * b + c * 2 - a / (b + 1), *(operand(k, n, dtype=kind) for k in range(3)))

    fused_runtime_rank = fused

    def chain(self, n, _):
        def f(a, b):
            x = a
            for _ in range(10):
                x = x * b + a
            return x
        return self.given(f, operand(0, n), operand(1, n))

    def function(self, name, n, kind):
        f = getattr(self.xp, name)
        return self.given(lambda a, b: 2 * f(a) + b, operand(0, n, dtype=kind), operand(1, n, dtype=kind))

    def pow(self, n, kind):
        return self.given(lambda a, b: 2 * a**1.7 + b, operand(0, n, dtype=kind), operand(1, n, dtype=kind))

    def broadcast(self, n, _):
        return self.given(lambda x, row, column: x * row + column[:, None], operand(0, n, n), operand(1, n),
                          operand(2, n))

    def transpose(self, n, _):
        return self.given(lambda a, b: a.T + b, operand(0, n, n), operand(1, n, n))

    def transpose_in_place(self, n, _):
        a = operand(0, n, n)

        def f():
            a[:] = a.T
            return a
        return f

    def reversed(self, n, _):
        return self.given(lambda a, b: 2 * a[::-1] + b, operand(0, n), operand(1, n))

    def permute(self, n, _):
        return self.given(lambda a: np.ascontiguousarray(2 * a.transpose(2, 1, 0)), operand(0, n, n, n))

    def stencil(self, n, _):
        u, out = operand(0, n + 2, n + 2), np.zeros((n + 2, n + 2))

        def f():
            out[1:-1, 1:-1] = 0.2 * (u[1:-1, 1:-1] + u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:])
            return out
        return f

    def strided(self, n, _):
        a, b, d = operand(0, n), operand(1, n), np.zeros(n)

        def f():
            d[::2] = a[::2] + 2 * b[1::2]
            return d
        return f

    def where(self, n, _):
        return self.given(lambda a, b, c: self.xp.where(a > b, a * c, b + c), *(operand(k, n) for k in range(3)))

    def mixed(self, n, _):
        return self.given(lambda a, b, c: a.astype(np.float64) * b + c, operand(0, n, dtype=np.float32),
                          operand(1, n, dtype=np.int32), operand(2, n))

    def integers(self, n, _):
        return self.given(lambda a, b, c: a * b + c, *(operand(k, n, dtype=np.int32) for k in range(3)))

    def bytes(self, n, _):
        return self.given(lambda a, b, c: a * b + c, *(octets(k, n) for k in range(3)))

    def complex(self, n, _):
        return self.given(lambda a, b, c: a * b + c, *(operand(k, n, dtype=np.complex128) for k in (0, 2, 4)))

    def take(self, n, _):
        return self.given(lambda a, places: a[places], operand(0, n), (mixed(n) % np.uint64(n)).astype(np.int64))

    def normals(self, n, _):
        return self.numbers(n, "standard_normal")

    def uniforms(self, n, _):
        return self.numbers(n, "random")

    def numbers(self, n, name):
        draw, d = getattr(np.random.default_rng(1), name), np.empty(n)
        return lambda: draw(out=d)

    def rows(self, n, _):
        a, b, c = operand(0, n, 32), operand(1, n, 32), np.zeros((n, 32))

        def f():
            for i in range(n):
                c[i] = a[i] + 2 * b[i]
            return c
        return f

    def npy(self, n, _):
        return lambda: np.load(os.path.join(DATA, f"{n}.npy"))

    def sum(self, n, kind):
        return self.given(lambda a: a.sum(), operand(0, n, dtype=kind))

    def dot(self, n, kind):
        return self.given(lambda a, b: a @ b, operand(0, n, dtype=kind), operand(1, n, dtype=kind))

    def sum_transposed(self, n, _):
        return self.given(lambda a, b: (a.T * b).sum(), operand(0, n, n), operand(1, n, n))

    def variance(self, n, _):
        return self.given(lambda a: a.var(), operand(0, n))

    def norm(self, n, _):
        return self.given(self.xp.linalg.norm, operand(0, n))

    def max(self, n, _):
        return self.given(lambda a: a.max(), operand(0, n))

    def argmax(self, n, _):
        return self.given(lambda a: a.argmax(), peak(n))

    def sum_fast_axis(self, n, _):
        return self.given(lambda a: a.sum(1), operand(0, n, n))

    def sum_slow_axis(self, n, _):
        return self.given(lambda a: a.sum(0), operand(0, n, n))

    def variance_slow_axis(self, n, _):
        return self.given(lambda a: a.var(0), operand(0, n, n))

    def sum_middle_axis(self, n, _):
        return self.given(lambda a: a.sum(1), operand(0, n, n, n))

    def softmax(self, n, _):
        def f(x):
            e = np.exp(x - x.max(1, keepdims=True))
            return e / e.sum(1, keepdims=True)
        return self.given(f, operand(0, n, n))

    def layer_norm(self, n, _):
        def f(x):
            return (x - x.mean(1, keepdims=True)) / self.xp.sqrt(x.var(1, keepdims=True) + 1e-5)
        return self.given(f, operand(0, n, n))

    def distances(self, n, _):
        return self.given(lambda x: self.xp.sqrt(((x[:, None] - x[None]) ** 2).sum(2)), operand(0, n, 8))

    def cumsum(self, n, _):
        return self.given(lambda a: a.cumsum(0), operand(0, n))

    def sort(self, n, kind):
        return self.given(np.sort, shuffled(n, kind))

    def sort_integers(self, n, _):
        return self.given(np.sort, mixed(n).astype(np.int64))

    def gemm(self, n, kind):
        return self.given(lambda a, b: a @ b, operand(0, n, n, dtype=kind), operand(1, n, n, dtype=kind))

    def gemm_update(self, n, _):
        return self.given(lambda a, b, c: 2 * (a @ b.T) + 0.5 * c, *(operand(k, n, n) for k in range(3)))

    def gemm_thin(self, n, _):
        return self.given(lambda a, b: a @ b, operand(0, n, 10), operand(1, 10, n))

    def gemv(self, n, _):
        return self.given(lambda a, x: a @ x, operand(0, n, n), operand(1, n))

    def batch(self, n, _):
        return self.given(lambda a, b: a @ b, operand(0, 1000, n, n), operand(1, 1000, n, n))

    def contraction(self, text, *operands):
        """By the best order that the library finds."""
        return self.given(lambda *x: self.xp.einsum(text, *x, optimize=True), *operands)

    def einsum_exchanged(self, n, _):
        return self.contraction("ijk,kjl->il", operand(0, n, n, n), operand(1, n, n, n))

    def einsum_stack(self, n, _):
        return self.contraction("bij,bjk->bik", operand(0, 32, n, n), operand(1, 32, n, n))

    def einsum_chain(self, n, _):
        return self.contraction("ij,jk,kl->il", operand(0, n, n), operand(1, n, n), operand(2, n, 8))

    def relu_product(self, n, _):
        zero = self.array(np.zeros(()))
        return self.given(lambda a, b, row: self.xp.maximum(a @ b - n + row, zero), operand(0, n, n), operand(1, n, n),
                          operand(2, n))

    def many_det(self, n, _):
        return self.given(lambda a: self.xp.linalg.det(a), matrices(n))

    def many_inverse(self, n, _):
        return self.given(lambda a: self.xp.linalg.inv(a), matrices(n))

    def many_solve(self, n, _):
        return self.given(lambda a, b: self.xp.linalg.solve(a, b), matrices(n), operand(1, MANY, n, 1))

    def many_eigen(self, n, _):
        # The vectors are computed too: compiled functions leave out what they do not return.
        result = self.given(lambda a: tuple(self.xp.linalg.eigh(a)), matrices(n))
        return lambda: result()[0]

    def heat(self, n, _):
        m = n + 2
        u, v = operand(0, m, m, m), np.zeros((m, m, m))

        def step(u, out):
            u[0], u[-1] = u[-2], u[1]
            u[:, 0], u[:, -1] = u[:, -2], u[:, 1]
            u[:, :, 0], u[:, :, -1] = u[:, :, -2], u[:, :, 1]
            i, lo, hi = slice(1, -1), slice(0, -2), slice(2, None)
            out[i, i, i] = u[i, i, i] + 0.1 * (u[lo, i, i] + u[hi, i, i] + u[i, lo, i] + u[i, hi, i] + u[i, i, lo]
                                               + u[i, i, hi] - 6 * u[i, i, i])

        def f():
            step(u, v)
            step(v, u)
            return u
        return f

    def water(self, n, _):
        start = operand(0, n, n)
        i, lo, hi = slice(1, -1), slice(0, -2), slice(2, None)

        def f():
            h, u, v, new = start.copy(), np.zeros((n, n)), np.zeros((n, n)), start.copy()
            for _ in range(10):
                u[i, i] -= 0.05 * (h[i, hi] - h[i, lo])
                v[i, i] -= 0.05 * (h[hi, i] - h[lo, i])
                new[i, i] = h[i, i] - 0.05 * (h[i, hi] * u[i, hi] - h[i, lo] * u[i, lo] + h[hi, i] * v[hi, i]
                                              - h[lo, i] * v[lo, i])
                h, new = new, h
            return h
        return f

    def conjugate_gradient(self, n, _):
        b = operand(0, n, n)
        b[0] = b[-1] = b[:, 0] = b[:, -1] = 0

        def f():
            u, r, p, q = np.zeros((n, n)), b.copy(), b.copy(), np.zeros((n, n))
            rr = (r * r).sum()
            for _ in range(20):
                q[1:-1, 1:-1] = 4 * p[1:-1, 1:-1] - p[:-2, 1:-1] - p[2:, 1:-1] - p[1:-1, :-2] - p[1:-1, 2:]
                a = rr / (p * q).sum()
                u += a * p
                r -= a * q
                new = (r * r).sum()
                p = r + new / rr * p
                rr = new
            return u
        return f

    def k_means(self, _, __):
        x = digits()

        def f():
            centre = x[:10].copy()
            for _ in range(5):
                nearest = ((centre * centre).sum(1) - 2 * (x @ centre.T)).argmin(1)
                sums = np.zeros_like(centre)
                np.add.at(sums, nearest, x)
                centre = sums / np.bincount(nearest, minlength=10)[:, None]
            return centre
        return f

    def n_body(self, n, _):
        start, mass = np.stack([operand(k, n) for k in range(3)]), operand(3, n)

        def f():
            place, speed = start.copy(), np.zeros((3, n))
            for _ in range(10):
                apart = place[:, None] - place[:, :, None]
                square = (apart * apart).sum(0) + 0.01
                speed += (apart * (0.001 * mass / (square * np.sqrt(square)))).sum(2)
                place += 0.001 * speed
            return place[0]
        return f

    def mandelbrot(self, n, _):
        x = -2 + 3 / n * np.arange(n)
        c = x + 1j * (x + 0.5)[:, None]

        def f():
            z, steps, inside = np.zeros_like(c), np.zeros((n, n)), np.ones((n, n), bool)
            for _ in range(100):
                z[inside] = z[inside]**2 + c[inside]
                steps += inside
                inside &= z.real**2 + z.imag**2 < 4
            return steps.mean()
        return f

    def xtensor_1603(self, n, _):
        a, b = operand(0, n, n), operand(1, n // 2, n // 2)

        def f():
            a[n // 4:n // 4 + n // 2, n // 4:n // 4 + n // 2] = b
            return a
        return f

    def xtensor_1644(self, n, _):
        keep, source = operand(0, 3 * n), operand(1, n)

        def f():
            keep[n:2 * n] = source
            return keep
        return f

    def xtensor_2776(self, n, kind):
        v, c = operand(0, n, 56, dtype=kind), operand(1, n, 56, dtype=kind)

        def f():
            v[:, 1:] = c[:, :-1]
            return v
        return f

    def xtensor_2734(self, n, _):
        return self.given(lambda a, b: a[:] + b[:], operand(0, n), operand(1, n))

    def xtensor_1183(self, n, kind):
        def f(loc, anchor):
            h, w = anchor[:, 2] - anchor[:, 0], anchor[:, 3] - anchor[:, 1]
            cy, cx = h * loc[:, 0] + anchor[:, 0] + h / 2, w * loc[:, 1] + anchor[:, 1] + w / 2
            th, tw = self.xp.exp(loc[:, 2]) * h, self.xp.exp(loc[:, 3]) * w
            return self.xp.stack([cy - th / 2, cx - tw / 2, cy + th / 2, cx + tw / 2], 1)
        return self.given(f, operand(0, n, 4, dtype=kind), operand(1, n, 4, dtype=kind))

    def xtensor_2048(self, n, _):
        return self.given(lambda b: abs(b) / abs(b).max((1, 2), keepdims=True), operand(0, 2, 101, n))

    def xtensor_2680(self, n, _):
        return self.given(lambda x: x - x.mean(1, keepdims=True), operand(0, 64, n))

    def xtensor_2239(self, n, _):
        return self.given(lambda x: (x - x.min(0)) / (x.max(0) - x.min(0)), operand(0, n, 10))

    def xtensor_2915(self, n, _):
        return self.given(lambda a: a.max(0), operand(0, n, n))

    def xtensor_2784(self, n, kind):
        return self.given(lambda x: np.ascontiguousarray(x.transpose(2, 0, 1).astype(np.float32) / np.float32(255)),
                          image(n))

    def xtensor_2056(self, n, _):
        return self.given(lambda x, w: (x * w).sum() / w.sum(), operand(0, n), operand(1, n))

    def add_at(self, n, _):
        """np.add.at says it more directly and takes 30 to 60 times as long in NumPy 1.24."""
        b, w, places = np.zeros(n), operand(1, 1_000_000), (mixed(1_000_000) % np.uint64(n)).astype(np.int64)

        def f():
            b[:] += np.bincount(places, w, n)
            return b
        return f

    def read_it_later_8812(self, n, _):
        u = operand(0, n, n)

        def f():
            old = u.copy()
            u[1:-1, 1:-1] = ((old[:-2, 1:-1] + old[2:, 1:-1]) * 1.25 + (old[1:-1, :-2] + old[1:-1, 2:]) * 0.75) * 0.25
            return np.linalg.norm(u - old)
        return f

    lacking = ("erf",)  # it is in SciPy


class Numexpr(Numpy):
    """Expressions from text. What it does not fuse is NumPy's, and not asked again."""
    name = "numexpr"
    lacking = ("erf", "cbrt")

    def __init__(self):
        import numexpr
        self.numexpr = numexpr

    def version(self):
        return self.numexpr.__version__

    def text(self, expression, *operands, shape=None):
        names = dict(zip("abcdefg", operands))
        out = np.empty(shape) if shape else None
        return lambda: self.numexpr.evaluate(expression, names, out=out)

    def fused(self, n, kind):
        return self.text("a*b + c*2 - a/(b + 1)", *(operand(k, n, dtype=kind) for k in range(3)))

    def chain(self, n, _):
        x = "a"
        for _ in range(10):
            x = f"({x})*b + a"
        return self.text(x, operand(0, n), operand(1, n))

    def function(self, name, n, kind):
        return self.text(f"2*{name}(a) + b", operand(0, n, dtype=kind), operand(1, n, dtype=kind))

    def pow(self, n, kind):
        exponent = np.asarray(1.7, kind)
        return self.text("2*a**c + b", operand(0, n, dtype=kind), operand(1, n, dtype=kind), exponent)

    def broadcast(self, n, _):
        return self.text("a*b + c", operand(0, n, n), operand(1, n), operand(2, n)[:, None])

    def transpose(self, n, _):
        return self.text("a + b", operand(0, n, n).T, operand(1, n, n), shape=(n, n))

    def stencil(self, n, _):
        u, out = operand(0, n + 2, n + 2), np.zeros((n + 2, n + 2))
        inner = out[1:-1, 1:-1]
        parts = dict(a=u[1:-1, 1:-1], b=u[:-2, 1:-1], c=u[2:, 1:-1], d=u[1:-1, :-2], e=u[1:-1, 2:])

        def f():
            self.numexpr.evaluate("0.2*(a + b + c + d + e)", parts, out=inner)
            return out
        return f

    def strided(self, n, _):
        a, b, d = operand(0, n), operand(1, n), np.zeros(n)

        def f():
            self.numexpr.evaluate("a + 2*b", {"a": a[::2], "b": b[1::2]}, out=d[::2])
            return d
        return f

    def where(self, n, _):
        return self.text("where(a > b, a*c, b + c)", *(operand(k, n) for k in range(3)))

    def mixed(self, n, _):
        return self.text("a*b + c", operand(0, n, dtype=np.float32), operand(1, n, dtype=np.int32), operand(2, n))

    def integers(self, n, _):
        return self.text("a*b + c", *(operand(k, n, dtype=np.int32) for k in range(3)))

    def complex(self, n, _):
        return self.text("a*b + c", *(operand(k, n, dtype=np.complex128) for k in (0, 2, 4)))

    def sum(self, n, kind):
        return self.text("sum(a)", operand(0, n, dtype=kind))

    def dot(self, n, kind):
        return self.text("sum(a*b)", operand(0, n, dtype=kind), operand(1, n, dtype=kind))

    def xtensor_2734(self, n, _):
        return self.text("a + b", operand(0, n), operand(1, n))

    def answers(self):
        """What is written here."""
        return [name for name in vars(Numexpr) if not name.startswith("_")]


class Jax(Numpy):
    """Functions compiled by jit; what writes in place becomes .at[...].set."""
    name = "JAX"
    lacking = ("npy", "rows", *UNASKED)

    def __init__(self):
        import jax
        self.jax, self.xp = jax, jax.numpy
        self.xp.erf = jax.scipy.special.erf

    def version(self):
        return self.jax.__version__

    def array(self, a):
        return self.xp.asarray(a)

    def compiled(self, f):
        return self.jax.jit(f)

    def wait(self, result):
        return self.jax.block_until_ready(result)

    def gradient(self, loss, *operands):
        """Those of a loss by the operands, one after the other."""
        return self.given(self.jax.grad(loss, tuple(range(len(operands)))), *operands)

    def gradient_loss(self, n, kind):
        def loss(a, b, c, d):
            return (self.xp.log(1 + self.xp.exp(a * b - c)) * d + 0.5 * (a - d)**2 + self.xp.sqrt(b) * c).sum()
        return self.gradient(loss, *(operand(k, n, dtype=kind) for k in range(4)))

    def gradient_heat(self, n, _):
        wanted = self.array(operand(1, n, n))

        def loss(u):
            for _ in range(20):
                p = self.xp.pad(u, 1)
                u = u + 0.1 * (p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:] - 4 * u)
            return 0.5 * ((u - wanted)**2).sum()
        return self.gradient(loss, operand(0, n, n))

    def gradient_scalar(self, _, __):
        def loss(x, y):
            z = x
            for _ in range(10):
                z = self.xp.sin(z) * y + x
            return z
        return self.gradient(loss, *operand(0, 2))

    def gradient_mlp(self, n, kind):
        x, labels = self.array(operand(0, n, 64, dtype=kind)), self.array(np.arange(n) * 7 % 10)

        def loss(w1, b1, w2, b2):
            logits = self.xp.tanh(x @ w1 + b1) @ w2 + b2
            return -self.xp.take_along_axis(self.jax.nn.log_softmax(logits), labels[:, None], 1).mean()
        return self.gradient(loss, weights(1, 64, 64, dtype=kind), weights(2, 64, dtype=kind),
                             weights(3, 64, 10, dtype=kind), weights(4, 10, dtype=kind))

    def permute(self, n, _):
        return self.given(lambda a: 2 * a.transpose(2, 1, 0), operand(0, n, n, n))

    def xtensor_2784(self, n, _):
        return self.given(lambda x: x.transpose(2, 0, 1).astype(np.float32) / np.float32(255), image(n))

    def stencil(self, n, _):
        return self.given(lambda u: self.xp.pad(0.2 * (u[1:-1, 1:-1] + u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2]
                                                       + u[1:-1, 2:]), 1), operand(0, n + 2, n + 2))

    def strided(self, n, _):
        return self.given(lambda a, b: self.xp.zeros(n).at[::2].set(a[::2] + 2 * b[1::2]), operand(0, n), operand(1, n))

    def softmax(self, n, _):
        return self.given(lambda x: self.jax.nn.softmax(x, 1), operand(0, n, n))

    def heat(self, n, _):
        m, i, lo, hi = n + 2, slice(1, -1), slice(0, -2), slice(2, None)

        def step(u):
            u = u.at[0].set(u[-2]).at[-1].set(u[1])
            u = u.at[:, 0].set(u[:, -2]).at[:, -1].set(u[:, 1])
            u = u.at[:, :, 0].set(u[:, :, -2]).at[:, :, -1].set(u[:, :, 1])
            new = u[i, i, i] + 0.1 * (u[lo, i, i] + u[hi, i, i] + u[i, lo, i] + u[i, hi, i] + u[i, i, lo]
                                      + u[i, i, hi] - 6 * u[i, i, i])
            return u, new

        def f(u):
            u, new = step(u)
            v, new = step(self.xp.zeros((m, m, m)).at[i, i, i].set(new))
            return u.at[i, i, i].set(new)
        return self.given(f, operand(0, m, m, m))

    def water(self, n, _):
        i, lo, hi = slice(1, -1), slice(0, -2), slice(2, None)

        def step(_, state):
            h, u, v = state
            u = u.at[i, i].set(u[i, i] - 0.05 * (h[i, hi] - h[i, lo]))
            v = v.at[i, i].set(v[i, i] - 0.05 * (h[hi, i] - h[lo, i]))
            h = h.at[i, i].set(h[i, i] - 0.05 * (h[i, hi] * u[i, hi] - h[i, lo] * u[i, lo] + h[hi, i] * v[hi, i]
                                                 - h[lo, i] * v[lo, i]))
            return h, u, v

        def f(start):
            zero = self.xp.zeros((n, n))
            return self.jax.lax.fori_loop(0, 10, step, (start, zero, zero))[0]
        return self.given(f, operand(0, n, n))

    def conjugate_gradient(self, n, _):
        b = operand(0, n, n)
        b[0] = b[-1] = b[:, 0] = b[:, -1] = 0

        def step(_, state):
            u, r, p, rr = state
            q = self.xp.pad(4 * p[1:-1, 1:-1] - p[:-2, 1:-1] - p[2:, 1:-1] - p[1:-1, :-2] - p[1:-1, 2:], 1)
            a = rr / (p * q).sum()
            u, r = u + a * p, r - a * q
            new = (r * r).sum()
            return u, r, r + new / rr * p, new

        def f(b):
            return self.jax.lax.fori_loop(0, 20, step, (self.xp.zeros((n, n)), b, b, (b * b).sum()))[0]
        return self.given(f, b)

    def k_means(self, _, __):
        def step(centre, x):
            nearest = ((centre * centre).sum(1) - 2 * (x @ centre.T)).argmin(1)
            sums = self.jax.ops.segment_sum(x, nearest, 10)
            return sums / self.xp.bincount(nearest, length=10)[:, None]

        def f(x):
            centre = x[:10]
            for _ in range(5):
                centre = step(centre, x)
            return centre
        return self.given(f, digits())

    def xtensor_1603(self, n, _):
        at = slice(n // 4, n // 4 + n // 2)
        return self.given(lambda a, b: a.at[at, at].set(b), operand(0, n, n), operand(1, n // 2, n // 2))

    def xtensor_1644(self, n, _):
        return self.given(lambda keep, source: keep.at[n:2 * n].set(source), operand(0, 3 * n), operand(1, n))

    def xtensor_2776(self, n, kind):
        return self.given(lambda v, c: v.at[:, 1:].set(c[:, :-1]), operand(0, n, 56, dtype=kind),
                          operand(1, n, 56, dtype=kind))

    def read_it_later_8812(self, n, _):
        def f(u):
            new = ((u[:-2, 1:-1] + u[2:, 1:-1]) * 1.25 + (u[1:-1, :-2] + u[1:-1, 2:]) * 0.75) * 0.25
            return self.xp.linalg.norm(u.at[1:-1, 1:-1].set(new) - u)
        return self.given(f, operand(0, n, n))


class Torch(Numpy):
    """Tensors evaluated at once, as PyTorch runs by default; torch.compile would ask for a C++ compiler."""
    name = "PyTorch"
    lacking = ("npy", "k_means", "heat", "water", "conjugate_gradient", *UNASKED)

    def __init__(self):
        import torch
        torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "1")))
        torch.set_grad_enabled(False)
        self.torch = self.xp = torch

    def version(self):
        return self.torch.__version__

    def array(self, a):
        return self.torch.from_numpy(a)

    def to_numpy(self, result):
        return result.numpy()

    def contraction(self, text, *operands):
        return self.given(lambda *x: self.torch.einsum(text, *x), *operands)

    def function(self, name, n, kind):
        if name == "cbrt":
            raise AttributeError(name)
        return super().function(name, n, kind)

    def gradient(self, loss, *operands):
        """Those of a loss by the operands, one after the other."""
        variables = [self.torch.tensor(a, requires_grad=True) for a in operands]

        def f():
            with self.torch.enable_grad():
                value = loss(*variables)
            return self.torch.autograd.grad(value, variables)
        return f

    def gradient_heat(self, n, _):
        wanted, pad = self.array(operand(1, n, n)), self.torch.nn.functional.pad

        def loss(u):
            for _ in range(20):
                p = pad(u, (1, 1, 1, 1))
                u = u + 0.1 * (p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:] - 4 * u)
            return 0.5 * ((u - wanted)**2).sum()
        return self.gradient(loss, operand(0, n, n))

    def gradient_mlp(self, n, kind):
        x, labels = self.array(operand(0, n, 64, dtype=kind)), self.array(np.arange(n) * 7 % 10)

        def loss(w1, b1, w2, b2):
            return self.torch.nn.functional.cross_entropy(self.torch.tanh(x @ w1 + b1) @ w2 + b2, labels)
        return self.gradient(loss, weights(1, 64, 64, dtype=kind), weights(2, 64, dtype=kind),
                             weights(3, 64, 10, dtype=kind), weights(4, 10, dtype=kind))

    gradient_loss, gradient_scalar = Jax.gradient_loss, Jax.gradient_scalar

    def permute(self, n, _):
        return self.given(lambda a: (2 * a.permute(2, 1, 0)).contiguous(), operand(0, n, n, n))

    def stencil(self, n, _):
        u, out = self.array(operand(0, n + 2, n + 2)), self.torch.zeros((n + 2, n + 2), dtype=self.torch.float64)

        def f():
            out[1:-1, 1:-1] = 0.2 * (u[1:-1, 1:-1] + u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:])
            return out
        return f

    def strided(self, n, _):
        a, b, d = self.array(operand(0, n)), self.array(operand(1, n)), self.torch.zeros(n, dtype=self.torch.float64)

        def f():
            d[::2] = a[::2] + 2 * b[1::2]
            return d
        return f

    def variance(self, n, _):
        return self.given(lambda a: a.var(correction=0), operand(0, n))

    def mixed(self, n, _):
        return self.given(lambda a, b, c: a.double() * b + c, operand(0, n, dtype=np.float32),
                          operand(1, n, dtype=np.int32), operand(2, n))

    def softmax(self, n, _):
        return self.given(lambda x: self.torch.softmax(x, 1), operand(0, n, n))

    def layer_norm(self, n, _):
        return self.given(lambda x: self.torch.nn.functional.layer_norm(x, (n,), eps=1e-5), operand(0, n, n))

    def distances(self, n, _):
        exact = "donot_use_mm_for_euclid_dist"
        return self.given(lambda x: self.torch.cdist(x, x, compute_mode=exact), operand(0, n, 8))

    def gemm_update(self, n, _):
        return self.given(lambda a, b, c: self.torch.addmm(c, a, b.T, beta=0.5, alpha=2), *(operand(k, n, n)
                                                                                           for k in range(3)))

    def rows(self, n, _):
        a, b = self.array(operand(0, n, 32)), self.array(operand(1, n, 32))
        c = self.torch.zeros((n, 32), dtype=self.torch.float64)

        def f():
            for i in range(n):
                c[i] = a[i] + 2 * b[i]
            return c
        return f

    def xtensor_2048(self, n, _):
        return self.given(lambda b: abs(b) / abs(b).amax((1, 2), keepdim=True), operand(0, 2, 101, n))

    def xtensor_2239(self, n, _):
        return self.given(lambda x: (x - x.amin(0)) / (x.amax(0) - x.amin(0)), operand(0, n, 10))

    def xtensor_2915(self, n, _):
        return self.given(lambda a: a.amax(0), operand(0, n, n))

    def xtensor_2784(self, n, _):
        return self.given(lambda x: (x.permute(2, 0, 1).to(self.torch.float32) / 255).contiguous(), image(n))

    def xtensor_1603(self, n, _):
        a, b = self.array(operand(0, n, n)), self.array(operand(1, n // 2, n // 2))

        def f():
            a[n // 4:n // 4 + n // 2, n // 4:n // 4 + n // 2] = b
            return a
        return f

    def xtensor_1644(self, n, _):
        keep, source = self.array(operand(0, 3 * n)), self.array(operand(1, n))

        def f():
            keep[n:2 * n] = source
            return keep
        return f

    def xtensor_2776(self, n, kind):
        v, c = self.array(operand(0, n, 56, dtype=kind)), self.array(operand(1, n, 56, dtype=kind))

        def f():
            v[:, 1:] = c[:, :-1]
            return v
        return f

    def read_it_later_8812(self, n, _):
        u = self.array(operand(0, n, n))

        def f():
            old = u.clone()
            u[1:-1, 1:-1] = ((old[:-2, 1:-1] + old[2:, 1:-1]) * 1.25 + (old[1:-1, :-2] + old[1:-1, 2:]) * 0.75) * 0.25
            return self.torch.linalg.norm(u - old)
        return f


KINDS = {"double": np.float64, "float": np.float32}
OWN = {"contraction", "gradient", "version", "array", "compiled", "wait", "to_numpy", "given", "function", "text", "answers",
       "numbers"}
ONLY_FLOAT = {"xtensor_2776", "xtensor_1183", "xtensor_2784"}
BOTH = {"fused", "sum", "dot", "gemm", "pow", "sort", "gradient_loss", "gradient_mlp"}


def answers_of(library):
    """(question, type) -> function of the size"""
    names = library.answers() if isinstance(library, Numexpr) else dir(library)
    found = {}
    for name in names:
        f = getattr(library, name)
        if name.startswith("_") or name in OWN or name in library.lacking or not callable(f):
            continue
        if name in ("xp", "torch", "jax", "numexpr"):
            continue
        for kind in ["double", "float"] if name in BOTH else ["float"] if name in ONLY_FLOAT else ["double"]:
            found[name, kind] = lambda n, f=f, kind=kind: f(n, KINDS[kind])
    for name in FUNCTIONS:
        question = {"arctan": "atan"}.get(name, name)
        if question not in library.lacking and (name != "cbrt" or not isinstance(library, Torch)):
            for kind in KINDS:
                found[question, kind] = lambda n, name=name, kind=kind: library.function(name, n, KINDS[kind])
    return found


def moments(numbers):
    """What is compared of random numbers."""
    return np.array([np.mean(numbers**k) for k in (1, 2, 4)])


def compare(result, path):
    expected = np.fromfile(path, result.dtype)
    result = np.ascontiguousarray(result).ravel()
    if expected.size != result.size:
        return {"error": "a result of another size or type"}
    error = np.max(np.abs(result - expected) / (1 + np.abs(expected)))
    return {"worst": float(error) if np.isfinite(error) else 1e308}


def seconds_for(f, calls):
    start = CLOCK()
    for _ in range(calls):
        f()
    return CLOCK() - start


def measure(f, budget):
    f()  # compiles, where that is done just in time, and counts for nothing
    last, calls = seconds_for(f, 1), 1
    while last < budget / (2 * BATCHES):
        calls *= 2
        last = seconds_for(f, calls)
    taken = [last / calls]
    while len(taken) < BATCHES and last < budget:
        taken.append(seconds_for(f, calls) / calls)
    return {"seconds": taken, "calls": calls}


def reply(library, answers, words):
    mode, question, n, kind, argument, *round_number = words
    pad = bytes(16 + int((round_number or ["0"])[0]) * 1168 % 8192)
    f = answers[question, kind](int(n))
    if mode == "time":
        return measure(f, float(argument))
    assert pad is not None
    result = f()
    if isinstance(result, tuple):
        result = np.concatenate([library.to_numpy(part).ravel() for part in result])
    else:
        result = library.to_numpy(result)
    return compare(moments(result) if question in ("normals", "uniforms") else result, argument)


def main():
    if sys.argv[1] == "scipy":
        from sparse_matrices import Scipy
        library = Scipy()
        answers = library.questions()
    else:
        library = {"numpy": Numpy, "numexpr": Numexpr, "jax": Jax, "torch": Torch}[sys.argv[1]]()
        answers = answers_of(library)
    print(json.dumps({"library": library.name, "version": library.version(), "compiler": "",
                      "answers": [" ".join(key) for key in sorted(answers)]}), flush=True)
    for line in sys.stdin:
        try:
            answer = reply(library, answers, line.split())
        except Exception as error:  # whatever a library says, the others go on
            answer = {"error": f"{type(error).__name__}: {error}"[:200]}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
