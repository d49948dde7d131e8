"""What a command is, and how NumPy runs it.

The families of commands register theirs: what NumPy does (it raises Refused where weft's documentation says that weft
does not do the same), how operands are found, how exact the answer is.
"""

import numpy as np

AxisError = getattr(np, "AxisError", None) or np.exceptions.AxisError
NAMES = {
    "d": "float64", "f": "float32", "D": "complex128", "F": "complex64", "b": "bool", "i": "int64", "U": "uint64",
    "J": "uint32", "j": "int32", "s": "int8", "u": "uint8", "h": "int16", "H": "uint16",
}
SMALL = "jsuhH"
LETTERS = {name: letter for letter, name in NAMES.items()}
TYPES = {letter: np.dtype(name).type for letter, name in NAMES.items()}


def letter(a):
    return LETTERS[str(a.dtype)]


class Refused(Exception):
    """What weft refuses by its documentation, with the kind of error."""


class Unsuitable(Exception):
    """The generator found no operand for a command."""


class Reg(int):
    """A register, as an operand."""


class Matrix:
    """A sparse matrix as weft stores it: order "r" is csr, "c" csc. Arrays may be shared with other registers."""

    def __init__(self, shape, order, offsets, indices, values):
        self.shape, self.order = tuple(int(n) for n in shape), order
        self.offsets, self.indices, self.values = offsets, indices, values

    dtype = property(lambda self: self.values.dtype)
    kind = property(lambda self: letter(self.values) + self.order + letter(self.indices))


class Check:
    """A result that is looked at instead of compared: f(elements) says why it is wrong, or None."""

    def __init__(self, f):
        self.f = f


COMMANDS = {}
GROUPS = {}


class Command:
    """compare: "exact" to the last bit, "zeros" but for the sign of zeros, or a function of the operands, see below."""

    def __init__(self, group, run, make, compare, writes):
        self.run, self.make, self.compare, self.writes = run, make, compare, writes
        self.copies = group != "view"


def command(name, group, make, run, compare="exact", writes=False):
    COMMANDS[name] = Command(group, run, make, compare, writes)
    GROUPS.setdefault(group, []).append(name)


def floats(a):
    """The numbers that elements consist of, where they are floating: complex ones of two each."""
    return a if a.dtype.kind == "f" else np.stack([a.real, a.imag], -1) if a.dtype.kind == "c" else np.empty(0)


def tame(*arrays):
    """Sums of products of such values are exact: multiples of 1/256 below 4096, of 1/16 below 32 in 32 bits."""
    for a in arrays:
        single = str(a.dtype) in ("float32", "complex64")
        most, parts = (32, 16) if single else (4096, 256)
        f = floats(a).astype(np.float64)
        f = f[np.isfinite(f)]
        if not (np.abs(f) < most).all() or not (f * parts == np.floor(f * parts)).all():
            return False
    return True


def scale(a):
    f = np.abs(a if a.dtype.kind == "c" else a.astype(np.float64))
    f = f[np.isfinite(f)]
    return float(f.max()) if f.size else 0.0


def arrays_of(operands):
    arrays = [x.values if isinstance(x, Matrix) else x for x in operands]
    return [x for x in arrays if isinstance(x, np.ndarray)]


# How far a result may be off, in units of what rounding one number of that size costs; None: not at all, but for the
# signs of zeros, and "exact": not even there.


def relative(*operands):
    return 0.0


def like_sum(*operands):
    arrays = arrays_of(operands)
    return max(x.size for x in arrays) * max(scale(x) for x in arrays)


def like_products(*operands):
    return like_sum(*operands) * (1 + max(scale(x) for x in arrays_of(operands)))


def exact_if_tame(*operands):
    return None if tame(*arrays_of(operands)) else like_products(*operands)


def exact_if_real(*operands):
    """A product of complex numbers is a sum, which NumPy may compute with fused multiply-adds."""
    return exact_if_tame(*operands) if any(x.dtype.kind == "c" for x in arrays_of(operands)) else "exact"


# What the functions of several families need.


def with_real(f, z, x):
    """f(z, x) of a real x, which NumPy first makes complex: the zero that it gets for a part may show in the result."""
    if z.dtype.kind != "c":
        return f(z, x)
    real = np.result_type(z.real.dtype, x.dtype)
    re, im, x = z.real.astype(real), z.imag.astype(real), x.astype(real)
    return of_parts(f(re, x), im if f is np.add else f(im, x))


