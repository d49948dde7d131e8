"""Element by element."""

import numpy as np

from commands import Refused, Unsuitable, checked, command, relative
from reductions import extreme
from views import diagonal, slice_

for name, f, kinds, how in (
    ("plus", np.add, "dddif", "exact"),
    ("minus", np.subtract, "dddi", "exact"),
    ("times", np.multiply, "dddif", "exact"),
    ("divide", np.divide, "ddf", "exact"),
    ("fmod", np.fmod, "d", "exact"),
    ("minimum", np.minimum, "ddi", "zeros"),
    ("maximum", np.maximum, "ddi", "zeros"),
    ("fmin", np.fmin, "d", "zeros"),
    ("fmax", np.fmax, "d", "zeros"),
    ("heaviside", np.heaviside, "d", "zeros"),
    ("less", np.less, "ddi", "exact"),
    ("less_equal", np.less_equal, "d", "exact"),
    ("greater", np.greater, "d", "exact"),
    ("greater_equal", np.greater_equal, "d", "exact"),
    ("equal", np.equal, "ddi", "exact"),
    ("not_equal", np.not_equal, "d", "exact"),
    ("both", np.logical_and, "b", "exact"),
    ("either", np.logical_or, "b", "exact"),
    ("atan2", np.arctan2, "d", relative),
    ("hypot", np.hypot, "d", relative),
    ("pow", np.power, "d", relative),
):
    command(name, "two", lambda g, kinds=kinds: g.two(kinds), f, how)

command("copysign", "two", lambda g: g.two(), lambda a, b: np.copysign(a, np.where(np.isnan(b), 1.0, b))
        if not np.isnan(b).any() else refuse_nan())


def refuse_nan():
    raise Unsuitable  # the sign of a NaN is nobody's


def without_nan(f):
    def run(a, *more):
        if np.isnan(a).any():
            raise Unsuitable
        return f(a, *more)

    return run


def plus_whole(g):
    a = g.real()
    return a, g.partner(a, "i")


command("plus_whole", "two", plus_whole, np.add)
command("plus_number", "two", lambda g: (g.operand(g.r.choice("ddf")), g.number()), lambda a, x: a + a.dtype.type(x))
command("number_minus", "two", lambda g: (g.real(), g.number()), lambda a, x: x - a)
command("number_over", "two", lambda g: (g.real(), g.number()), lambda a, x: np.divide(x, a))
command("greater_number", "two", lambda g: (g.real(), g.number()), lambda a, x: a > x)


def three(g):
    a = g.real()
    b = g.partner(a)
    return a, b, g.partner(g.r.choice((a, b)))


def matrices(f):
    def run(a, k):
        if a.ndim < 2:
            raise Refused("shape")
        return f(a, k)

    return run


def choose(g):
    a = g.real()
    return g.partner(a, "b"), a, g.partner(a)


command("where", "fused", choose, np.where)
command("where_number", "fused", lambda g: (lambda a: (g.partner(a, "b"), a, g.number()))(g.real()), np.where)
command("times_plus", "fused", three, lambda a, b, c: a * b + c)
command("smaller", "fused", lambda g: g.two(), lambda a, b: np.where(a < b, a, b))
command("minimum_sum", "fused", three, lambda a, b, c: np.minimum(a, b + c), "zeros")
command("transposed_sum", "fused", lambda g: g.two(), lambda a, b: (a + b).T)
command("reversed_difference", "fused", lambda g: (lambda a, b: (a, b, g.axis(g.larger(a, b))))(*g.two()),
        lambda a, b, k: checked(lambda x, j: np.flip(x, j))(np.asarray(a - b), k))
command("slice_of_product", "fused", lambda g: (lambda a, b: (a, b, *g.with_index(g.larger(a, b))[1:]))(*g.two()),
        lambda a, b, k, i: slice_(np.asarray(a * b), k, i))
command("reshaped_sum", "fused", lambda g: (lambda a, b: (a, b, g.with_shape(g.larger(a, b))[1]))(*g.two()),
        lambda a, b, s: (a + b).reshape(s))
command("diagonal_of_sum", "fused", lambda g: (lambda a: (a, g.partner(a)))(g.real(rank=2)),
        lambda a, b: diagonal(np.asarray(a + b)))
command("less_maximum", "fused", lambda g: g.with_axes(g.real(least=1), 1),
        checked(lambda a, k: a - extreme(np.max)(a, [k], 1)), "zeros")
command("less_broadcast_minimum", "fused", lambda g: (lambda b: (g.partner(b), b, g.axis(b)))(g.real(least=1)),
        lambda a, b, k: a - extreme(np.min)(b, [k], 0), "zeros")
command("tril", "fused", lambda g: (g.real(least=2), g.r.randint(-3, 3)), lambda a, k: matrices(np.tril)(a, k))
command("triu", "fused", lambda g: (g.real(least=2), g.r.randint(-3, 3)), lambda a, k: matrices(np.triu)(a, k))
command("clamp", "fused", lambda g: (g.real(), -1.0, 2.0), lambda a, x, y: np.minimum(np.maximum(a, x), y), "zeros")
command("all_equal", "fused", lambda g: g.two(), np.array_equal)
command("all_close", "fused", lambda g: g.two(), lambda a, b: np.allclose(a, b))


def to_whole(a):
    f = a[np.isfinite(a)]
    if (np.abs(f) > 2.0**52).any():
        raise Unsuitable
    return np.where(np.isfinite(a), a, 0.0).astype(np.int64)


for name, f, kinds, how in (
    ("negate", np.negative, "di", "exact"),
    ("abs", np.abs, "di", "exact"),
    ("sign", np.sign, "d", "zeros"),
    ("square", np.square, "di", "exact"),
    ("floor", np.floor, "d", "exact"),
    ("ceil", np.ceil, "d", "exact"),
    ("trunc", np.trunc, "d", "exact"),
    ("rint", np.rint, "d", "exact"),
    ("sqrt", np.sqrt, "d", "exact"),
    ("isnan", np.isnan, "d", "exact"),
    ("isinf", np.isinf, "d", "exact"),
    ("isfinite", np.isfinite, "d", "exact"),
    ("signbit", without_nan(np.signbit), "d", "exact"),
    ("nan_to_num", np.nan_to_num, "d", "exact"),
    ("reciprocal", lambda a: 1 / a, "d", "exact"),
    ("to_float", lambda a: a.astype(np.float32), "d", "exact"),
    ("to_double", lambda a: a.astype(np.float64), "ibf", "exact"),
    ("to_whole", to_whole, "d", "exact"),
    ("negation", np.logical_not, "b", "exact"),
    ("exp", np.exp, "d", relative),
    ("expm1", np.expm1, "d", relative),
    ("log", np.log, "d", relative),
    ("log1p", np.log1p, "d", relative),
    ("cbrt", np.cbrt, "d", relative),
    ("sin", np.sin, "d", relative),
    ("cos", np.cos, "d", relative),
    ("tanh", np.tanh, "d", relative),
    ("atan", np.arctan, "d", relative),
):
    command(name, "one", lambda g, kinds=kinds: (g.operand(g.r.choice(kinds)),), f, how)
