"""How sparse matrices are made."""

import numpy as np
import scipy.sparse as sp

from commands import Matrix, Refused, Unsuitable, command, exact_if_tame
from sparse_operands import EVERY, FEW, integers, matrix_of, of_elements, some_places, some_shape, triplet_operands


def inside(rows, columns, shape):
    if ((rows < 0) | (rows >= shape[0]) | (columns < 0) | (columns >= shape[1])).any():
        raise Refused("index")


def triplets(i, j, v, t, o, x, m, n, how):
    inside(i, j, (m, n))
    return matrix_of(sp.coo_array((v, (i, j)), shape=(m, n)), t + o + x)


def entries(i, j, v, t, o, x, m, n, how):
    inside(i, j, (m, n))
    order = {"add": np.arange(i.size), "set": np.arange(i.size)[::-1],
             "append": np.concatenate((np.arange(0, i.size, 2), np.arange(1, i.size, 2)))}[how]
    return np.concatenate(([m, n, i.size], np.stack((i[order], j[order]), -1).ravel())).astype(np.int64)


def entries_operands(g):
    operands = triplet_operands(g, "drj", some_shape(g))
    return (*operands[:-1], g.r.choice(("add", "set", "append")))


def blocks(i, j, a, t, o, x, m, n):
    if a.shape != (i.size, j.size):
        raise Refused("shape")
    rows, columns = (k.ravel() for k in np.meshgrid(i, j, indexing="ij"))
    if a.size:
        inside(rows, columns, (m, n))
    elif (i >= m).any() or (j >= n).any():
        raise Unsuitable
    two = [np.concatenate((x, x)) for x in (rows, columns, a.ravel())]
    return matrix_of(sp.coo_array((two[2], tuple(two[:2])), shape=(m, n)), t + o + x)


def block_operands(g):
    kind, (m, n) = g.r.choice(FEW), some_shape(g)
    if m * n == 0:
        raise Unsuitable
    i, j = (integers(g, [g.r.randrange(k) for _ in range(g.r.randint(0, 4))]) for k in (m, n))
    return i, j, g.fitting((g.value(i).size, g.value(j).size), exact=True, kind=kind[0]), *kind, m, n


def vectors(offsets, indices, v, t, o, x, m, n):
    count, width = (m, n) if o == "r" else (n, m)
    if len(offsets) != count + 1 or len(indices) != len(v):
        raise Refused("shape")
    if offsets[0] != 0 or offsets[-1] != len(v) or (np.diff(offsets) < 0).any():
        raise Refused("shape")
    if ((indices < 0) | (indices >= width)).any():
        raise Refused("index")
    make = sp.csr_array if o == "r" else sp.csc_array
    return matrix_of(make((v, indices, offsets), shape=(m, n)), t + o + x)


def some_vectors(g, kind, index, ascend):
    m, n = some_shape(g)
    rows, columns = some_places(g, (m, n))
    count, width = (m, n) if kind[1] == "r" else (n, m)
    k, e = (rows, columns) if kind[1] == "r" else (columns, rows)
    pairs = sorted(set(zip(k, e))) if ascend else sorted(zip(k, e), key=lambda p: p[0])
    offsets = [sum(p[0] < line for p in pairs) for line in range(count + 1)]
    indices = [p[1] for p in pairs]
    if g.r.random() < 0.04:
        g.r.choice((offsets, indices or offsets)).append(width)
    elif g.r.random() < 0.04:
        indices[:1] = [width]
    made = [g.add("new", (index, (len(v),), tuple(v))) for v in (offsets, indices)]
    return (*made, g.new(kind[0], (len(pairs),)), *kind, m, n)


def vector_operands(g):
    return some_vectors(g, g.r.choice(FEW), "i", ascend=g.r.random() < 0.2)


def borrowed(offsets, indices, v, t, o, x, m, n):
    vectors(offsets, indices, v, t, o, x, m, n)
    return Matrix((m, n), o, offsets, indices, v)


