"""Methods that multiply by a sparse matrix, and preconditioners."""

import numpy as np
import scipy.linalg
import scipy.sparse as sp
import scipy.sparse.linalg as spla

from commands import Check, Refused, Unsuitable, command
from sparse_operands import FLOATING, beside, dense, matrix, matrix_of, places
from sparse_solving import TOLERANCE, near, positive, regular, system, system_operands, wide

# Answers are those of elimination, within the tolerance.


def iterated(m, b, *more):
    if m.shape[0] != m.shape[1] or b.shape != m.shape[:1]:
        raise Refused("shape")
    finite_system(m, b)
    return system(m, b)


def finite_system(m, b):
    if not np.isfinite(m.values).all() or not np.isfinite(b).all() or not np.isfinite(dense(m)).all():
        raise Unsuitable


def dominant(m):
    a = np.abs(wide(m))
    if (2 * np.diag(a) <= a.sum(1)).any():
        raise Unsuitable


def general(m, b):
    if m.shape[0] == m.shape[1] == b.size:
        finite_system(m, b)
        dominant(m)
    return iterated(m, b)


def conjugate(m, b, *more):
    if m.shape[0] == m.shape[1] == b.size:
        finite_system(m, b)
        a = wide(m)
        if not np.array_equal(a, a.conj().T):
            raise Unsuitable
        if a.size and np.linalg.eigvalsh(a)[0] <= 1e-3 * abs(a).max():
            raise Unsuitable  # the method ends without an error
    return iterated(m, b)


def least_squares(m, b):
    if b.shape != m.shape[:1]:
        raise Refused("shape")
    finite_system(m, b)
    a = wide(m)
    if 0 in m.shape:
        return np.zeros(m.shape[1], m.dtype)
    s = np.linalg.svd(a, compute_uv=False)
    kept = s[s > s[0] * 1e-7] if s[0] > 0 else s[:0]
    if kept.size and kept[0] / kept[-1] > 100:
        raise Unsuitable
    return (np.linalg.pinv(a, rcond=1e-7) @ b).astype(m.dtype)


def like_least_squares(m, b):
    if 0 in m.shape or b.shape != m.shape[:1]:
        return 0.0
    if not np.isfinite(m.values).all() or not np.isfinite(b).all():
        return 0.0
    s = np.linalg.svd(wide(m), compute_uv=False)
    kept = s[s > s[0] * 1e-7] if s[0] > 0 else s[:0]
    if not kept.size:
        return 0.0
    eps = np.finfo(b.dtype).eps
    largest = np.linalg.norm(b) / kept[-1]
    return float(10 * (kept[0] / kept[-1]) ** 2 * largest * TOLERANCE["f" if eps > 1e-10 else "d"] / eps / 8)


def least_squares_operands(g):
    s = matrix(g, FLOATING)
    return s, beside(g, s, (g.value(s).shape[0],))


for name in ("sparse_bicgstab", "sparse_gmres", "sparse_bicgstab_with", "sparse_gmres_with"):
    command(name, "sparse solve", lambda g: system_operands(g, FLOATING, vector=True), general, near(True))
for name in ("sparse_cg", "sparse_cg_from"):
    command(name, "sparse solve", lambda g: system_operands(g, FLOATING, True, True), conjugate, near(True))
command("sparse_cg_with", "sparse solve", lambda g: (
    *system_operands(g, FLOATING, True, True), g.r.choice(("jacobi", "ssor", "ilu0", "ic0"))), conjugate, near(True))
command("sparse_lsqr", "sparse solve", least_squares_operands, least_squares, like_least_squares)


# Eigenvalues and singular values: vectors are looked at, because their signs and phases are free.


def spectrum(m, k, which, part):
    if m.shape[0] != m.shape[1] or not 1 <= k <= m.shape[0]:
        raise Refused("shape")
    a = wide(m)
    if not np.isfinite(a).all() or not np.array_equal(a, a.conj().T):
        raise Unsuitable
    values = np.linalg.eigvalsh(a)
    wanted = values[-k:] if which == "largest" else values[:k]
    if part == 0:
        return wanted.astype(m.values.real.dtype)
    bound = 100 * TOLERANCE["f" if m.dtype.char in "fF" else "d"] * max(abs(values).max(), 1)

    def look(v):
        if v.shape != (m.shape[0], k):
            return f"vectors of {v.shape}"
        residual = np.linalg.norm(a @ v - v * wanted)
        apart = np.linalg.norm(v.conj().T @ v - np.eye(k))
        return None if residual <= bound and apart <= bound / max(abs(values).max(), 1) else f"{residual}, {apart}"

    return Check(look)


def like_spectrum(m, *more):
    eps = np.finfo(m.dtype).eps
    a = np.abs(wide(m))
    return float(a.sum(1).max() if a.size else 0.0) * TOLERANCE["f" if eps > 1e-10 else "d"] / eps


