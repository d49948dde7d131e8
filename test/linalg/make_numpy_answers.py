"""Writes numpy_answers.hpp and numpy_batches.hpp with NumPy, and scipy_answers.hpp with SciPy: python3
make_numpy_answers.py. Run once by hand, with Debian's python3-scipy; the tests need neither. Each file says which
version wrote it: 1.24.2 of NumPy and 1.10.1 of SciPy.
"""

import pathlib

import numpy as np
import scipy
import scipy.linalg


def cases():
    rng = np.random.default_rng(42)
    whole = lambda *shape: rng.integers(-9, 10, shape).astype(float)  # exact in float and double
    yield "square", whole(4, 4)
    yield "tall", whole(5, 3)
    yield "wide", whole(3, 5)
    yield "large", whole(12, 12)
    yield "deficient", whole(5, 2) @ whole(2, 4)
    yield "complex", whole(4, 4) + 1j * whole(4, 4)
    yield "complex tall", whole(6, 3) + 1j * whole(6, 3)
    yield "rotation", np.array([[0.0, -2.0], [2.0, 0.0]])


def literal(values):
    values = np.atleast_1d(np.asarray(values)).ravel()
    return "{" + ", ".join(f"{{{z.real!r}, {z.imag!r}}}" if z.imag else repr(float(z.real)) for z in values.tolist()) + "}"


def numbers(values):
    return "{" + ", ".join(repr(float(x)) for x in np.atleast_1d(np.asarray(values)).ravel().tolist()) + "}"


def entry(name, a):
    m, n = a.shape
    b = np.arange(1.0, m + 1)
    x, residual, rank, s = np.linalg.lstsq(a, b, rcond=None)
    lines = [f'"{name}", {m}, {n}, {rank}', literal(a), numbers(s),
             numbers([np.linalg.norm(a, p) for p in (1, 2, np.inf, "fro", "nuc")]),
             literal(np.linalg.pinv(a, rcond=max(m, n) * np.finfo(float).eps)), literal(x),
             numbers(np.sum(np.abs(b - a @ x) ** 2))]
    if m == n:
        sign, logarithm = np.linalg.slogdet(a)
        hermitian = a + a.conj().T
        lines += [literal(np.linalg.det(a)), literal(sign), numbers(logarithm),
                  numbers([abs(np.linalg.cond(a, p)) for p in (1, 2, np.inf, "fro")]), numbers(np.linalg.eigvalsh(hermitian)),
                  literal(sorted(np.linalg.eigvals(a).astype(complex).tolist(), key=lambda z: (round(z.real, 9), z.imag))),
                  literal(np.linalg.cholesky(a @ a.conj().T + np.eye(n)))]
    else:
        lines += ["{}"] * 7
    return "    {" + ",\n     ".join(lines) + "},\n"


HEADER = """#pragma once
#include <complex>
#include <vector>

// Written by make_numpy_answers.py with NumPy {version}.

/// A matrix, row by row, and what NumPy's functions return of it; what is of square matrices alone is empty for others.
struct numpy_answer {{
  char const* name;
  int m, n, rank;
  std::vector<std::complex<double>> a;
  std::vector<double> svdvals, norms;          ///< of the orders 1, 2, inf, fro, nuc
  std::vector<std::complex<double>> pinv, x;   ///< lstsq of 1, 2, ..., m
  std::vector<double> residual;
  std::vector<std::complex<double>> det, sign;
  std::vector<double> logabsdet, conditions;   ///< of the orders 1, 2, inf, fro
  std::vector<double> eigvalsh;                ///< of a + a^H
  std::vector<std::complex<double>> eigvals;   ///< by real part, then imaginary part
  std::vector<std::complex<double>> cholesky;  ///< of a a^H + 1
}};

inline std::vector<numpy_answer> const numpy_answers{{
{entries}}};
"""

