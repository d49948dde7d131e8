"""Products with sparse matrices."""

import numpy as np

from commands import Refused, Unsuitable, command, exact_if_tame, tame
from sparse_entries import MIXED, joined, mixed_operands
from sparse_operands import (
    EVERY, FEW, FLOATING, beside, finite_if_complex, letter_of, matrix, of_elements, ones_of, right_kinds, scipy_of,
)


def checked(s, x):
    if x.ndim not in (1, 2):
        raise Refused("shape")
    finite_if_complex(s, x)


def product(m, x):
    """SciPy's product, of the type of both."""
    checked(m, x)
    if m.shape[1] != x.shape[0]:
        raise Refused("shape")
    t = np.result_type(m.dtype, x.dtype)
    return np.asarray(scipy_of(m).astype(t) @ x.astype(t)).astype(t)


def left_product(x, m):
    checked(m, x)
    if m.shape[0] != x.shape[-1]:
        raise Refused("shape")
    return np.asarray(x @ scipy_of(m)).astype(m.dtype)


def sparse_product(a, b):
    finite_if_complex(a, b)
    if a.shape[1] != b.shape[0]:
        raise Refused("shape")
    kind = joined(a, b)
    product = (scipy_of(a) @ scipy_of(b)).toarray()
    return of_elements(ones_of(a) @ ones_of(b), product, kind)


def right_shape(g, n):
    return g.r.choice(((n,), (n,), (n, 1), (n, 2), (n, 3), (n, 9), (n + (g.r.random() < 0.2),)))


def with_right(g, kinds=FEW):
    s = matrix(g, kinds)
    return s, beside(g, s, right_shape(g, g.value(s).shape[1]))


def with_left(g):
    s = matrix(g, FEW)
    m = g.value(s).shape[0]
    return beside(g, s, g.r.choice(((m,), (1, m), (3, m), (9, m)))), s


def assigned(y, m, x, how):
    """Exact ones only: what is written is compared to the last bit."""
    checked(m, x)
    if y.ndim != x.ndim:
        raise Unsuitable
    if not tame(y, m.values, x) or any((a == 0).any() for a in (y, x)) or not all(
            np.isfinite(a).all() for a in (y, m.values, x)):
        raise Unsuitable
    p = product(m, x)
    if np.broadcast_shapes(y.shape, p.shape) != y.shape:
        raise Refused("shape")
    real = p.real.dtype.type
    value = p if how == "=" else y - (real(2) if how == "-=" else real(0.5)) * p
    if (value == 0).any():
        raise Unsuitable  # of either sign
    y[...] = value


def assigned_operands(g):
    """A target, and a right side that is preferably in the same memory."""
    kind = g.r.choice(FLOATING)
    y = g.target(kind[0], least=1)
    shape = g.value(y).shape
    if len(shape) > 2:
        raise Unsuitable
    if g.r.random() < 0.6:
        s = matrix(g, [kind], (shape[0], shape[0]))
        x = g.source(y)
    else:
        s = matrix(g, [kind], (shape[0], g.r.randint(1, 4)))
        x = beside(g, s, (g.value(s).shape[1], *shape[1:]))
    return y, s, x, g.r.choice(("=", "-=", "y -"))


def mixed_dense(g):
    kind, other = g.r.choice((*MIXED, ("Drj", "d"), ("Dcj", "d")))
    s = matrix(g, [kind])
    return s, beside(g, s, right_shape(g, g.value(s).shape[1]), other), letter_of(g, s)


def pair_operands(g):
    a = matrix(g, FEW)
    n = g.value(a).shape[1]
    shape = (n, g.r.choice((0, 1, 2, 5, 7))) if g.r.random() < 0.97 else None
    return a, matrix(g, right_kinds(g.value(a).kind), shape)


command("sparse_matmul", "sparse dense", lambda g: with_right(g, EVERY), product, exact_if_tame)
command("sparse_matmul_left", "sparse dense", with_left, left_product, exact_if_tame)
command("sparse_matmul_own", "sparse dense", lambda g: (lambda s: (s, beside(g, s, (g.value(s).shape[1],))))(
    matrix(g, FEW)), product, exact_if_tame)
command("sparse_assign_product", "sparse dense", assigned_operands, assigned, writes=True)
command("sparse_mixed_matmul", "sparse dense", mixed_dense, lambda m, x, _: product(m, x), exact_if_tame)
command("sparse_product", "sparse pair", pair_operands, sparse_product, exact_if_tame)
command("sparse_mixed_product", "sparse pair", lambda g: mixed_operands(g, inner=True), sparse_product, exact_if_tame)
