"""Linear algebra of the standard. Products of tame values are exact; decompositions are compared within 100 of the last
places, of matrices that are far from singular."""

import numpy as np

from commands import Refused, exact_if_tame
from standard_pack import FLOATING, INTEGERS, NUMBERS, Operand, function, one, pairs
from untyped import joined, promoted

ELEMENTS = FLOATING + "ju"


def close(*_):
    return 100.0


def linear(f):
    """Integers become double."""
    return lambda a, *more: f(*(x if not isinstance(x, np.ndarray) or x.dtype.kind in "fc" else x.astype(np.float64)
                                for x in (a, *more)))


def of_joined(f):
    return lambda a, b, *more: f(*joined(a, b), *more)


def products(shapes, words=()):
    return [(Operand(a, s), Operand(b, t), *words) for a, b in pairs(NUMBERS) for s, t in shapes]


function("matmul", products((((3, 4), (4, 2)), ((4,), (4,)), ((2, 3, 4), (4,)), ((3, 0), (0, 2)),
                             ((2, 1, 3, 4), (3, 4, 2)), ((3, 4), (3, 4)))), of_joined(np.matmul), exact_if_tame)


def vecdot(a, b, k=None):
    rank = max(a.ndim, b.ndim)
    k = rank - 1 if k is None else k
    at = [k - (rank - x.ndim) for x in (a, b)]
    if min(at) < 0 or a.shape[at[0]] != b.shape[at[1]]:
        raise Refused("shape")
    x, y = joined(a, b)
    product = np.conj(x) * y
    kind = product.dtype.kind
    return np.sum(product, k, dtype={"i": np.int64, "u": np.uint64}.get(kind, product.dtype))


function("vecdot", products((((5,), (5,)), ((3, 4), (4,)), ((2, 3), (2, 3)), ((0,), (0,)), ((3, 4), (1,)))), vecdot,
         exact_if_tame)
function("vecdot_along", products((((2, 3, 4), (3, 1)), ((2, 3, 4), (4,))), (1,)), vecdot, exact_if_tame, of="vecdot")
function("outer", products((((3,), (4,)), ((0,), (2,)))), of_joined(np.outer), exact_if_tame)
function("cross", [(Operand(a, s), Operand(b, t)) for a, b in pairs(FLOATING + "ijsuU")
                   for s, t in (((3,), (3,)), ((2, 3), (3,)))], of_joined(np.cross), exact_if_tame)
function("tensordot", products((((2, 3, 4), (3, 4, 2)), ((3, 4), (3, 4)), ((0, 2, 3), (2, 3)), ((2, 3), (2, 3, 1))),
                               (2,))
         + products((((3,), (2,)),), (0,)), of_joined(lambda a, b, n: np.tensordot(a, b, n)), exact_if_tame)
function("diagonal", one(NUMBERS + "b", shapes=((3, 4), (4, 2), (0, 3)), words=(0,))
         + one(NUMBERS + "b", shapes=((3, 4),), words=(1,)) + one(NUMBERS, shapes=((3, 4),), words=(-2,)), np.diagonal)
function("diagonal_of_stack", one(FLOATING + INTEGERS, shapes=((2, 3, 3), (0, 2, 2))),
         lambda a: np.diagonal(promoted(np.positive)(a), axis1=-2, axis2=-1), of="diagonal")


def trace(a):
    diagonal = np.diagonal(a)
    return np.sum(diagonal, dtype={"i": np.int64, "u": np.uint64}.get(a.dtype.kind, a.dtype))


function("trace", one(NUMBERS, shapes=((3, 4), (3, 3), (0, 0))), trace, exact_if_tame)

SQUARE = ((3, 3), (2, 4, 4), (1, 1), (0, 2, 2))
ANY = ((4, 3), (3, 4), (2, 3, 3))


def matrices(domain, shapes, kinds=ELEMENTS, words=()):
    return one(kinds, domain, shapes, words)


function("det", matrices("regular", SQUARE), linear(np.linalg.det), close)
function("slogdet", matrices("regular", SQUARE, words=(0,)) + matrices("regular", SQUARE, words=(1,)),
         lambda a, k: np.asarray(linear(np.linalg.slogdet)(a)[k]), close)
function("matrix_rank", matrices("regular", ANY), lambda a: np.asarray(linear(np.linalg.matrix_rank)(a), np.int64))
function("inv", matrices("regular", SQUARE), linear(np.linalg.inv), close)
function("pinv", matrices("regular", ANY), linear(np.linalg.pinv), close)
function("matrix_power", [case for n in (0, 3, -2) for case in matrices("regular", ((3, 3), (2, 2, 2)), words=(n,))],
         linear(np.linalg.matrix_power), lambda *_: 1e5)


def solve(a, b):
    t = np.result_type(a.dtype if a.dtype.kind in "fc" else np.float64, b.dtype if b.dtype.kind in "fc" else np.float64)
    x, y = a.astype(t), b.astype(t)
    return np.linalg.solve(x, y[..., None])[..., 0] if b.ndim == 1 else np.linalg.solve(x, y)


function("solve", [(Operand(a, s, "regular"), Operand(b, t)) for a, b in pairs(ELEMENTS)
                   for s, t in (((3, 3), (3,)), ((3, 3), (3, 2)), ((2, 3, 3), (2, 3, 1)))], solve, close)

ORDERS = ("fro", "nuc", "1", "2", "inf", "-1", "-2", "-inf")


def matrix_norm(a, order):
    p = order if order in ("fro", "nuc") else float(order)
    return np.linalg.norm(a, p, (-2, -1))


def vector_norm(a, order):
    return np.asarray(np.linalg.norm(a, float(order)))


function("matrix_norm", [case for p in ORDERS for case in matrices("regular", ((3, 4), (2, 3, 3)), words=(p,))],
         linear(matrix_norm), close)
function("vector_norm", [case for p in ("1", "2", "inf", "-inf", "0", "3")
                         for case in matrices("finite", ((5,),), words=(p,))],
         linear(vector_norm), close)
function("vector_norm_along", [case for axes, keep in (([], 0), ([0], 0), ([1], 1), ([0, 1], 1))
                               for case in matrices("finite", ((3, 4), (0, 3)), words=(axes, keep))],
         linear(lambda a, axes, keep: np.asarray(
             np.sqrt(np.sum(np.abs(a) ** 2, tuple(axes) or None, keepdims=bool(keep))))),
         close, of="vector_norm")
function("svdvals", matrices("regular", ANY), linear(lambda a: np.linalg.svd(a, compute_uv=False)), close)
function("eigvalsh", matrices("definite", SQUARE, FLOATING), np.linalg.eigvalsh, close)
function("cholesky", matrices("definite", SQUARE, FLOATING), np.linalg.cholesky, close)
function("cholesky_upper", matrices("definite", SQUARE, FLOATING),
         lambda a: np.conj(np.swapaxes(np.linalg.cholesky(a), -1, -2)), close, of="cholesky")
for name, domain, shapes in (("qr", "regular", ANY), ("svd", "regular", ANY), ("eigh", "definite", SQUARE)):
    function(name, matrices(domain, shapes, FLOATING), lambda a: a, close)
