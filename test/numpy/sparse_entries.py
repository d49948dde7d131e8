"""Entries of sparse matrices: views, selections, reductions, arithmetic, texts."""

import numpy as np
import scipy.sparse as sp
import scipy.sparse.linalg as spla

from commands import Check, Matrix, Refused, Unsuitable, TYPES, as_in_c, command, exact_if_tame, floats, relative
from commands import with_real
from sparse_operands import (
    EVERY, FEW, FLOATING, ORDERED, REAL, beside, dense, exact_product, finite_if_complex, letter_of, matrix, matrix_of,
    of_elements, ones_of, places, right_kinds, scipy_of, with_values,
)


def turned(m):
    return Matrix(m.shape[::-1], "c" if m.order == "r" else "r", m.offsets, m.indices, m.values)


def of_scipy_transpose(m):
    return matrix_of(scipy_of(m).T, turned(m).kind)


def numbers(m):
    s = scipy_of(m)
    return np.array([s.nnz, *s.shape, *s.shape, 2])


def element(m, i, j, how):
    if how == "end":
        i, j = m.shape[0] - i, m.shape[1] - j
    if not (0 <= i < m.shape[0] and 0 <= j < m.shape[1]):
        raise Refused("index")
    return m.values.dtype.type(scipy_of(m)[i, j])


def element_operands(g):
    s = matrix(g, EVERY)
    m, n = g.value(s).shape
    how = g.r.choice(("begin", "end"))
    i, j = g.index(m), g.index(n)
    return s, i + (how == "end"), j + (how == "end"), how


def converted(m, t, o, x):
    return matrix_of(scipy_of(m), t + o + x)


def cast(m, t, o, x, source):
    if t == "f" and not np.isfinite(m.values).all():
        raise Unsuitable
    return matrix_of(scipy_of(m).astype(TYPES[t]), t + o + x)


def cast_operands(g):
    s = matrix(g, ["drj", "frj", "jrj"])
    source = letter_of(g, s)
    return s, g.r.choice({"d": "fD", "f": "dF", "j": "di"}[source]), g.r.choice("rc"), "j", source


def without_zeros(m, tolerance):
    s = scipy_of(m).copy()
    if tolerance <= 0:
        s.eliminate_zeros()
        return matrix_of(s, m.kind)
    with np.errstate(all="ignore"):
        kept = ~(np.abs(m.values.astype(np.float64) if m.dtype.kind in "iu" else m.values) <= tolerance)
    i, j = places(m)
    return matrix_of(sp.coo_array((m.values[kept], (i[kept], j[kept])), shape=m.shape), m.kind)


def replaced(m, values):
    if values.shape != m.values.shape:
        raise Refused("shape")
    return with_values(m, values)


def take(m, at, axis):
    if axis not in (0, 1) or ((at < 0) | (at >= m.shape[axis])).any():
        raise Refused("index")
    if 0 in m.shape or at.size == 0:
        shape = (at.size, m.shape[1]) if axis == 0 else (m.shape[0], at.size)
        return matrix_of(sp.coo_array(shape), m.kind)
    s = scipy_of(m)
    return matrix_of(s[at, :] if axis == 0 else s[:, at], m.kind)


def take_operands(g):
    s = matrix(g, FEW)
    axis = g.r.choice((0, 1))
    return s, g.indices(g.value(s).shape[axis], (g.r.randint(0, 6),)), axis if g.r.random() < 0.98 else 2


command("sparse_transpose", "view", lambda g: (matrix(g, EVERY),), turned)
command("sparse_transpose_copy", "sparse", lambda g: (matrix(g, FEW),), of_scipy_transpose)
command("sparse_view", "view", lambda g: (matrix(g, FEW),), lambda m: Matrix(
    m.shape, m.order, m.offsets, m.indices, m.values))
command("sparse_const_view", "sparse", lambda g: (matrix(g, FEW),), dense, "zeros")
command("sparse_values", "view", lambda g: (matrix(g, EVERY),), lambda m: m.values)
command("sparse_given", "sparse", lambda g: (matrix(g, FEW), g.r.randint(0, 2)),
        lambda m, k: (m.values, m.indices, m.offsets)[k])
