"""Element-wise functions of the standard: what NumPy does in the element types of weft, which are those of C++."""

import numpy as np

from commands import exact_if_real, relative
from standard_pack import (COMPLEX, FLOATING, INTEGERS, NUMBERS, ORDERED, REAL, Operand, function, one, pairs, two)
from untyped import by_value, c_type, extremes, joined, promoted, times

NUMBER_PAIRS = pairs(NUMBERS)
ORDERED_PAIRS = pairs(ORDERED)
INTEGER_PAIRS = pairs(INTEGERS)


def floating(f):
    """Integers become double."""
    return lambda *x: f(*(a if a.dtype.kind in "fc" else a.astype(np.float64) for a in x))


def real_floating(f):
    """Of two operands, in the type of both, which is double for two integers."""

    def run(x, y):
        t = c_type(x.dtype, y.dtype)
        t = t if t.kind == "f" else np.dtype(np.float64)
        return f(x.astype(t), y.astype(t))

    return run


def near_for_complex(*operands):
    return relative() if any(x.dtype.kind == "c" for x in operands) else "exact"


def near_or_zeros(*operands):
    """NumPy forgets the sign of -0.0."""
    return relative() if any(x.dtype.kind == "c" for x in operands) else None


def zeros_beside_complex(x, y):
    """Of a real and a complex number NumPy subtracts an imaginary part of 0, weft negates that which there is."""
    return "exact" if (x.dtype.kind == "c") == (y.dtype.kind == "c") else None


def of_joined(f):
    return lambda x, y: f(*joined(x, y))


# One operand.


def sign(x):
    if x.dtype.kind != "c":
        return np.sign(x)
    size = np.abs(x)
    return np.where(size == 0, x, x / np.where(size == 0, 1, size)).astype(x.dtype)


function("abs", one(NUMBERS, "any"), lambda x: np.abs(promoted(np.positive)(x)), near_for_complex)
function("negative", one(NUMBERS, "any"), promoted(np.negative))
function("positive", one(NUMBERS, "any"), promoted(np.positive))
function("square", one(NUMBERS), lambda x: times(x, x), exact_if_real)
function("sign", one(NUMBERS), lambda x: promoted(sign)(x), near_or_zeros)
function("signbit", one(REAL, "any"), np.signbit)
function("bitwise_invert", one(INTEGERS, "any"), promoted(np.invert))
function("logical_not", one("b"), np.logical_not)
for name, f in (("ceil", np.ceil), ("floor", np.floor), ("trunc", np.trunc), ("round", np.rint)):
    function(name, one(ORDERED, "any"), lambda x, f=f: f(x) if x.dtype.kind == "f" else x)
for name, f in (("isfinite", np.isfinite), ("isinf", np.isinf), ("isnan", np.isnan)):
    function(name, one(NUMBERS, "any"), f)
function("conj", one(FLOATING), np.conj)
function("real", one(FLOATING), np.real)
function("imag", one(COMPLEX), np.imag)
function("reciprocal", one(NUMBERS, "not_zero"), floating(np.reciprocal), near_for_complex)
function("sqrt", one(NUMBERS, "positive"), floating(np.sqrt), near_for_complex)

NEAR = lambda *operands: 0.0  # noqa: E731
for name in ("exp", "expm1", "sin", "cos", "tan", "sinh", "cosh", "tanh"):
    function(name, one(FLOATING + "ju", "any"), floating(getattr(np, name)), NEAR)
for name in ("log", "log2", "log10"):
    function(name, one(FLOATING + "ju", "positive"), floating(getattr(np, name)), NEAR)
for name, f, domain in (("log1p", np.log1p, "positive"), ("asin", np.arcsin, "unit"), ("acos", np.arccos, "unit"),
                        ("atan", np.arctan, "any"), ("asinh", np.arcsinh, "any"), ("acosh", np.arccosh, "large"),
                        ("atanh", np.arctanh, "unit")):
    function(name, one(FLOATING, domain), f, NEAR)

# Two operands.

