"""Element by element."""

import numpy as np

from commands import (
    Refused, Unsuitable, as_in_c, checked, command, exact_if_real, exact_if_tame, floats, like_products,
    relative, with_real)
from reductions import extreme
from views import diagonal, slice_


def near_if_complex(a, *more):
    return relative() if a.dtype.kind == "c" else "exact"


def quotient(a, b):
    """Towards zero, as in C; the lowest integer over -1 wraps."""
    if (b == 0).any() and np.broadcast(a, b).size:
        raise Refused("other")  # as long as WEFT_CHECK_BOUNDS is on
    with np.errstate(all="ignore"):
        q = np.floor_divide(a, b)
        return (q + ((q < 0) & (q * b != a))).astype(q.dtype)


def floored(f):
    def run(a, b):
        if a.dtype.kind in "iu" and (b == 0).any() and np.broadcast(a, b).size:
            raise Refused("other")
        with np.errstate(all="ignore"):
            return f(a, b)

    return run


def divided(a, b):
    """Of complex numbers the finite ones: what x / 0 is, C and NumPy see in different ways."""
    if a.dtype.kind == "c" and not ((floats(b) != 0).any(-1).all() and np.isfinite(a).all() and np.isfinite(b).all()):
        raise Unsuitable
    return np.divide(a, b)


for name, f, kinds, how in (
    ("plus", as_in_c(np.add), "dddifDs", "exact"),
    ("minus", as_in_c(np.subtract), "dddiFu", "exact"),
    ("times", as_in_c(np.multiply), "dddifFH", exact_if_real),
    ("divide", divided, "ddfDF", near_if_complex),
    ("quotient", as_in_c(quotient), "ijuH", "exact"),
    ("remainder", as_in_c(lambda a, b: a - quotient(a, b) * b), "ih", "exact"),
    ("bits", as_in_c(lambda a, b: (a & b) ^ (a | ~b)), "uh", "exact"),
    ("fmod", np.fmod, "d", "exact"),
    ("floor_divide", as_in_c(floored(np.floor_divide)), "ddih", "zeros"),
    ("floor_modulo", as_in_c(floored(np.mod)), "ddih", "zeros"),
    ("minimum", np.minimum, "ddis", "zeros"),
    ("maximum", np.maximum, "ddiH", "zeros"),
    ("fmin", np.fmin, "d", "zeros"),
    ("fmax", np.fmax, "d", "zeros"),
    ("heaviside", np.heaviside, "d", "zeros"),
    ("less", np.less, "ddis", "exact"),
    ("less_equal", np.less_equal, "d", "exact"),
    ("greater", np.greater, "d", "exact"),
    ("greater_equal", np.greater_equal, "d", "exact"),
    ("equal", np.equal, "ddiDu", "exact"),
    ("not_equal", np.not_equal, "dh", "exact"),
    ("both", np.logical_and, "b", "exact"),
    ("either", np.logical_or, "b", "exact"),
    ("atan2", np.arctan2, "d", relative),
    ("hypot", np.hypot, "d", relative),
    ("logaddexp", np.logaddexp, "d", relative),
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
# A number does not widen a floating tensor, and an integer one as far as C++ does, whatever the number is.
command("plus_number", "two", lambda g: (g.among("ddfFu"), g.number()),
        lambda a, x: with_real(np.add, a, a.real.dtype.type(x)) if a.dtype.kind in "fc" else a.astype(np.float64) + x)


def pair(g):
    a, b = g.r.choice(("dF", "Ff", "su", "hi", "Hf"))
    x = g.operand(a)
    return x, g.partner(x, b)


def product_less(a, b):
    if a.dtype.kind != "c" and b.dtype.kind == "c":
        product = with_real(np.multiply, b, a)
    elif a.dtype.kind == "c" and b.dtype.kind != "c":
        product = with_real(np.multiply, a, b)
    else:
        product = as_in_c(np.multiply)(a, b)
    return as_in_c(np.subtract)(product, a)


command("product_of_two_types", "two", pair, product_less, exact_if_tame)
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
    a = g.among("ddFu")
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


def all_close(a, b):
    if a.dtype.kind != "c":
        return np.allclose(a, b)
    # In NumPy 1 infinities of complex numbers are not close to themselves.
    return np.all((a == b) | (np.isfinite(b) & (np.abs(a - b) <= 1e-8 + 1e-5 * np.abs(b))))


command("all_equal", "fused", lambda g: g.two(), np.array_equal)
command("all_close", "fused", lambda g: g.two("ddD"), all_close)
command("real_of_product", "fused", lambda g: g.two("D"), lambda a, b: np.real(a * b), like_products)


def finite_if_complex(f):
    """C and NumPy differ in the signs and NaNs of what infinities give."""

    def run(a):
        if a.dtype.kind == "c" and not np.isfinite(a).all():
            raise Unsuitable
        return f(a)

    return run


def to_whole(a):
    f = a[np.isfinite(a)]
    if (np.abs(f) > 2.0**52).any():
        raise Unsuitable
    return np.where(np.isfinite(a), a, 0.0).astype(np.int64)


for name, f, kinds, how in (
    ("negate", as_in_c(np.negative), "diDs", "exact"),
    ("abs", as_in_c(np.abs), "diDFs", near_if_complex),
    ("sign", np.sign, "d", "zeros"),
    ("square", as_in_c(lambda a: a * a), "diFH", exact_if_real),
    ("floor", np.floor, "d", "exact"),
    ("ceil", np.ceil, "d", "exact"),
    ("trunc", np.trunc, "d", "exact"),
    ("rint", np.rint, "d", "exact"),
    ("sqrt", np.sqrt, "d", "exact"),
    ("isnan", np.isnan, "dF", "exact"),
    ("isinf", np.isinf, "d", "exact"),
    ("isfinite", np.isfinite, "dD", "exact"),
    ("signbit", without_nan(np.signbit), "d", "exact"),
    ("nan_to_num", np.nan_to_num, "d", "exact"),
    ("reciprocal", lambda a: 1 / a, "d", "exact"),
    ("to_float", lambda a: a.astype(np.float32), "d", "exact"),
    ("to_double", lambda a: a.astype(np.float64), "ibfsHj", "exact"),
    ("to_complex", lambda a: a.astype(np.complex128), "dFu", "exact"),
    ("to_complex64", lambda a: a.astype(np.complex64), "dDh", "exact"),
    ("to_int8", lambda a: a.astype(np.int8), "ijub", "exact"),
    ("to_uint16", lambda a: a.astype(np.uint16), "ihs", "exact"),
    ("conj", np.conj, "DF", "exact"),
    ("abs2", lambda a: a.real * a.real + a.imag * a.imag, "DF", relative),
    ("arg", without_nan(np.angle), "F", relative),
    ("to_whole", to_whole, "d", "exact"),
    ("negation", np.logical_not, "b", "exact"),
    ("exp", finite_if_complex(np.exp), "dD", relative),
    ("expm1", np.expm1, "d", relative),
    ("log", np.log, "d", relative),
    ("log1p", np.log1p, "d", relative),
    ("cbrt", np.cbrt, "d", relative),
    ("sin", np.sin, "d", relative),
    ("cos", np.cos, "d", relative),
    ("tanh", np.tanh, "d", relative),
    ("atan", np.arctan, "d", relative),
):
    command(name, "one", lambda g, kinds=kinds: (g.among(kinds),), f, how)
