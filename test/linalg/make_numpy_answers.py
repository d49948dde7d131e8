"""Writes numpy_answers.hpp and numpy_batches.hpp with NumPy: python3 make_numpy_answers.py. Run once by hand; the tests
need no NumPy.
"""

import pathlib

import numpy as np


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
#include <complex>
#include <string>
#include <vector>

// Written by make_numpy_answers.py with NumPy {version}.

/// Elements in row-major order.
struct numpy_array {{
  std::vector<long> shape;
  std::vector<std::complex<double>> elements;
}};
struct numpy_result {{
  std::string of; ///< what NumPy computed
  numpy_array value;
}};
/// A matrix or a batch of them, and right sides. "cholesky" is of a a^H + 1, "eigvalsh" of a + a^H, "abs r" the absolute
/// values of what qr returns, "eigvals" by real part, then imaginary part.
struct numpy_batch {{
  char const* name;
  double condition; ///< the largest singular value by the smallest that is not 0, of the worst matrix
  numpy_array a, b;
  std::vector<numpy_result> results;
}};

inline std::vector<numpy_batch> const numpy_batches{{
{entries}}};
"""

if __name__ == "__main__":
    text = HEADER.format(version=np.__version__, entries="".join(entry(name, a) for name, a in cases()))
    pathlib.Path(__file__).with_name("numpy_answers.hpp").write_text(text)
    text = BATCHES.format(version=np.__version__, entries="".join(batch(*case) for case in batches()))
    pathlib.Path(__file__).with_name("numpy_batches.hpp").write_text(text)
