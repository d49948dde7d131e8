"""Writes numpy_answers.hpp with NumPy: python3 make_numpy_answers.py. Run once by hand; the tests need no NumPy."""

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

if __name__ == "__main__":
    text = HEADER.format(version=np.__version__, entries="".join(entry(name, a) for name, a in cases()))
    pathlib.Path(__file__).with_name("numpy_answers.hpp").write_text(text)