def borrow_operands(g):
    kind = g.r.choice(FEW)
    return some_vectors(g, kind, kind[2], ascend=True)


def diagonals(values, t, o, x, m, n, offsets):
    if values.shape != (len(offsets), m):
        raise Refused("shape")
    if len(set(offsets)) < len(offsets) or m * n == 0:
        raise Unsuitable
    data, ones = (np.zeros((len(offsets), n), y.dtype) for y in (values, np.ones(0)))
    for k, offset in enumerate(offsets):  # SciPy's rows are numbered by the column
        for j in range(n):
            if 0 <= j - offset < m:
                data[k, j], ones[k, j] = values[k, j - offset], 1
    a, b = (sp.dia_array((d, offsets), shape=(m, n)) for d in (data, ones))
    return of_elements(b.tocoo(), a.toarray(), t + o + x)  # its tocsc may lose entries of wide offsets


def diagonal_operands(g):
    kind, (m, n) = g.r.choice(FEW), some_shape(g)
    at = [g.r.randint(-m - 1, n + 1) for _ in range(g.r.randint(1, 3))]
    return g.fitting((len(at), m), exact=True, kind=kind[0]), *kind, m, n, at


def to_sparse(a, t, o, x, tolerance):
    if a.ndim != 2:
        raise Refused("shape")
    if tolerance < 0:
        return matrix_of(sp.csr_array(a), t + o + x)
    with np.errstate(all="ignore"):
        kept = ~(np.abs(a.astype(np.float64) if a.dtype.kind in "iu" else a) <= tolerance)
    return of_elements(sp.coo_array(kept.astype(np.float64)), a, t + o + x)


def dense_operands(g):
    kind = g.r.choice(FEW)
    return g.operand(kind[0], rank=2), *kind, g.r.choice((-1, -1, 0, 1, 2.5))


def masked(a, mask, t, o, x):
    if a.ndim != 2 or mask.ndim != 2 or a.shape != mask.shape:
        raise Refused("shape")
    return of_elements(sp.coo_array(mask.astype(np.float64)), a, t + o + x)


def masked_operands(g):
    kind = g.r.choice(FEW)
    a = g.operand(kind[0], rank=2)
    return a, g.fitting(g.value(a).shape, exact=True, kind="b"), *kind


def sum_to_sparse(a, b):
    if a.ndim != 2 or b.ndim != 2:
        raise Refused("shape")
    return matrix_of(sp.csc_array(a + b), "dcj")


def of_values(i, j, v, *more):
    return exact_if_tame(v)


command("sparse_triplets", "sparse make", lambda g: triplet_operands(g, g.r.choice(EVERY), some_shape(g)), triplets,
        of_values)
command("sparse_entries_of", "sparse make", entries_operands, entries)
command("sparse_blocks", "sparse make", block_operands, blocks, of_values)
command("sparse_vectors", "sparse make", vector_operands, vectors, of_values)
command("sparse_borrowed", "sparse make", borrow_operands, borrowed)
command("sparse_zeros", "sparse make", lambda g: (*g.r.choice(EVERY), *some_shape(g)),
        lambda t, o, x, m, n: matrix_of(sp.coo_array((m, n)), t + o + x))
command("sparse_identity", "sparse make", lambda g: (*g.r.choice(FEW), g.r.randint(0, 6)),
        lambda t, o, x, n: matrix_of(sp.coo_array(np.eye(n)), t + o + x))
command("sparse_diagonals", "sparse make", diagonal_operands, diagonals, "zeros")
command("sparse_of_dense", "sparse make", dense_operands, to_sparse)
command("sparse_of_mask", "sparse make", masked_operands, masked)
command("sparse_of_sum", "sparse make", lambda g: (lambda a: (a, g.same_shape(a)))(g.real(rank=2)), sum_to_sparse)
