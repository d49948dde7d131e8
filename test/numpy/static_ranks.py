"""Matrices whose rank, and in part whose shape and order, the compiler knows."""

import numpy as np

from assignments import store
from commands import Refused, command, exact_if_tame
from rearranging import concatenate, take
from reductions import by_lines, extreme, reduction
from views import diagonal, range_of, reshape, slice_, sliding_window


def matrices(f, count=1):
    """f of operands of which the first `count` are matrices, and stay the memory they are."""

    def run(*operands):
        if any(x.ndim != 2 for x in operands[:count]):
            raise Refused("shape")
        return f(*operands)

    return run


def one(g):
    return (g.real(rank=2),)


def same(g):
    a = g.real(rank=2)
    return a, g.fitting(g.value(a).shape, exact=True)


def turned(g):
    a = g.real(rank=2)
    return a, g.fitting(g.value(a).shape[::-1], exact=True)


def columns(n):
    def run(a):
        if a.ndim != 2 or a.shape[1] != n:
            raise Refused("shape")
        return a * a[0] + np.sum(a, 0) if a.shape[0] else refuse()

    return run


def refuse():
    raise Refused("index")


def small(a):
    if a.shape != (3, 3):
        raise Refused("shape")
    return a.T - a[1]


def into_matrix(g):
    t = g.target(rank=2)
    return t, g.source(t)


def into_turned(g):
    t = g.target(rank=2)
    found = g.registers(lambda x: x.dtype == np.float64 and x.shape == g.value(t).shape[::-1])
    return t, g.r.choice(found) if found else g.fitting(g.value(t).shape[::-1], exact=True)


def times_row(a, v):
    if v.ndim != 1:
        raise Refused("shape")
    return a * v - 1.0


def block(a, b, e, first, last, step):
    return a[range_of(f"{b}:{e}", a.shape[0]), None, range_of(f"{first}:{last}:{step}", a.shape[1])]


def take_columns(a, i):
    if i.ndim != 1:
        raise Refused("shape")
    return take(a, i, 1)


for name, make, f, count, how in (
    ("plus_transposed", turned, lambda a, b: a + b.T, 2, "exact"),
    ("times_row", lambda g: (lambda a: (a, g.fitting(g.value(a).shape[1:], exact=True)))(g.real(rank=2)), times_row, 1,
     "exact"),
    ("smaller", same, lambda a, b: np.where(a < b, a, b), 2, "exact"),
    ("sum", one, lambda a: reduction(np.sum)(a, [0], 0), 1, exact_if_tame),
    ("less_maximum", one, lambda a: a - extreme(np.max)(a, [1], 1), 1, "zeros"),
    ("argmin", one, lambda a: by_lines(lambda x: np.argmin(x, -1), True)(a.T, [1], 0), 1, "exact"),
    ("cumsum", one, lambda a: np.cumsum(a, 0), 1, exact_if_tame),
    ("sort", one, lambda a: np.sort(a, 0, kind="stable"), 1, "exact"),
    ("concatenate", same, lambda a, b: concatenate(0, a, b), 2, "exact"),
    ("take", lambda g: (lambda a: (a, g.indices(g.extent(a, 1), (3,))))(g.real(rank=2)), take_columns, 1, "exact"),
    ("product", turned, np.matmul, 2, exact_if_tame),
):
    command(f"matrix_{name}", "static", make, matrices(f, count), how)

command("three_columns", "static", lambda g: (g.fitting((g.r.randint(1, 5), 3), exact=True),), columns(3),
        exact_if_tame)
command("small_matrix", "static", lambda g: (g.fitting((3, 3), exact=True),), small)
command("rows_in_order", "static", same, lambda a, b: matrices(np.add)(a, b))
command("matrix_assign", "write", into_matrix, lambda t, a: matrices(store(lambda u, b: b), 2)(t, a), writes=True)
command("matrix_add_transposed", "write", into_turned, lambda t, a: matrices(store(lambda u, b: u + b.T), 2)(t, a),
        writes=True)

command("matrix_transpose", "view", one, matrices(lambda a: a.T))
command("matrix_row", "view", lambda g: (lambda a: (a, g.index(g.extent(a, 0))))(g.real(rank=2)),
        matrices(lambda a, i: slice_(a, 0, i)))
command("matrix_block", "view",
        lambda g: (lambda a: (a, *g.stepped(g.extent(a, 0), (1,))[:2], *g.stepped(g.extent(a, 1))))(g.real(rank=2)),
        matrices(block))
command("matrix_diagonal", "view", one, matrices(diagonal))
command("matrix_windows", "view", lambda g: (lambda a: (a, g.index(g.extent(a, 1)) + 1))(g.real(rank=2)),
        matrices(lambda a, n: sliding_window(a, 1, n)))
command("matrix_reverse", "view", one, matrices(np.flip))
command("matrix_flatten", "view", one, matrices(lambda a: reshape(a, (a.size,))))