function("add", two(NUMBER_PAIRS), of_joined(np.add), zeros_beside_complex)
function("subtract", two(NUMBER_PAIRS), of_joined(np.subtract), zeros_beside_complex)
function("multiply", two(NUMBER_PAIRS), times, exact_if_real)
FLOATING_PAIRS = [(a, b) for a, b in NUMBER_PAIRS if a in FLOATING or b in FLOATING]
function("divide", two(FLOATING_PAIRS, "finite", "not_zero"), of_joined(np.divide), near_for_complex)
function("divide_integers", two(INTEGER_PAIRS, "finite", "not_zero"),
         lambda x, y: x.astype(np.float64) / y.astype(np.float64), of="divide")
for name, f in (("less", np.less), ("less_equal", np.less_equal), ("greater", np.greater),
                ("greater_equal", np.greater_equal)):
    function(name, two(ORDERED_PAIRS, "any"), by_value(f))
function("equal", two(NUMBER_PAIRS, "any") + two(pairs("b")), by_value(np.equal))
function("not_equal", two(NUMBER_PAIRS, "any") + two(pairs("b")), by_value(np.not_equal))
for name, f in (("and", np.logical_and), ("or", np.logical_or), ("xor", np.logical_xor)):
    function(f"logical_{name}", two(pairs("b")), f)
for name, f in (("and", np.bitwise_and), ("or", np.bitwise_or), ("xor", np.bitwise_xor)):
    function(f"bitwise_{name}", two(INTEGER_PAIRS, "any"), of_joined(f))


def shift(f):
    """In the type of the first operand, promoted."""

    def run(x, y):
        t = c_type(x.dtype, x.dtype)
        return f(x.astype(t), y.astype(t))

    return run


function("bitwise_left_shift", two(INTEGER_PAIRS, "finite", "places"), shift(np.left_shift))
function("bitwise_right_shift", two(INTEGER_PAIRS, "finite", "places"), shift(np.right_shift))
for name, f in (("copysign", np.copysign), ("nextafter", np.nextafter)):
    function(name, two(pairs(REAL), "any"), of_joined(f))
for name, f in (("atan2", np.arctan2), ("hypot", np.hypot), ("logaddexp", np.logaddexp)):
    function(name, two(pairs(REAL), "any"), of_joined(f), NEAR)
function("floor_divide", two(ORDERED_PAIRS, "finite", "not_zero"), of_joined(np.floor_divide))
function("remainder", two(ORDERED_PAIRS, "finite", "not_zero"), of_joined(np.remainder), "zeros")


def extreme_by_value(f, before):
    """Of integers with and without sign the one that is the larger number, stored in the type of both."""

    def run(x, y):
        if {x.dtype.kind, y.dtype.kind} != {"i", "u"}:
            return extremes(f)(x, y)
        return np.where(by_value(before)(x, y), *joined(x, y))

    return run


function("maximum", two(ORDERED_PAIRS), extreme_by_value(np.maximum, np.greater))
function("minimum", two(ORDERED_PAIRS), extreme_by_value(np.minimum, np.less))


def power(x, y):
    return np.power(*joined(x, y))


def power_of_integers(x, y):
    return np.power(x.astype(np.int64), y.astype(np.int64))


function("pow", two(FLOATING_PAIRS, "positive", "unit"), power, NEAR)
function("pow_of_integers", two(pairs(INTEGERS), "positive", "places"), power_of_integers, of="pow")


# Three operands.


def clip(x, low):
    return np.minimum(np.maximum(x, low), low + low.dtype.type(1))


BOUNDED = [(Operand(k, s), Operand(k, t)) for k in REAL + "i" for s, t in (((3, 4), (4,)), ((), ()), ((0, 3), (3,)))]
function("clip", BOUNDED, clip)
function("clip_below", two([(k, k) for k in ORDERED]), np.maximum, of="clip")


def choose(x, y, mask):
    return np.where(mask, *((x, y) if x.dtype == y.dtype else joined(x, y)))


function("where", [(a, b, Operand("b", s)) for (a, b), s in
                   [(c, (3, 4)) for c in two(NUMBER_PAIRS + pairs("b")) if c[0].shape == c[1].shape == (3, 4)]
                   + [(c, (4,)) for c in two(NUMBER_PAIRS) if c[0].shape != c[1].shape]], choose)
