"""Systems of equations with sparse matrices, by elimination."""

import warnings

import numpy as np
import scipy.linalg
import scipy.sparse as sp
import scipy.sparse.linalg as spla

from commands import Refused, Unsuitable, command
from sparse_operands import FEW, FLOATING, beside, dense, integers, letter_of, matrix, places, right_kinds, scipy_of

TOLERANCE = {"f": 2e-6, "d": 1e-11}  # as in sparse_iterating.cpp


def wide(m):
    """All elements, in the precision that answers are computed in."""
    return dense(m).astype(np.complex128 if m.dtype.kind == "c" else np.float64)


def condition(a):
    return float(np.linalg.cond(a)) if a.size else 1.0


# Matrices that have an inverse, and not all of them a large diagonal.


def regular(g, kinds=FEW, n=None, positive=False):
    """A square matrix, mostly one whose diagonal is large, and Hermitian where it shall be positive."""
    r, kind = g.r, g.r.choice(kinds)
    n = n if n is not None else r.choice((0, 1, 2, 3, 4, 5, 6, 8, 12, 20))
    count = r.randint(0, 3 * n) if n else 0
    i, j = ([r.randrange(n) for _ in range(count)] for _ in range(2))
    if positive:
        values = [x / 4 if kind[0] not in "ij" else x for x in (r.randint(-8, 8) for _ in range(count))]
        turned = [complex(x, r.randint(-4, 4) / 4) if kind[0] in "DF" and a != b else x
                  for x, a, b in zip(values, i, j)]
        rows, columns = i + j, j + i
        values = turned + [np.conj(x) for x in turned]
    else:
        rows, columns, values = i, j, g.values(kind[0] if kind[0] != "j" else "i", count)
    large = 40 if positive or r.random() < 0.8 else 0
    rows, columns = rows + list(range(n)), columns + list(range(n))
    values = list(values) + [large + r.randint(1, 9)] * n
    if large == 0 and n and r.random() < 0.1:  # no entries in a row
        kept = [k for k in range(len(rows)) if rows[k] != n - 1]
        rows, columns, values = ([x[k] for k in kept] for x in (rows, columns, values))
    v = g.add("new", (kind[0], (len(rows),), tuple(values)))
    return g.add("sparse_triplets", (integers(g, rows), integers(g, columns), v, *kind, n, n, "add"))


def system(m, b):
    """The answer of a system of equations, or the error that weft has for it."""
    if m.shape[0] != m.shape[1]:
        raise Refused("shape")
    if b.ndim not in (1, 2) or b.shape[0] != m.shape[0]:
        raise Refused("shape" if np.isfinite(m.values).all() else "any")
    solvable(m)
    if not np.isfinite(b).all():
        raise Unsuitable
    t = np.result_type(m.dtype, b.dtype)
    if b.size == 0:
        return np.zeros(b.shape, t)
    wide_type = np.complex128 if t.kind == "c" else np.float64
    a = sp.csc_matrix(scipy_of(m)).astype(wide_type)
    return spla.spsolve(a, b.astype(wide_type)).reshape(b.shape).astype(t)


def solvable(m, most=1e4):
    """Refuses what weft refuses, and leaves out what is nearly singular."""
    if not np.isfinite(m.values).all():
        raise Refused("other")
    if m.shape[0] == 0:
        return
    i, j = places(m)
    if len(set(i.tolist())) < m.shape[0] or len(set(j.tolist())) < m.shape[0]:
        raise Refused("other")
    if condition(wide(m)) > most:
        raise Unsuitable


def near(tolerance=None):
    """A bound for solutions: condition times the largest element, in units of the tolerance of a method."""

    def bound(m, b, *more):
        if m.shape[0] != m.shape[1] or m.shape[0] == 0 or not np.isfinite(m.values).all():
            return 0.0
        a = wide(m)
        with np.errstate(all="ignore"), warnings.catch_warnings():
            c = condition(a)
            if not c < 1e5 or b.shape[:1] != m.shape[:1] or not np.isfinite(b).all():
                return 0.0
            x = np.abs(np.linalg.solve(a, b)).max() if b.size else 0.0
        eps = np.finfo(b.dtype).eps
        return float(c * x * (1 if tolerance is None else max(TOLERANCE["f" if eps > 1e-10 else "d"] / eps / 8, 1)))

    return bound


def right(letter):
    return "d" if letter in "ij" else letter