def spectrum_operands(g):
    s = regular(g, FLOATING, positive=True)
    n = g.value(s).shape[0]
    return s, g.r.randint(1, min(max(n, 1), 4)) if g.r.random() < 0.97 else n + 1, \
        g.r.choice(("largest", "smallest")), g.r.randint(0, 1)


def singular(m, k, part):
    if not 1 <= k <= min(m.shape):
        raise Refused("shape")
    a = wide(m)
    if not np.isfinite(a).all():
        raise Unsuitable
    values = np.linalg.svd(a, compute_uv=False)[:k]
    if part == 0:
        return values.astype(m.values.real.dtype)
    bound = 100 * TOLERANCE["f" if m.dtype.char in "fF" else "d"]

    def look(v):
        if v.shape != ((m.shape[0], k) if part == 1 else (k, m.shape[1])):
            return f"vectors of {v.shape}"
        v = v if part == 1 else v.conj().T
        of_values = v * values**2
        residual = np.linalg.norm((a @ (a.conj().T @ v) if part == 1 else a.conj().T @ (a @ v)) - of_values)
        apart = np.linalg.norm(v.conj().T @ v - np.eye(k))
        good = residual <= bound * max(values[0] ** 2, 1e-30) and apart <= bound
        return None if good else f"{residual}, {apart}"

    return Check(look)


def singular_operands(g):
    s = matrix(g, FLOATING)
    n = min(g.value(s).shape)
    return s, g.r.randint(1, min(max(n, 1), 3)) if g.r.random() < 0.97 else n + 1, g.r.randint(0, 2)


command("sparse_eigsh", "sparse solve", spectrum_operands, spectrum, like_spectrum)
command("sparse_svds", "sparse solve", singular_operands, singular, like_spectrum)


# Preconditioners.


def diagonal_of(m):
    if m.shape[0] != m.shape[1]:
        raise Refused("shape")
    if not np.isfinite(m.values).all():
        raise Unsuitable
    i, j = places(m)
    if (i == j).sum() < m.shape[0]:
        raise Refused("other")
    d = np.diag(wide(m))
    if (d == 0).any():
        raise Refused("other")
    return d


def incomplete(m, hermitian=False):
    """The factors without fill by elimination of all elements, where the others stay 0 (Saad, algorithm 10.4)."""
    diagonal_of(m)
    a = wide(m)
    if hermitian:
        lower = np.tril(a, -1)
        a = lower + lower.conj().T + np.diag(np.diag(a).real)
    there = a.copy() * 0 != 0
    i, j = places(m)
    there[i, j] = True
    if hermitian:
        there = np.tril(there) | np.tril(there).T
    for k in range(len(a)):
        if abs(a[k, k]) < 1e-3 * abs(np.diag(wide(m))).max():
            raise Unsuitable
        for i in range(k + 1, len(a)):
            if there[i, k]:
                a[i, k] /= a[k, k]
                row = there[i, k + 1 :]
                a[i, k + 1 :][row] -= (a[i, k] * a[k, k + 1 :])[row]
    return np.tril(a, -1) + np.eye(len(a)), np.triu(a)


def preconditioned(m, r, name):
    d = diagonal_of(m)
    if r.shape != m.shape[:1]:
        raise Refused("shape")
    if not np.isfinite(r).all():
        raise Unsuitable
    a = wide(m)
    if name == "jacobi":
        z = r / d
    elif name == "ssor":
        w = 1.25
        z = spla.spsolve_triangular(sp.csr_matrix(np.diag(d / w) + np.tril(a, -1)), r) if r.size else r
        z = (2 - w) / w * d * z
        z = spla.spsolve_triangular(sp.csr_matrix(np.diag(d / w) + np.triu(a, 1)), z, lower=False) if r.size else z
    else:
        if name == "ic0":
            positive(m)
        lower, upper = incomplete(m, name == "ic0")
        z = scipy.linalg.solve_triangular(upper, scipy.linalg.solve_triangular(lower, r, lower=True)) if r.size else r
    return z.astype(r.dtype)


def like_preconditioned(m, r, name):
    return 100 * near()(m, r)


def part_of_factors(m, part):
    lower, upper = incomplete(m)
    d = np.diag(upper)
    if part == 2:
        return (1 / d).astype(m.dtype)
    i, j = places(m)
    kept = i > j if part == 0 else i < j
    values = (lower if part == 0 else upper / d[:, None])[i[kept], j[kept]]
    return matrix_of(sp.coo_array((values, (i[kept], j[kept])), shape=m.shape), m.kind[0] + "r" + m.kind[2])


command("sparse_precondition", "sparse solve", lambda g: (
    *system_operands(g, FLOATING, True, True), g.r.choice(("jacobi", "ssor", "ilu0", "ic0"))), preconditioned,
        like_preconditioned)
command("sparse_factors", "sparse solve", lambda g: (regular(g, FLOATING), g.r.randint(0, 2)), part_of_factors,
        lambda m, part: 100.0)