command("sparse_numbers", "sparse", lambda g: (matrix(g, EVERY),), numbers)
command("sparse_at", "sparse", element_operands, element, "zeros")
command("sparse_to_dense", "sparse", lambda g: (matrix(g, EVERY),), dense, "zeros")
command("sparse_convert", "sparse", lambda g: (lambda s: (s, letter_of(g, s), g.r.choice("rc"), g.r.choice("ji")))(
    matrix(g, FEW)), converted)
command("sparse_cast", "sparse", cast_operands, cast)
command("sparse_without_zeros", "sparse", lambda g: (matrix(g, FEW), g.r.choice((-1, 0, 1, 2.5))), without_zeros)
command("sparse_with_values", "sparse", lambda g: (lambda s: (s, beside(
    g, s, (g.value(s).values.size + (g.r.random() < 0.03),))))(matrix(g, FEW)), replaced)
command("sparse_diag", "sparse", lambda g: (matrix(g, FEW),), lambda m: scipy_of(m).diagonal(), "zeros")
command("sparse_take", "sparse", take_operands, take)


# Reductions.


def total(m, axis):
    finite_if_complex(m)
    if axis not in ("-", 0, 1):
        raise Refused("index")
    s = scipy_of(m).astype(np.int64) if m.dtype.kind == "i" else scipy_of(m)
    if axis == "-":
        return s.dtype.type(s.sum())
    return np.asarray(s.sum(axis=axis)).ravel().astype(s.dtype)


def like_entries(m, *more):
    return exact_if_tame(m.values)


def extreme(name):
    return lambda m: m.dtype.type(getattr(scipy_of(m), name)())


def norm(m):
    s = scipy_of(m).astype(np.float64) if m.dtype.kind == "i" else scipy_of(m)
    if m.values.size == 0:
        return floats(s.data).dtype.type(0)
    return spla.norm(s).astype(floats(s.data).dtype)


command("sparse_sum", "sparse", lambda g: (matrix(g, EVERY), g.r.choice(("-", 0, 1)) if g.r.random() < 0.98 else 2),
        total, like_entries)
command("sparse_max", "sparse", lambda g: (matrix(g, ORDERED),), extreme("max"), "zeros")
command("sparse_min", "sparse", lambda g: (matrix(g, ORDERED),), extreme("min"), "zeros")
command("sparse_norm", "sparse", lambda g: (matrix(g, FEW),), norm, relative)


# Texts and pictures.


def text_of(x):
    text = np.array2string(np.array(x))
    return text + "0" if text.endswith(".") and x.dtype.kind == "f" else text


def text(m):
    i, j = places(m)
    out = [f"sparse {m.shape[0]} x {m.shape[1]}, {i.size} entr{'y' if i.size == 1 else 'ies'}, cs{m.order}"]
    out += [f"({a}, {b}) {text_of(x)}" for a, b, x in zip(i, j, m.values)]
    return np.frombuffer("\n".join(out).encode(), np.uint8)