def batches():
    """Name, a and right sides b of matrices, whose leading axes NumPy broadcasts."""
    rng = np.random.default_rng(7)
    whole = lambda *shape: rng.integers(-9, 10, shape).astype(float)
    complex_whole = lambda *shape: whole(*shape) + 1j * whole(*shape)
    yield "one", whole(1, 1) + 20, whole(1, 2)
    yield "batch", whole(3, 4, 4), whole(3, 4, 2)
    yield "two leading axes", whole(2, 2, 3, 3), whole(2, 2, 3, 1)
    yield "axes of one", whole(1, 1, 3, 3), whole(1, 1, 3, 2)
    yield "broadcast", whole(2, 1, 3, 3), whole(1, 3, 3, 2)
    yield "large", whole(9, 9), whole(9, 3)
    yield "complex", complex_whole(2, 3, 3), complex_whole(2, 3, 2)
    yield "complex, real right sides", complex_whole(5, 5), whole(5, 1)
    yield "tall", whole(3, 5, 3), whole(3, 5, 2)
    yield "wide", whole(2, 2, 4), whole(2, 2, 2)
    yield "complex tall", complex_whole(2, 4, 2), complex_whole(2, 4, 1)
    yield "row", whole(1, 4), whole(1, 1)
    yield "column", whole(4, 1), whole(4, 2)
    yield "deficient", whole(2, 4, 2) @ whole(2, 2, 4), whole(2, 4, 2)
    yield "deficient tall", whole(2, 5, 1) @ whole(2, 1, 3), whole(2, 5, 2)
    yield "complex deficient", complex_whole(3, 2) @ complex_whole(2, 3), complex_whole(3, 1)


def by_parts(values):
    return np.array(sorted(values.astype(complex), key=lambda z: (round(z.real, 9), z.imag)))


def results(a, b):
    """Name and value of what NumPy's functions return."""
    m, n = a.shape[-2:]
    adjoint = np.conj(np.swapaxes(a, -1, -2))
    tolerance = max(m, n) * np.finfo(float).eps
    ranks = np.linalg.matrix_rank(a)
    full = np.all(ranks == min(m, n))
    if m == n and full:
        yield "solve", np.linalg.solve(a, b)
        yield "inv", np.linalg.inv(a)
        yield "det", np.linalg.det(a)
        sign, logarithm = np.linalg.slogdet(a)
        yield "sign", sign
        yield "logabsdet", logarithm
        yield "eigvals", np.apply_along_axis(by_parts, -1, np.linalg.eigvals(a).astype(complex))
        yield "cond", np.linalg.cond(a)
    if m == n:
        yield "eigvalsh", np.linalg.eigvalsh(a + adjoint)
        yield "cholesky", np.linalg.cholesky(a @ adjoint + np.eye(m))
    if full:
        yield "abs r", np.abs(np.linalg.qr(a, mode="r"))
    yield "svdvals", np.linalg.svd(a, compute_uv=False)
    yield "pinv", np.linalg.pinv(a, rcond=tolerance)
    lead = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    wide_a, wide_b = np.broadcast_to(a, lead + a.shape[-2:]), np.broadcast_to(b, lead + b.shape[-2:])
    x = np.zeros(lead + (n, b.shape[-1]), dtype=np.result_type(a, b))
    for place in np.ndindex(*lead):
        x[place] = np.linalg.lstsq(wide_a[place], wide_b[place], rcond=tolerance)[0]
    yield "lstsq", x
    yield "matrix_rank", ranks
    for name, order in ("1", 1), ("2", 2), ("inf", np.inf), ("fro", "fro"), ("nuc", "nuc"):
        yield "norm " + name, np.linalg.norm(a, order, axis=(-2, -1))


def array(values):
    values = np.asarray(values)
    return "{{" + ", ".join(map(str, values.shape)) + "}, " + literal(values) + "}"


def batch(name, a, b):
    s = np.linalg.svd(a, compute_uv=False)
    least = np.where(s > 1e-9 * s[..., :1], s, np.inf).min(axis=-1)
    condition = float((s[..., 0] / least).max())
    text = f'    {{"{name}", {condition!r},\n     {array(a)},\n     {array(b)},\n     {{'
    return text + ",\n      ".join(f'{{"{of}", {array(value)}}}' for of, value in results(a, b)) + "}},\n"


BATCHES = """#pragma once
#include "answers.hpp"

// Written by make_numpy_answers.py with NumPy {version}.

/// A matrix or a batch of them, and right sides. "cholesky" is of a a^H + 1, "eigvalsh" of a + a^H, "abs r" the absolute
/// values of what qr returns, "eigvals" by real part, then imaginary part.
struct numpy_batch {{
  std::string name;
  double condition; ///< the largest singular value by the smallest that is not 0, of the worst matrix
  numpy_array a, b;
  std::vector<numpy_result> results;
}};

inline std::vector<numpy_batch> const numpy_batches{{
{entries}}};
"""

def full_matrix(below, above, ab):
    n = ab.shape[1]
    a = np.zeros((n, n), ab.dtype)
    for i in range(n):
        for j in range(max(0, i - below), min(n, i + above + 1)):
            a[i, j] = ab[above + i - j, j]
    return a


