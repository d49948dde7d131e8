"""Products."""

import math

import numpy as np

from assignments import store
from commands import Refused, Unsuitable, as_in_c, command, exact_if_real, exact_if_tame, letter, tame
from views import diagonal


def exact_only(f):
    def run(t, a, b):
        if not tame(t, a, b) or any((x == 0).any() for x in (t, a, b)):
            raise Unsuitable
        return f(t, a, b)

    return run


def tame_if_complex(f):
    """Of complex infinities BLAS may make any NaN."""

    def run(a, b):
        if a.dtype.kind == "c" and not (np.isfinite(a).all() and np.isfinite(b).all()):
            raise Unsuitable
        return f(a, b)

    return run


def vectors(f):
    def run(a, b):
        if a.ndim != 1 or b.ndim != 1:
            raise Refused("shape")
        return f(a, b)

    return run


def kron(a, b):
    if a.ndim != b.ndim:
        raise Refused("shape")
    return np.kron(a, b)


def matmul_operands(g, kinds="ddiDFs"):
    a = g.among(kinds, least=1, most=3)
    shape = g.value(a).shape
    kind = letter(g.value(a))
    if g.r.random() < 0.05:
        return a, g.partner(a)
    n = (shape[-1], g.r.choice((1, 2, 3, 5)))
    other = g.r.choice(((shape[-1],), n, n, n, shape[:-2] + n, (2,) + n))
    return a, g.fitting(other, exact=True, kind=kind)


def transposed_operands(g, kind="d"):
    a = g.operand(kind, rank=2)
    return a, g.fitting((g.r.choice((1, 2, 3)), g.value(a).shape[1]), exact=True, kind=kind)


def into_matmul(g):
    t = g.target(rank=2)
    n, m = g.value(t).shape
    k = g.r.choice((0, 1, 2, 3, n))
    return t, g.fitting((n, k), exact=True), g.fitting((k, m), exact=True)


def cross(a, b):
    if a.ndim < 1 or b.ndim < 1 or a.shape[-1] != 3 or b.shape[-1] != 3:
        raise Refused("shape")
    a, b = np.broadcast_arrays(a, b)
    return np.stack([a[..., i] * b[..., j] - a[..., j] * b[..., i] for i, j in ((1, 2), (2, 0), (0, 1))], -1)


def tensordot(a, b, n):
    if a.ndim < n or b.ndim < n or a.shape[a.ndim - n :] != b.shape[:n]:
        raise Refused("shape")
    # Not by BLAS, which may take 0 times infinity for 0.
    rows, columns = a.shape[: a.ndim - n], b.shape[n:]
    a = a.reshape(math.prod(rows), math.prod(b.shape[:n]), 1)
    b = b.reshape(1, a.shape[1], math.prod(columns))
    return np.sum(a * b, 1).reshape(rows + columns)


def tensordot_operands(g):
    a = g.real(most=3)
    shape = g.value(a).shape
    n = g.r.randint(0, len(shape))
    more = tuple(g.r.choice((0, 1, 2, 3)) for _ in range(g.r.randint(0, 2)))
    return a, g.fitting(shape[len(shape) - n :] + more, exact=True), n


def vdot(a, b):
    if a.size != b.size:
        raise Refused("shape")
    return np.vdot(a, b)


def trace(a):
    return np.sum(diagonal(a))  # of integers in 64 bits, as in weft


command("matmul", "product", matmul_operands, tame_if_complex(as_in_c(np.matmul)), exact_if_tame)
command("matmul_conj", "product", lambda g: transposed_operands(g, "D"),
        tame_if_complex(lambda a, b: np.matmul(a, b.T.conj())), exact_if_tame)
command("matmul_transposed", "product", transposed_operands, lambda a, b: 2.0 * np.matmul(a, b.T), exact_if_tame)
command("add_matmul", "product", into_matmul, exact_only(store(lambda t, a, b: t + np.matmul(a, b))), writes=True)
command("assign_matmul", "product", into_matmul, exact_only(store(lambda t, a, b: np.matmul(a, b))), writes=True)
command("dot", "product", lambda g: (lambda a: (a, g.same_shape(a)))(g.real(rank=1)), vectors(np.dot), exact_if_tame)
command("vdot", "product", lambda g: (lambda a: (a, g.same_shape(a)))(g.among("dD")), tame_if_complex(vdot),
        exact_if_tame)
command("outer", "product", lambda g: (lambda k: (g.operand(k, rank=1), g.operand(k, rank=1)))(g.r.choice("ddFu")),
        vectors(as_in_c(np.outer)), exact_if_real)
command("kron", "product", lambda g: (lambda n: (g.real(rank=n), g.real(rank=n)))(g.r.choice((1, 2, 3))), kron)
command("cross", "product", lambda g: (
    lambda k: (g.fitting((2, 3), exact=True, kind=k), g.fitting((3,), exact=True, kind=k)))(g.r.choice("dh")),
        as_in_c(cross))
command("tensordot", "product", tensordot_operands, tensordot, exact_if_tame)
command("trace", "product", lambda g: (g.among("dDs", rank=2),), trace, exact_if_tame)
