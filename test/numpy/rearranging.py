"""Rearranging with a copy, picking, sorting."""

import numpy as np

from assignments import indices_in, into, store
from commands import Refused, Unsuitable, at, axis_of, checked, command, part
from views import range_of


def joined(g, count, kinds="d"):
    a = g.among(kinds, least=1)
    k = g.axis(a)
    return (k, a, *(g.beside(a, k) for _ in range(count - 1)))


def concatenate(k, *parts):
    axis_of(parts[0], k)
    return np.concatenate(parts, k)


def stack(k, a, b):
    axis_of(a, k, more=1)
    if a.shape != b.shape:
        raise Refused("index shape")  # the axis may be none of the second one's
    return np.stack([a, b], k)


def tile_operands(g):
    a = g.among("ddDu")
    return a, [g.r.choice((0, 1, 1, 2, 2, 3)) for _ in range(g.r.randint(0, min(3, g.value(a).ndim + 1)))]


def pad_operands(g):
    a = g.real()
    n = g.value(a).ndim
    mode = g.r.choice(("constant", "edge", "reflect", "wrap"))
    return (a, [g.r.randint(0, 3) for _ in range(n)], [g.r.randint(0, 3) for _ in range(n)], mode)


def pad(a, before, after, mode):
    if mode == "constant":
        return np.pad(a, list(zip(before, after)), constant_values=7.5) if a.ndim else a.copy()
    for k, (b, e) in enumerate(zip(before, after)):
        n = a.shape[k]
        if b + e > 0 and n == 0:
            raise Refused("shape")
        i = np.arange(-b, n + e)
        if mode == "edge":
            i = i.clip(0, max(n - 1, 0))
        elif mode == "wrap":
            i = i % max(n, 1)
        else:
            turn = max(2 * (n - 1), 1)
            i = (n - 1) - np.abs(i % turn - (n - 1)) if n > 1 else i * 0
        a = np.take(a, i, k)
    return a.copy()


def repeat(a, n, k):
    axis_of(a, k)
    if n < 0:
        raise Refused("shape")
    return np.repeat(a, n, k)


def repeat_each(a, n, k):
    axis_of(a, k)
    if n.ndim != 1 or n.size not in (1, a.shape[k]):
        raise Refused("shape")
    return np.repeat(a, n, k)


def roll(a, n, k):
    axis_of(a, k)
    return np.roll(a, n, k)


def with_shift(g, a):
    return a, g.r.randint(-9, 9), g.axis(a)


command("copy", "arrange", lambda g: (g.among("dDFuh"),), np.array)
command("concatenate", "arrange", lambda g: joined(g, 2, "ddDH"), concatenate)
command("concatenate_three", "arrange", lambda g: joined(g, 3), concatenate)
command("stack", "arrange",
        lambda g: (lambda a: (g.r.randint(0, g.value(a).ndim), a, g.same_shape(a)))(g.among("ddFs")), stack)
command("tile", "arrange", tile_operands, np.tile)
command("repeat", "arrange", lambda g: (lambda a: (a, g.r.randint(0, 3), g.axis(a)))(g.real(least=1)), repeat)
command("repeat_each", "arrange", lambda g: g.with_counts(g.real(least=1)), repeat_each)
command("roll", "arrange", lambda g: with_shift(g, g.among("ddFh", least=1)), roll)
command("roll_sum", "arrange", lambda g: with_shift(g, g.real(least=1)), lambda a, n, k: roll(a, n, k) + a)
command("pad", "arrange", pad_operands, pad)


def assign_concatenated_operands(g):
    t = g.target(least=1)
    k = g.axis(t, errors=False)
    shape = list(g.value(t).shape)
    n = g.r.randint(0, shape[k])
    first, second = list(shape), list(shape)
    first[k], second[k] = n, shape[k] - n
    return t, k, g.fitting(first, exact=True), g.fitting(second, exact=True)


command("assign_concatenated", "write", assign_concatenated_operands,
        lambda t, k, a, b: store(lambda u: concatenate(k, a, b))(t), writes=True)
command("assign_rolled", "write", lambda g: (lambda t, a: (t, *with_shift(g, a)))(*into(g)),
        lambda t, a, n, k: store(lambda u: roll(a, n, k))(t), writes=True)


def take(a, i, k):
    axis_of(a, k)
    indices_in(i, a.shape[k])
    return np.take(a, i, k)


def take_numbers(a, i):
    indices_in(i, a.size)
    return np.take(a, i)


def take_along(a, i, k):
    axis_of(a, k)
    if i.ndim != a.ndim:
        raise Refused("shape")
    for j in range(a.ndim):
        if j != k and i.shape[j] != a.shape[j] and 1 not in (i.shape[j], a.shape[j]):
            raise Refused("shape")
    shape = [n if j == k else np.broadcast_shapes((n,), (a.shape[j],))[0] for j, n in enumerate(i.shape)]
    indices_in(i, a.shape[k])
    whole = [a.shape[k] if j == k else n for j, n in enumerate(shape)]
    return np.take_along_axis(np.broadcast_to(a, whole), np.broadcast_to(i, shape), k)


def take_operands(g, kinds="d"):
    a = g.among(kinds, least=1)
    k = g.axis(a)
    return a, g.indices(g.extent(a, k)), k