def spy(m, pixels):
    """By counts in blocks: none is 255, the most is 0, and more is darker."""
    if pixels != "-" and pixels < 1:
        raise Refused("shape")
    block = 1 if pixels == "-" else max(-(-max(m.shape) // pixels), 1)
    sides = [max(-(-n // block), 1) for n in m.shape]
    i, j = (k // block for k in places(m))
    counts = sp.coo_array((np.ones(i.size), (i, j)), shape=sides).toarray()

    def look(picture):
        if picture.shape != counts.shape or picture.dtype != np.uint8:
            return f"a picture of {picture.shape}"
        shades = {n: set(picture[counts == n].tolist()) for n in set(counts.ravel())}
        if any(len(s) != 1 for s in shades.values()):
            return f"one count in several shades: {shades}"
        by_count = [shades[n].pop() for n in sorted(shades)]
        most = counts.max()
        ends = (counts.min() > 0 or by_count[0] == 255) and (most == 0 or by_count[-1] == 0)
        darker = by_count == sorted(by_count, reverse=True) and all(s < 192 for s in by_count[counts.min() == 0 :])
        return None if ends and darker else f"{counts.tolist()} is {picture.tolist()}"

    return Check(look)


command("sparse_text", "sparse", lambda g: (matrix(g, FEW),), text)
command("sparse_written", "sparse", lambda g: (matrix(g, FEW),), text)
command("sparse_spy", "sparse", lambda g: (matrix(g, FEW), g.r.choice(("-", 1, 2, 3, 8, 0))), spy)


# Arithmetic with numbers and with dense operands: the entries stay.


def scaled(f):
    def run(m, x):
        finite_if_complex(m)
        number = np.asarray(x, m.values.real.dtype)
        return with_values(m, with_real(as_in_c(f), m.values, number) if f is np.multiply else f(m.values, number))

    return run


def by_scipy(f):
    """f of SciPy's matrix keeps the places of entries."""
    return lambda m: matrix_of(f(scipy_of(m)), m.kind)


def absolute(m):
    return with_values(m, np.abs(m.values))


def number_operands(g):
    s = matrix(g, FEW)
    return s, g.r.choice((2, -1, 3, 0) if letter_of(g, s) in "ij" else (2.0, -0.5, 3.0, 0.25))


def times_complex(m, re, im):
    values = m.values.astype(np.complex128)
    if not tame_numbers(values):
        raise Unsuitable
    return with_values(m, values * complex(re, im))


def tame_numbers(values):
    return exact_if_tame(values) is None and np.isfinite(values).all()


def broadcast(m, x):
    if x.ndim > 2 or np.broadcast_shapes(m.shape, x.shape) != m.shape:
        raise Refused("shape")
    return np.broadcast_to(x, m.shape)


def picked(f):
    """f of the entries and of the elements at their places: only there do infinities count."""

    def run(m, x):
        whole = broadcast(m, x)
        finite_if_complex(m, x)
        return with_values(m, f(m.values, whole[places(m)]).astype(m.dtype))

    return run


def multiplied(m, x):
    whole = broadcast(m, x)
    finite_if_complex(m, x)
    return with_values(m, scipy_of(m).multiply(whole).toarray()[places(m)] if m.values.size else m.values)


def divided(m, x):
    if m.dtype.kind == "c" and (broadcast(m, x) == 0).any():
        raise Unsuitable
    return picked(np.divide)(m, x)


def to_broadcast(g, kinds=FEW, kind=None):
    s = matrix(g, kinds)
    return s, g.fitting(g.value(s).shape, kind=kind or letter_of(g, s))


def beside_dense(f):
    def run(m, x):
        return as_in_c(f)(dense(m), x)

    return run


def small(f):
    """Broadcasts both ways, but not to more than other commands take."""

    def run(m, x):
        if x.ndim > 2:
            raise Unsuitable
        return f(m, x)

    return run


for name, f in (("times_number", np.multiply), ("number_times", np.multiply)):
    command("sparse_" + name, "sparse", number_operands, scaled(f))
command("sparse_by_number", "sparse", lambda g: (matrix(g, FLOATING), g.r.choice((2.0, -0.5, 4.0))), scaled(np.divide),
        "zeros")
command("sparse_times_complex", "sparse", lambda g: (matrix(g, ["drj", "dcj", "Drj", "Dcj"]), *g.r.choice(
    ((0.0, 1.0), (2.0, -0.5), (-1.0, 3.0)))), times_complex, "zeros")
command("sparse_negate", "sparse", lambda g: (matrix(g, FEW),), by_scipy(lambda s: -s))
command("sparse_conj", "sparse", lambda g: (matrix(g, FEW),), by_scipy(lambda s: s.conj()))
command("sparse_abs", "sparse", lambda g: (matrix(g, FEW),), absolute,
        lambda m: 0.0 if m.dtype.kind == "c" else "exact")
command("sparse_times_dense", "sparse dense", to_broadcast, multiplied, exact_product)
command("sparse_dense_times", "sparse dense", to_broadcast, multiplied, exact_product)
command("sparse_by_dense", "sparse dense", lambda g: to_broadcast(g, FLOATING), divided, relative)
command("sparse_times_mask", "sparse dense", lambda g: to_broadcast(g, REAL, "b"), picked(np.multiply), "zeros")
for name, f in (("plus_dense", np.add), ("dense_plus", np.add), ("minus_dense", np.subtract),
                ("dense_minus", lambda a, x: np.subtract(x, a))):
    command("sparse_" + name, "sparse dense", to_broadcast, small(beside_dense(f)), "zeros")


# Two sparse matrices.


def same_shapes(a, b):
    if a.shape != b.shape:
        raise Refused("shape")


def joined(a, b):
    """The letter of the elements of results of two matrices, and their order and index."""
    t = np.result_type(a.dtype, b.dtype)
    return {"float64": "d", "float32": "f", "complex128": "D", "complex64": "F", "int32": "j", "int64": "i"}[
        str(t)] + a.order + max(a.kind[2], b.kind[2], key="ji".index)


def plus(sign):
    def run(a, b):
        same_shapes(a, b)
        x, y = scipy_of(a), scipy_of(b)
        return of_elements(ones_of(a) + ones_of(b), (x + y if sign > 0 else x - y).toarray(), joined(a, b))

    return run


def times(a, b):
    same_shapes(a, b)
    finite_if_complex(a, b)
    common = ones_of(a).multiply(ones_of(b))
    return of_elements(common, scipy_of(a).multiply(scipy_of(b)).toarray(), joined(a, b))


def kron(a, b):
    finite_if_complex(a, b)
    shape = [m * n for m, n in zip(a.shape, b.shape)]
    if shape[0] * shape[1] > 3000 or 0 in shape:
        raise Unsuitable
    pattern = sp.coo_array(np.kron(ones_of(a).toarray(), ones_of(b).toarray()))
    return of_elements(pattern, sp.kron(scipy_of(a), scipy_of(b), format="csr").toarray(), joined(a, b))


def equal(a, b):
    if a.shape != b.shape:
        return np.bool_(False)
    with np.errstate(all="ignore"):
        return np.bool_((scipy_of(a) != scipy_of(b)).nnz == 0) if a.values.size or b.values.size else np.bool_(True)


def partner(g, a, like=False):
    """A second matrix: of one shape, or the same numbers once more."""
    m = g.value(a)
    kinds = right_kinds(m.kind)
    if like and g.r.random() < 0.5:
        return g.add("sparse_convert", (a, m.kind[0], g.r.choice("rc"), m.kind[2]))
    return matrix(g, kinds, m.shape if g.r.random() < 0.97 else None)


def with_partner(g, like=False):
    a = matrix(g, FEW)
    return a, partner(g, a, like)


MIXED = (("drj", "D"), ("dcj", "D"), ("frj", "d"), ("fcj", "d"), ("jrj", "d"), ("jcj", "d"))


def mixed_operands(g, inner=False):
    kind, other = g.r.choice(MIXED)
    a = matrix(g, [kind])
    m, n = g.value(a).shape
    shape = (n, g.r.choice((1, 2, 4))) if inner else (m, n)
    return a, matrix(g, [other + "rj", other + "cj"], shape)


command("sparse_plus", "sparse pair", with_partner, plus(1), "zeros")
command("sparse_minus", "sparse pair", with_partner, plus(-1), "zeros")
command("sparse_times", "sparse pair", with_partner, times, exact_product)
command("sparse_kron", "sparse pair", lambda g: (lambda a: (a, matrix(g, right_kinds(g.value(a).kind))))(
    matrix(g, FEW)), kron, exact_product)
command("sparse_equal", "sparse pair", lambda g: with_partner(g, like=True), equal)
command("sparse_mixed_plus", "sparse pair", mixed_operands, plus(1), "zeros")
command("sparse_mixed_times", "sparse pair", mixed_operands, times, exact_product)
