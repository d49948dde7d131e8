"""Sparse matrices: registers that hold them, what SciPy makes of them, and operands of every structure.

Values come from SciPy. The places of entries come from SciPy's operation on matrices of ones, which cannot cancel:
weft keeps the entries that became 0, SciPy drops some.
"""

import numpy as np
import scipy.sparse as sp

from commands import TYPES, Matrix, Unsuitable, like_products, tame

EVERY = [t + o + x for t in "dfDFij" for o in "rc" for x in "ji"]
FLOATING = ["drj", "dci", "frj", "Dcj", "Fci"]
FEW = FLOATING + ["iri", "jcj"]
ORDERED = ["drj", "dci", "frj", "iri", "jcj"]
REAL = ["drj", "dci"]


def right_kinds(kind):
    """The kinds of the second operand beside a first one."""
    return [kind[0] + o + x for o in "rc" for x in ("ji" if kind[0] == "d" else kind[2])]


# Between registers and SciPy.


def lines(m):
    return np.repeat(np.arange(len(m.offsets) - 1), np.diff(m.offsets))


def places(m):
    """The rows and the columns of the entries, in their order."""
    k = lines(m)
    return (k, m.indices) if m.order == "r" else (m.indices, k)


def scipy_of(m, values=None):
    make = sp.csr_array if m.order == "r" else sp.csc_array
    return make((m.values if values is None else values, m.indices, m.offsets), shape=m.shape)


def ones_of(m):
    return scipy_of(m, np.ones(len(m.indices)))


def matrix_of(s, kind):
    """A matrix of SciPy as one of a kind, with all its entries."""
    s = (s.tocsr() if kind[1] == "r" else s.tocsc()).copy()
    s.sum_duplicates()
    s.sort_indices()
    index = TYPES[kind[2]]
    return Matrix(s.shape, kind[1], s.indptr.astype(index), s.indices.astype(index), s.data.astype(TYPES[kind[0]]))


def of_elements(pattern, elements, kind):
    """The matrix of a kind that has entries where a matrix of counts has, with the elements of a dense one."""
    m = matrix_of(pattern, kind)
    m.values = np.asarray(elements)[places(m)].astype(TYPES[kind[0]])
    return m


def with_values(m, values):
    return Matrix(m.shape, m.order, m.offsets.copy(), m.indices.copy(), np.array(values))


def dense(m):
    return scipy_of(m).toarray()


def finite(*operands):
    for x in operands:
        if not np.isfinite(x.values if isinstance(x, Matrix) else x).all():
            raise Unsuitable


def finite_if_complex(*operands):
    """Products of complex infinities have several answers."""
    arrays = [x.values if isinstance(x, Matrix) else x for x in operands]
    if any(x.dtype.kind == "c" for x in arrays):
        finite(*arrays)


def exact_product(*operands):
    """How exact single products are: rounded once, of complex numbers several times."""
    arrays = [x.values if isinstance(x, Matrix) else x for x in operands]
    arrays = [x for x in arrays if isinstance(x, np.ndarray)]
    return like_products(*arrays) if any(x.dtype.kind == "c" for x in arrays) and not tame(*arrays) else None


# Operands.


def some_shape(g):
    style = g.r.random()
    if style < 0.06:
        return g.r.choice(((0, 3), (4, 0), (0, 0), (1, 1), (1, 1)))
    if style < 0.12:
        return g.r.choice(((40, 30), (1, 60), (50, 2), (33, 17)))
    return g.r.randint(1, 7), g.r.randint(1, 7)


def some_places(g, shape):
    """Rows and columns of entries: unsorted, some more than once, and empty lines besides."""
    m, n = shape
    if m * n == 0:
        return [], []
    r, style = g.r, g.r.random()
    count = r.choice((0, 1, 2, m + n, m * n // 2, m * n)) if m * n < 60 else r.randint(0, 120)
    if style < 0.2:  # a power law: most entries are in few rows
        rows = [int(m * r.random() ** 4) for _ in range(count)]
    elif style < 0.3:
        rows = [r.randrange(m)] * count
    else:
        rows = [r.randrange(m) for _ in range(count)]
    columns = [n - 1] * count if style > 0.95 else [r.randrange(n) for _ in range(count)]
    return rows, columns


def integers(g, values):
    return g.add("new", ("i", (len(values),), tuple(int(x) for x in values)))


def triplet_operands(g, kind, shape):
    rows, columns = some_places(g, shape)
    how = g.r.choice(("add", "append", "set", "again"))
    if how == "again" and not rows:
        how = "add"
    if rows and g.r.random() < 0.01:
        rows[-1] = shape[0]
    return integers(g, rows), integers(g, columns), g.new(kind[0], (len(rows),)), *kind, *shape, how


def matrix(g, kinds, shape=None):
    """A matrix of one of the kinds, and of a shape where one is told."""
    found = g.matrices(lambda m: m.kind in kinds and (shape is None or m.shape == tuple(shape)))
    if found and g.r.random() < 0.75:
        return g.r.choice(found[-6:])
    reg = g.add("sparse_triplets", triplet_operands(g, g.r.choice(kinds), shape or some_shape(g)))
    if not g.results[reg].usable:
        raise Unsuitable
    return reg


def letter_of(g, reg):
    return g.value(reg).kind[0]


def beside(g, reg, dims, kind=None):
    """A dense operand: new, or with strides of any sign."""
    return g.fitting(dims, exact=True, kind=kind or letter_of(g, reg))