def of_parts(re, im):
    out = np.empty(np.shape(re), np.complex64 if re.dtype == np.float32 else np.complex128)
    out.real, out.imag = re, im
    return out


def as_in_c(f):
    """f(a, b) of the types C++ gives them: no arithmetic is done in less than 32 bits. It wraps, in weft and here."""

    def run(*operands):
        operands = [np.asarray(x) for x in operands]
        common = np.result_type(*(x.dtype for x in operands))  # of types: NumPy 1 looks at the values of rank 0
        if common.kind in "iu" and common.itemsize < 4:
            common = np.int32
        return f(*(x.astype(common) for x in operands))

    return run


def axis_of(a, *axes, more=0):
    for k in axes:
        if not 0 <= k < a.ndim + more:
            raise Refused("index")


def at(a, axis, index):
    return a[(slice(None),) * axis + (index, Ellipsis)]


def part(parts, j):
    if not 0 <= j < len(parts):
        raise Refused("index")
    return parts[j]


def checked(f):
    """f(a, axis, ...), whose axis may not be negative."""

    def run(a, axis, *more):
        axis_of(a, axis)
        return f(a, axis, *more)

    return run


class Result:
    """What a register holds, or the kinds of error of which weft may throw one; how close it must be."""

    def __init__(self, value=None, error=None, compare="exact", bound=None, usable=True):
        self.value, self.error, self.compare, self.bound, self.usable = value, error, compare, bound, usable


def usable(value):
    """Later commands may read it: far from overflow, and not so large that the generator's bounds mean nothing."""
    if isinstance(value, Matrix):
        return value.shape[0] * value.shape[1] <= 3000 and usable(value.values)
    if value is None or value.size > 3000 or value.ndim > 6:
        return False
    if value.dtype.kind not in "fc":
        return not value.size or value.dtype.kind == "b" or max(int(value.max()), -int(value.min())) < 2**40
    f = floats(value)
    f = np.abs(f[np.isfinite(f) & (f != 0)])
    return not f.size or (f.max() < 1e12 and f.min() > 1e-12)


def too_large(arrays):
    """Large operands are for fused loops: what multiplies their sizes would take all the time there is."""
    sizes = sorted(x.size for x in arrays)
    return len(sizes) > 1 and sizes[-1] * sizes[-2] > 10**6 and len({x.shape for x in arrays}) > 1


def zero_of_either_sign(c, value, operands):
    """Of equal zeros either may be the smaller one, and a sum of products may begin with one of its own."""
    if (floats(value) != 0).all():
        return False
    if value.dtype.kind == "c" and callable(c.compare):
        return True  # a part is a difference of products, in either order
    zeros = [x[x == 0] for x in map(floats, arrays_of(operands))]
    return any(z.size and (callable(c.compare) or np.signbit(z).any()) for z in zeros)


def new(kind, shape, values):
    return np.array(values, TYPES[kind]).reshape(shape)


def execute(results, name, args):
    """The result of one command, given those of the commands before it."""
    if name == "new":
        return Result(new(*args))
    c = COMMANDS[name]
    operands = [results[x].value if isinstance(x, Reg) else x for x in args]
    if any(x is None for x in operands) or too_large(arrays_of(operands)):
        raise Unsuitable
    compare, bound = c.compare, None
    if callable(compare):
        bound = compare(*operands)
        compare = bound if bound == "exact" else "zeros" if bound is None else "near"
    try:
        value = c.run(*operands)
    except Refused as e:
        return Result(error={"any": "index shape other"}.get(e.args[0], e.args[0]), usable=False)
    except AxisError:
        return Result(error="index shape", usable=False)
    except IndexError:
        return Result(error="index", usable=False)
    except ValueError:
        return Result(error="shape", usable=False)
    if c.writes:
        return Result(usable=False)
    if isinstance(value, Check):
        return Result(value, usable=False)
    if isinstance(value, Matrix):
        doubtful = compare == "near" or (compare == "zeros" and (floats(value.values) == 0).any())
        return Result(value, None, compare, bound, usable(value) and not doubtful)
    value = np.array(value, order="C") if c.copies else np.asarray(value)
    doubtful = compare == "near" or (compare == "zeros" and zero_of_either_sign(c, value, operands))
    return Result(value, None, compare, bound, usable(value) and not doubtful)