def exponentials(whole, complex_whole):
    unit = np.array([[1.0, 0, 0, 0], [2, 1, 0, 0], [-1, 3, 1, 0], [4, 0, -2, 1]])  # of determinant 1
    defective = unit @ (2 * np.eye(4) + np.eye(4, k=1)) @ np.round(np.linalg.inv(unit))
    turn = whole(5, 5)
    for name, a in (
            ("nothing", np.zeros((0, 0))), ("a number", np.array([[-3.0]])), ("zeros", np.zeros((3, 3))),
            ("small", whole(5, 5) / 64), ("middling", whole(4, 4) / 8), ("nilpotent", np.triu(whole(5, 5), 1)),
            ("a Jordan block", 3 * np.eye(5) + np.eye(5, k=1)), ("defective", defective),
            ("large: squared often", 6 * whole(5, 5)), ("skew: an orthogonal result", 8 * (turn - turn.T)),
            ("badly scaled", np.array([[1, 1e3, 0], [0, -1, 2], [0, 0, 1 / 4]])),
            ("a complex number", np.array([[2 + 3j]])),
            ("complex", complex_whole(4, 4) / 8), ("complex nilpotent", np.triu(complex_whole(4, 4), 1)),
            ("complex, large", 4 * complex_whole(4, 4))):
        condition = scipy.linalg.expm_cond(a) if a.any() else 1.0  # of a relative to its norm
        yield "expm", name, condition, [a], [("expm", scipy.linalg.expm(a))]


def banded(whole, complex_whole):
    weighed = lambda above, ab, more: ab + more * (np.arange(len(ab)) == above)[:, None]
    for name, below, above, ab in (
            ("diagonal", 0, 0, whole(1, 5) + 20), ("tridiagonal", 1, 1, weighed(1, whole(3, 6), 20)),
            ("upper", 0, 2, weighed(2, whole(3, 5), 20)), ("lower", 1, 0, weighed(0, whole(2, 5), 20)),
            ("rows are exchanged", 2, 1, whole(4, 7)), ("more above", 1, 3, whole(5, 6)),
            ("wider than the matrix", 3, 3, whole(7, 3)),
            ("second differences", 1, 1, np.outer([-1.0, 2, -1], np.ones(40))),
            ("fourth differences", 2, 2, np.outer([1.0, -4, 6, -4, 1], np.ones(30))),
            ("nearly singular", 2, 1, np.array([[0, 1, 0, 0], [1, 1 + 2.0**-20, 1, 1], [1, 0, 0, 0], [0, 0, 0, 0]])),
            ("complex tridiagonal", 1, 1, complex_whole(3, 6)), ("complex", 2, 2, complex_whole(5, 6))):
        b = whole(ab.shape[1], 2)
        yield ("solve_banded", name, np.linalg.cond(full_matrix(below, above, ab)), [np.array([below, above]), ab, b],
               [("x", scipy.linalg.solve_banded((below, above), ab, b))])


def sylvester(whole, complex_whole):
    a = whole(4, 4)
    for name, a, b, q in (
            ("numbers", np.array([[3.0]]), np.array([[4.0]]), np.array([[14.0]])),
            ("square", whole(4, 4), whole(4, 4), whole(4, 4)),
            ("tall", whole(5, 5), whole(2, 2), whole(5, 2)), ("wide", whole(1, 1), whole(4, 4), whole(1, 4)),
            ("eigenvalues that nearly meet", a, 2.0**-16 * np.eye(4) - a, whole(4, 4)),
            ("a Jordan block", 2 * np.eye(4) + np.eye(4, k=1), np.eye(3) - np.eye(3, k=1), whole(4, 3)),
            ("complex", complex_whole(3, 3), complex_whole(4, 4), complex_whole(3, 4)),
            ("real and complex", whole(3, 3), complex_whole(2, 2), whole(3, 2))):
        m, n = q.shape
        least = np.linalg.svd(np.kron(np.eye(n), a) + np.kron(b.T, np.eye(m)), compute_uv=False)[-1]  # sep of a and -b
        # Of one real and one complex matrix SciPy 1.10.1 answers with a residual of 3.
        kind = np.result_type(a, b, q)
        x = scipy.linalg.solve_sylvester(a.astype(kind), b.astype(kind), q.astype(kind))
        assert np.linalg.norm(a @ x + x @ b - q) <= 1e-14 * (np.linalg.norm(a) + np.linalg.norm(b)) * np.linalg.norm(x)
        yield "solve_sylvester", name, (np.linalg.norm(a) + np.linalg.norm(b)) / least, [a, b, q], [("x", x)]