def system_operands(g, kinds=FEW, positive=False, vector=False, n=None):
    s = regular(g, kinds, n, positive) if g.r.random() < 0.95 else matrix(g, kinds)
    m = g.value(s).shape[0]
    shape = (m,) if vector else g.r.choice(((m,), (m, 1), (m, 3), (m + (g.r.random() < 0.1),)))
    return s, beside(g, s, shape, right(letter_of(g, s)))


def factored(m, other, b):
    """The second matrix counts, but the first one has to be factored too."""
    if m.shape[0] != m.shape[1]:
        raise Refused("shape")
    if not np.isfinite(m.values).all():
        raise Refused("other")
    if m.shape != other.shape:
        raise Refused("shape")
    return system(other, b)


def factored_operands(g):
    s, b = system_operands(g, vector=True)
    m = g.value(s)
    n = m.shape[0]
    if g.r.random() < 0.4 and m.values.size and m.shape[0] == m.shape[1]:  # the same places
        values = g.add("new", (m.kind[0], m.values.shape, tuple((m.values * 2).tolist())))
        return s, g.add("sparse_with_values", (s, values)), b
    return s, regular(g, right_kinds(m.kind), n), b


def determinant(m):
    if m.shape[0] != m.shape[1]:
        raise Refused("shape")
    if not np.isfinite(m.values).all():
        raise Refused("other")
    a = wide(m)
    if a.size and condition(a) > 1e4:
        raise Unsuitable
    return a


def det(m):
    with np.errstate(all="ignore"):
        d = np.linalg.det(determinant(m)).astype(m.dtype)
    if not np.isfinite(d):
        raise Unsuitable
    return d


def slogdet(m, part):
    sign, logarithm = np.linalg.slogdet(determinant(m))
    return m.dtype.type(sign) if part == 0 else m.values.real.dtype.type(logarithm)


def like_determinant(m, *part):
    if m.shape[0] != m.shape[1] or not np.isfinite(m.values).all() or m.shape[0] == 0:
        return 1.0
    with np.errstate(all="ignore"):
        return float(m.shape[0] * min(condition(wide(m)), 1e5) * (1 if part else abs(np.linalg.det(wide(m)))))


def positive(m):
    """The matrix of the lower triangle, if it is clearly positive definite."""
    if m.shape[0] != m.shape[1]:
        raise Refused("shape")
    if not np.isfinite(m.values).all():
        raise Refused("other")
    a = wide(m)
    lower = np.tril(a, -1)
    a = lower + lower.conj().T + np.diag(np.diag(a).real)
    if a.size == 0:
        return a
    values = np.linalg.eigvalsh(a)
    if values.min() < -1e-3 * max(abs(values).max(), 1):
        raise Refused("other")
    if values.min() <= 1e-3 * abs(values).max():
        raise Unsuitable
    return a


def positive_system(times):
    def run(m, b):
        a = positive(m)
        if b.ndim not in (1, 2) or b.shape[0] != m.shape[0]:
            raise Refused("shape")
        if not np.isfinite(b).all():
            raise Unsuitable
        if b.size == 0:
            return b.copy()
        return scipy.linalg.cho_solve(scipy.linalg.cho_factor(times * a, lower=True), b).astype(b.dtype)

    return run


def positive_det(m, part):
    a = positive(m)
    sign, logarithm = np.linalg.slogdet(a)
    value = np.exp(logarithm) if part == 0 else logarithm
    real = m.values.real.dtype.type
    if not np.isfinite(real(value)):
        raise Unsuitable
    return real(value)


def like_positive(m, part):
    return like_determinant(m) if part == 0 else like_determinant(m, part)


command("sparse_solve", "sparse solve", system_operands, system, near())
for name in ("sparse_lu_solve", "sparse_lu_in_place"):
    command(name, "sparse solve", lambda g: system_operands(g, FLOATING), system, near())
command("sparse_refactor", "sparse solve", factored_operands, factored, lambda m, other, b: near()(other, b))
command("sparse_lu_det", "sparse solve", lambda g: (regular(g, FLOATING),), det, like_determinant)
command("sparse_slogdet", "sparse solve", lambda g: (regular(g, FLOATING), g.r.randint(0, 1)), slogdet,
        like_determinant)
command("sparse_cholesky_solve", "sparse solve", lambda g: system_operands(g, FLOATING, True), positive_system(1),
        near())
command("sparse_cholesky_refactor", "sparse solve", lambda g: system_operands(g, FLOATING, True), positive_system(2),
        near())
command("sparse_cholesky_det", "sparse solve", lambda g: (regular(g, FLOATING, positive=True), g.r.randint(0, 1)),
        positive_det, like_positive)