def take_along_operands(g):
    a = g.real(least=1)
    k = g.axis(a, errors=False)
    shape = [g.r.choice((0, 1, 2, 4)) if j == k else g.r.choice((n, n, 1)) for j, n in enumerate(g.value(a).shape)]
    return a, g.indices(g.extent(a, k), tuple(shape)), k


def picked(lead, last=False):
    def run(a, i):
        if a.ndim <= lead:
            raise Refused("index")
        k = a.ndim - 1 if last else lead
        indices_in(i, a.shape[k])
        return a[(slice(None),) * k + (i,)]

    return run


def picked_two(a, i, j):
    if a.ndim < 2:
        raise Refused("index")
    i, j = np.broadcast_arrays(i, j)
    indices_in(i, a.shape[0])
    indices_in(j, a.shape[1])
    return a[i, j]


def picked_and_range(a, i, b, e, step):
    if a.ndim < 2:
        raise Refused("index")
    indices_in(i, a.shape[0])
    return a[i, range_of(f"{b}:{e}:{step}", a.shape[1])]


def compress_axis(m, a, k):
    axis_of(a, k)
    if m.ndim != 1 or m.shape[0] != a.shape[k]:
        raise Refused("shape")
    return np.compress(m, a, k)


def compress(m, a):
    m, a = np.broadcast_arrays(m, a)
    return a[m]


def mask_for_axis(g):
    a = g.real(least=1)
    k = g.axis(a)
    return g.new("b", (g.extent(a, k) if g.r.random() < 0.95 else 2,)), a, k


def nonzero(a, k):
    if a.ndim == 0:
        raise Unsuitable
    return part(np.nonzero(a), k)


command("take", "arrange", lambda g: take_operands(g, "ddDu"), take)
command("take_numbers", "arrange", lambda g: (lambda a: (a, g.indices(g.value(a).size)))(g.real()), take_numbers)
command("take_along", "arrange", take_along_operands, take_along)
command("take_of_sum", "arrange", lambda g: (lambda a, i, k: (a, g.same_shape(a), i, k))(*take_operands(g)),
        lambda a, b, i, k: take(a + b, i, k))
command("picked", "arrange", lambda g: (lambda a: (a, g.indices(g.extent(a, 0))))(g.among("ddFh", least=1)),
        picked(0))
command("picked_last", "arrange",
        lambda g: (lambda a: (a, g.indices(g.extent(a, g.value(a).ndim - 1))))(g.real(least=1)), picked(0, True))
command("picked_two", "arrange", lambda g: (lambda a: (a, *g.index_pair(g.value(a).shape)))(g.real(least=2)),
        picked_two)
command("picked_and_range", "arrange", lambda g: (lambda a: (a, g.indices(g.extent(a, 0)), *g.stepped(g.extent(a, 1))))(
    g.real(least=2)), picked_and_range)
command("compress", "arrange", lambda g: (lambda a: (g.partner(a, "b"), a))(g.among("ddDH")), compress)
command("compress_axis", "arrange", mask_for_axis, compress_axis)
command("compress_greater", "arrange", lambda g: g.two(), lambda a, b: compress(np.asarray(a > b), a))
command("nonzero", "arrange", lambda g: (lambda a: (a, g.axis(a, errors=False)))(g.among("ddbFs", least=1)),
        nonzero)
command("argwhere", "arrange", lambda g: (g.real(),), np.argwhere)


def unique_all(a, which):
    _, indices, inverse, counts = np.unique(a, return_index=True, return_inverse=True, return_counts=True)
    return {"indices": indices, "inverse": inverse.reshape(a.shape), "counts": counts}[which]


def partition_place(a, n, k):
    axis_of(a, k)
    if not 0 <= n < a.shape[k]:
        raise Refused("index")
    return at(np.sort(a, k), k, n)


def searchsorted(a, x, right):
    if a.ndim != 1:
        raise Refused("shape")
    return np.searchsorted(a, x, "right" if right else "left")


command("sort", "arrange", lambda g: g.with_axes(g.among("disH", least=1), 1),
        checked(lambda a, k: np.sort(a, k, kind="stable")))
command("sort_sum", "arrange", lambda g: (lambda a: (a, g.same_shape(a), g.axis(a)))(g.real(least=1)),
        lambda a, b, k: checked(lambda x, j: np.sort(x, j, kind="stable"))(np.asarray(a + b), k))
command("argsort", "arrange", lambda g: g.with_axes(g.among("du", least=1), 1),
        checked(lambda a, k: np.argsort(a, k, kind="stable")))
command("partition_place", "arrange",
        lambda g: (lambda a, k, i: (a, i, k))(*g.with_index(g.real(least=1))), partition_place, "zeros")
command("argpartition_place", "arrange",
        lambda g: (lambda a, k, i: (a, i, k))(*g.with_index(g.real(least=1))), partition_place, "zeros")
command("unique", "arrange", lambda g: (g.among("dih"),), np.unique, "zeros")
command("unique_all", "arrange", lambda g: (g.real(), g.r.choice(("indices", "inverse", "counts"))), unique_all)
command("searchsorted", "arrange", lambda g: (g.sorted_list(), g.real(), g.r.randint(0, 1)), searchsorted)
command("assign_sorted", "write", lambda g: (lambda t, a: (t, a, g.axis(a)))(*into(g)),
        lambda t, a, k: store(lambda u: checked(lambda x, j: np.sort(x, j, kind="stable"))(a, k))(t), writes=True)