def subspaces(whole, complex_whole):
    q = np.linalg.qr(whole(5, 5))[0]
    for name, a in (
            ("wide", whole(2, 4)), ("tall", whole(4, 2)), ("regular", whole(4, 4)),
            ("deficient", whole(5, 2) @ whole(2, 4)), ("zeros", np.zeros((3, 2))),
            ("badly conditioned", q @ np.diag([1, 1e-3, 1e-7, 0, 0]) @ q.T),
            ("complex wide", complex_whole(2, 5)), ("complex deficient", complex_whole(4, 2) @ complex_whole(2, 5))):
        s = np.linalg.svd(a, compute_uv=False)
        kept = s[s > 1e-9 * s[0]]
        projector = lambda basis: basis @ basis.conj().T
        yield ("null_space", name, kept[0] / kept[-1] if kept.size else 1.0, [a],
               [("null space", projector(scipy.linalg.null_space(a))), ("range", projector(scipy.linalg.orth(a)))])


def similar(whole, complex_whole):
    frank = np.array([[6.0 - max(i, j) if j >= i - 1 else 0 for j in range(6)] for i in range(6)])
    for name, a in (
            ("a number", np.array([[-3.0]])), ("rotation", np.array([[1.0, -2], [2, 1]])), ("square", whole(5, 5)),
            ("triangular", np.triu(whole(5, 5), 1) + np.diag([1.0, 9, -4, 5, -8])), ("Frank's", frank),
            ("symmetric", (lambda a: a + a.T)(whole(5, 5))), ("complex", complex_whole(4, 4)),
            ("complex Hermitian", (lambda a: a + a.conj().T)(complex_whole(4, 4)))):
        values, left, right = scipy.linalg.eig(a, left=True)
        sensitive = max(1 / abs(np.sum(left.conj() * right, axis=0)))  # Wilkinson's condition of an eigenvalue
        near = min([abs(x - y) for k, x in enumerate(values) for y in values[:k]], default=1.0)
        of_values = sensitive * np.linalg.norm(a) / abs(values).max()
        t = scipy.linalg.schur(a.astype(complex), output="complex")[0]
        results = [("eigvals", by_parts(np.diag(t)))]
        real = scipy.linalg.schur(a)[0]
        if np.isrealobj(a) and not values.imag.any():
            results += [("order", np.diag(real)), ("abs t", np.abs(real))]
        h = scipy.linalg.hessenberg(a)
        under = np.abs(np.diag(h, -1))
        yield "schur", name, max(of_values, sensitive * np.linalg.norm(a) / near), [a], results
        if (under > 1e-9).all():  # else h is not unique
            yield ("hessenberg", name, np.prod([max(1, np.linalg.norm(a) / x) for x in under[:-1]]), [a],
                   [("abs h", np.abs(h))])


def answer(function, name, condition, operands, results):
    assert all(np.isfinite(x).all() for x in [condition, *operands, *(value for _, value in results)]), name
    text = f'    {{"{function}", "{name}", {float(condition)!r},\n     {{'
    text += ",\n      ".join(map(array, operands)) + "},\n     {"
    return text + ",\n      ".join(f'{{"{of}", {array(value)}}}' for of, value in results) + "}},\n"


SCIPY = """#pragma once
#include "answers.hpp"

// Written by make_numpy_answers.py with SciPy {version}.

/// What a function returns of its operands. `condition` is the one of that problem: how many times the roundings of the
/// operands, relative to their norms, are found in the result, relative to its own.
struct scipy_answer {{
  std::string function, name;
  double condition;
  std::vector<numpy_array> operands;
  std::vector<numpy_result> results;
}};

inline std::vector<scipy_answer> const scipy_answers{{
{entries}}};
"""


def scipy_cases():
    rng = np.random.default_rng(11)
    whole = lambda *shape: rng.integers(-9, 10, shape).astype(float)
    complex_whole = lambda *shape: whole(*shape) + 1j * whole(*shape)
    for cases_of in exponentials, banded, sylvester, subspaces, similar:
        yield from cases_of(whole, complex_whole)


if __name__ == "__main__":
    text = HEADER.format(version=np.__version__, entries="".join(entry(name, a) for name, a in cases()))
    pathlib.Path(__file__).with_name("numpy_answers.hpp").write_text(text)
    text = BATCHES.format(version=np.__version__, entries="".join(batch(*case) for case in batches()))
    pathlib.Path(__file__).with_name("numpy_batches.hpp").write_text(text)
    text = SCIPY.format(version=scipy.__version__, entries="".join(answer(*case) for case in scipy_cases()))
    pathlib.Path(__file__).with_name("scipy_answers.hpp").write_text(text)
