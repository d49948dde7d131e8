"""The sparse matrices of sparse.hpp, made of arrays, and SciPy's answers to what is asked about them."""
import functools

import numpy as np
import scipy
import scipy.sparse
import scipy.sparse.linalg
from scipy.sparse import coo_matrix, csr_matrix

from python import mixed, operand

RIGHT_SIDES = 8
STEPS = 50


def stencil(n, reach, value):
    steps = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if abs(down) + abs(right) <= reach]
    i, j = (a.ravel()[:, None] for a in np.indices((n, n)))
    down, right = np.array(steps).T
    inside = (i + down >= 0) & (i + down < n) & (j + right >= 0) & (j + right < n)
    columns = ((i + down) * n + j + right)[inside]
    values = np.broadcast_to([value(*step) for step in steps], inside.shape)[inside]
    return csr_matrix((values, columns.astype(np.int32), np.append(0, np.cumsum(inside.sum(1)))), (n * n, n * n))


def triangles_of(squares, n, across):
    """The corners of two triangles in each square."""
    first = np.arange(squares) // n * across + np.arange(squares) % n
    last = first + across + 1
    return np.stack([first, first + across, first + 1, last, first + 1, first + across], 1).reshape(-1, 3)


def pairs(unknowns):
    """Rows and columns of the small matrices of elements."""
    k = unknowns.shape[1]
    return np.repeat(unknowns, k, 1).ravel().astype(np.int32), np.tile(unknowns, (1, k)).ravel().astype(np.int32)


def elasticity(n):
    g = np.array([[-1, -1], [1, 0], [0, 1]])
    k = 0.5 * (np.einsum("pc,qd->pcqd", g, g) + np.einsum("pd,qc->pcqd", g, g)
               + np.einsum("pq,cd->pcqd", g @ g.T, np.eye(2))).reshape(36)
    corners = triangles_of(4 * n * n, n, n + 1)
    rows, columns = pairs((2 * corners[:, :, None] + [0, 1]).reshape(-1, 6))
    count = 2 * (4 * n + 1) * (n + 1)
    diagonal = np.arange(count, dtype=np.int32)
    return coo_matrix((np.append(np.tile(k, len(corners)), np.full(count, 0.01)),
                       (np.append(rows, diagonal), np.append(columns, diagonal))), (count, count))


def graph(n):
    i, j = np.repeat(np.arange(n), 4), (mixed(4 * n) % np.uint64(n)).astype(np.int64)
    i, j = i[i != j], j[i != j]
    rows, columns = np.stack([i, j, i, j], 1).ravel(), np.stack([j, i, i, j], 1).ravel()
    values, diagonal = np.tile([-1.0, -1.0, 1.0, 1.0], len(i)), np.arange(n)
    return coo_matrix((np.append(values, np.ones(n)), (np.append(rows, diagonal).astype(np.int32),
                                                       np.append(columns, diagonal).astype(np.int32))), (n, n))


def power(n):
    x = mixed(3 * n)
    share = ((x[:n] >> np.uint64(11)) + np.uint64(1)).astype(np.float64) / 2.0**53
    lengths = np.minimum(n // 10, (4 / np.sqrt(share)).astype(np.int64))
    first = (x[n:2 * n] % np.uint64(n)).astype(np.int64)
    step = 1 + (x[2 * n:] % (n // lengths).astype(np.uint64)).astype(np.int64)
    offsets = np.append(0, np.cumsum(lengths))
    rows = np.repeat(np.arange(n), lengths)
    places = np.sort(rows * n + (first[rows] + (np.arange(offsets[-1]) - offsets[rows]) * step[rows]) % n)
    return csr_matrix((operand(0, offsets[-1]), (places % n).astype(np.int32), offsets.astype(np.int32)), (n, n))


@functools.lru_cache(1)
def entries(name, n):
    """In the order in which a program would meet them."""
    return {"elasticity": elasticity, "graph": graph}[name](n) if name in ("elasticity", "graph") else \
        matrix(name, n).tocoo()


@functools.lru_cache(2)
def matrix(name, n):
    if name == "laplacian":
        return stencil(n, 1, lambda down, right: 4.0 if down == right == 0 else -1.0)
    if name == "convection":
        return stencil(n, 2, lambda down, right: 8.0 if down == right == 0 else -1 + 0.25 * down + 0.125 * right)
    return power(n) if name == "power" else entries(name, n).tocsr()


def values_of(a):
    return a.sorted_indices().data


class Scipy:
    """An answer makes its operands and returns a function that returns the result, as those of python.py."""
    name = "SciPy"
    structures = ("laplacian", "convection", "elasticity", "graph", "power")

    def version(self):
        return scipy.__version__

    def to_numpy(self, result):
        return values_of(result) if scipy.sparse.issparse(result) else np.asarray(result)

    def questions(self):
        """(question, type) -> function of the size"""
        found = {(f"{what}_{name}", "double"): functools.partial(getattr(self, what), name) for name in self.structures
                 for what in ("csr", "csc", "columns", "turned", "triplets", "square", "lu", "lusolve")}
        for what in ("sparse_sum", "assembly", "jacobi_cg"):
            found[what, "double"] = getattr(self, what)
        return found

    def csr(self, name, n):
        a = matrix(name, n).copy()
        x = operand(1, a.shape[1])
        return lambda: a @ x

    def csc(self, name, n):
        a = matrix(name, n).tocsc()
        x = operand(1, a.shape[1])
        return lambda: a @ x

    def columns(self, name, n):
        a = matrix(name, n).copy()
        x = operand(1, a.shape[1], RIGHT_SIDES)
        return lambda: a @ x

    def turned(self, name, n):
        a = matrix(name, n).copy()
        x = operand(1, a.shape[0])
        return lambda: a.T @ x

    def triplets(self, name, n):
        a = entries(name, n).copy()
        return lambda: a.tocsr()

    def sparse_sum(self, n):
        a, b = matrix("laplacian", n), matrix("convection", n)
        return lambda: a + b

    def square(self, name, n):
        a = matrix(name, n).copy()
        return lambda: a @ a

    def assembly(self, n):
        corners = triangles_of(2 * n * n, n, n + 1)
        rows, columns = pairs(corners)
        unit = np.array([[1, -0.5, -0.5], [-0.5, 0.5, 0], [-0.5, 0, 0.5]])
        blocks = operand(0, len(corners))[:, None, None] * unit
        count = (2 * n + 1) * (n + 1)
        return lambda: coo_matrix((blocks.ravel(), (rows, columns)), (count, count)).tocsr()

    def jacobi_cg(self, n):
        a = matrix("laplacian", n).copy()
        b, m = operand(1, a.shape[0]), scipy.sparse.diags(1 / a.diagonal())
        return lambda: scipy.sparse.linalg.cg(a, b, tol=1e-30, maxiter=STEPS, M=m)[0]

    @staticmethod
    def factors(a):
        """With the options that SuperLU's guide names for symmetric places."""
        return scipy.sparse.linalg.splu(a, permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.1,
                                        options={"SymmetricMode": True})

    def lu(self, name, n):
        a = matrix(name, n).tocsc()
        b = operand(1, a.shape[0])
        return lambda: self.factors(a).solve(b)

    def lusolve(self, name, n):
        a = matrix(name, n).tocsc()
        b, f = operand(1, a.shape[0]), self.factors(a)
        return lambda: f.solve(b)
