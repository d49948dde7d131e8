"""Matrices of meshes, and gradients."""

import numpy as np
import scipy.sparse as sp
import scipy.sparse.linalg as spla

from commands import Refused, Unsuitable, command, exact_if_tame, tame
from sparse_operands import FEW, REAL, beside, matrix, of_elements, places, scipy_of
from sparse_solving import near, regular, solvable


def pairs(rows, columns):
    """The places of the small matrices, of extents (elements, k, l)."""
    if len(rows) != len(columns):
        raise Refused("shape")
    i, j = np.broadcast_arrays(rows[:, :, None], columns[:, None, :])
    return i, j


def structure(rows, columns, t, o, x, m, n, how):
    i, j = pairs(rows, rows if how == "both" else columns)
    if ((i < 0) | (i >= m) | (j < 0) | (j >= n)).any():
        raise Refused("index")
    ones = sp.coo_array((np.ones(i.size), (i.ravel(), j.ravel())), shape=(m, n))
    return of_elements(ones, np.zeros((m, n)), t + o + x)


def positions(s, rows, columns, how):
    i, j = pairs(rows, rows if how == "both" else columns)
    number = {place: k for k, place in enumerate(zip(*(x.tolist() for x in places(s))))}
    found = [number.get(p) for p in zip(i.ravel().tolist(), j.ravel().tolist())]
    if None in found:
        raise Refused("index")
    return np.array(found, s.indices.dtype).reshape(i.shape)


def assemble(s, rows, columns, a):
    at = positions(s, rows, columns, "")
    if not tame(s.values, a) or not np.isfinite(a).all() or not np.isfinite(s.values).all():
        raise Unsuitable
    if a.ndim > 3 or np.broadcast_shapes(a.shape, at.shape) != at.shape:
        raise Refused("shape")
    sums = s.values.copy()
    np.add.at(sums, at, np.broadcast_to(a, at.shape))
    if (sums == 0).any():
        raise Unsuitable
    s.values[...] = sums


def assembled(s, rows, columns, a):
    at = positions(s, rows, columns, "")
    if a.ndim != 3 or np.broadcast_shapes(a.shape, at.shape) != at.shape:
        raise Refused("shape")
    sums = np.zeros(s.values.shape)
    np.add.at(sums, at, np.broadcast_to(a, at.shape))
    return sums


def cells(g, shape, of=None):
    """Rows and columns of elements, of entries that there are where a matrix is told."""
    r = g.r
    elements, k, l = r.randint(0, 4), r.randint(1, 3), r.randint(1, 3)
    if 0 in shape:
        raise Unsuitable
    if of is not None:
        i, j = (x.tolist() for x in places(g.value(of)))
        k = l = 1
        chosen = [r.randrange(len(i)) for _ in range(elements)] if i else []
        rows, columns = [i[c] for c in chosen], [j[c] for c in chosen]
        elements = len(chosen)
    else:
        rows, columns = ([r.randrange(n) for _ in range(elements * c)] for n, c in zip(shape, (k, l)))
    return (g.add("new", ("i", (elements, k), tuple(rows))), g.add("new", ("i", (elements, l), tuple(columns))))


def structure_operands(g):
    kind, n = g.r.choice(FEW), g.r.randint(1, 7)
    shape = (n, n) if g.r.random() < 0.5 else (n, g.r.randint(1, 7))
    how = "both" if shape[0] == shape[1] and g.r.random() < 0.5 else "apart"
    return *cells(g, shape), *kind, *shape, how


def mesh(g, kinds=FEW):
    """A matrix with entries wherever the elements of a mesh have one, and the mesh."""
    if g.r.random() < 0.3:
        s = matrix(g, kinds)
        return s, *cells(g, g.value(s).shape, s)
    kind, shape = g.r.choice(kinds), (g.r.randint(1, 6), g.r.randint(1, 6))
    at = cells(g, shape)
    return g.add("sparse_structure", (*at, *kind, *shape, "apart")), *at


def with_blocks(g, kinds=FEW):
    s, i, j = mesh(g, kinds)
    shape = (*g.value(i).shape, g.value(j).shape[1])
    return s, i, j, beside(g, s, shape)


command("sparse_structure", "sparse mesh", structure_operands, structure)
command("sparse_positions", "sparse mesh", lambda g: (*mesh(g), "apart"), positions)
command("sparse_assemble", "sparse mesh", with_blocks, assemble, writes=True)
command("sparse_assembled", "sparse mesh", lambda g: with_blocks(g, REAL), assembled,
        lambda s, i, j, a: exact_if_tame(a))


# Gradients of sum(w * y).


def product_gradient(s, x, w, part):
    if x.ndim not in (1, 2) or x.shape[0] != s.shape[1] or w.shape != (s.shape[0], *x.shape[1:]):
        raise Unsuitable
    if not all(np.isfinite(a).all() and a.size for a in (s.values, x, w)):
        raise Unsuitable  # sums of no elements hand no gradients back
    if part == 1:
        return np.asarray(scipy_of(s).T @ w)
    i, j = places(s)
    products = w[i] * x[j]
    return products if x.ndim == 1 else products.sum(1)


def product_operands(g):
    s = matrix(g, REAL)
    m, n = g.value(s).shape
    columns = g.r.choice(((), (), (1,), (3,)))
    return s, beside(g, s, (n, *columns)), beside(g, s, (m, *columns)), g.r.randint(0, 1)


def solution_gradient(s, b, w, part):
    if s.shape[0] != s.shape[1] or b.shape != s.shape[:1] or w.shape != b.shape or b.size == 0:
        raise Unsuitable
    if not all(np.isfinite(a).all() for a in (s.values, b, w)):
        raise Unsuitable
    solvable(s)
    a = sp.csc_matrix(scipy_of(s))
    by_b = spla.spsolve(sp.csc_matrix(a.T), w)
    if part > 0:
        return by_b
    i, j = places(s)
    return -by_b[i] * np.atleast_1d(spla.spsolve(a, b))[j]


def like_solution(s, b, w, part):
    by_b, by_w = near()(s, b), near()(s, w)
    return by_b * by_w + by_b + by_w


def solution_operands(g):
    s = regular(g, REAL)
    n = g.value(s).shape[0]
    return s, beside(g, s, (n,)), beside(g, s, (n,)), g.r.randint(0, 2)


def assembly_gradient(s, rows, columns, a):
    at = positions(s, rows, columns, "")
    if a.shape != at.shape or a.size == 0:
        raise Unsuitable
    return s.values[at]


command("sparse_product_gradient", "sparse mesh", product_operands, product_gradient,
        lambda s, x, w, part: exact_if_tame(s.values, x, w))
command("sparse_solution_gradient", "sparse mesh", solution_operands, solution_gradient, like_solution)
command("sparse_assembly_gradient", "sparse mesh", lambda g: with_blocks(g, REAL), assembly_gradient)
