"""Into memory that may be read."""

import numpy as np

from commands import Refused, Unsuitable, as_in_c, axis_of, command, letter, tame, with_real
from reductions import extreme


def store(f):
    """t[...] = f(...), as if the right side were made first."""

    def run(t, *operands):
        value = np.array(f(t, *operands))
        if value.ndim > t.ndim or np.broadcast_shapes(t.shape, value.shape) != t.shape:
            raise Refused("shape")
        t[...] = value

    return run


def into(g, kinds="d"):
    t = g.target(g.r.choice(kinds))
    return t, g.source(t)


def into_two(g, kinds="d"):
    t = g.target(g.r.choice(kinds))
    return t, g.source(t), g.source(t)


def into_other_type(g):
    kind, source = g.r.choice(("FD", "Dd", "Ds", "fH", "ui", "hj", "ih"))
    t = g.target(kind)
    return t, g.source(t, source)


def product(t, a):
    if t.dtype.kind == "c" and not tame(t, a):
        raise Unsuitable
    return as_in_c(np.multiply)(t, a)


command("assign", "write", lambda g: into(g, "ddFsH"), store(lambda t, a: a), writes=True)
command("assign_other_type", "write", into_other_type, store(lambda t, a: a), writes=True)
command("assign_whole", "write", lambda g: into(g, "i"), store(lambda t, a: a), writes=True)
command("assign_mask", "write", lambda g: into(g, "b"), store(lambda t, a: a), writes=True)
command("assign_from_whole", "write", lambda g: (lambda t: (t, g.source(t, "i")))(g.target()), store(lambda t, a: a),
        writes=True)
command("assign_number", "write", lambda g: (g.target(g.r.choice("dF")), g.number()), store(lambda t, x: x),
        writes=True)
# Sums are of the type C++ gives them, and stored modulo 2^n.
command("add", "write", lambda g: into(g, "ddDu"), store(as_in_c(np.add)), writes=True)
command("subtract", "write", lambda g: into(g, "ddFh"), store(as_in_c(np.subtract)), writes=True)
command("multiply", "write", lambda g: into(g, "ddDs"), store(product), writes=True)
command("divide_by", "write", into, store(lambda t, a: t / a), writes=True)
command("add_whole", "write", lambda g: into(g, "i"), store(lambda t, a: t + a), writes=True)
command("multiply_number", "write", lambda g: (g.target(g.r.choice("dF")), g.number()),
        store(lambda t, x: with_real(np.multiply, t, t.real.dtype.type(x))), writes=True)
command("assign_sum", "write", lambda g: into_two(g, "ddDH"), store(lambda t, a, b: as_in_c(np.add)(a, b)), writes=True)
command("add_product", "write", into_two, store(lambda t, a, b: t + a * b), writes=True)
command("assign_smaller", "write", into_two, store(lambda t, a, b: np.where(a < b, a, b)), writes=True)


def less_maximum(t, a, k):
    axis_of(a, k)
    if ((a == 0) & np.signbit(a)).any():
        raise Unsuitable  # either zero may be the largest
    return a - extreme(np.max)(a, [k], 1)


command("assign_less_maximum", "write", lambda g: (lambda t, a: (t, a, g.axis(a)))(*into(g)), store(less_maximum),
        writes=True)


def where_masked(f):
    def run(t, m, x):
        if np.broadcast_shapes(t.shape, m.shape, x.shape) != t.shape:
            raise Refused("shape")
        t[...] = np.where(m, f(t, x), t)

    return run


def masked_operands(g, kinds="d"):
    t = g.target(g.r.choice(kinds))
    return t, g.source(t, "b"), g.source(t)


command("assign_masked", "write", lambda g: masked_operands(g, "ddFu"), where_masked(lambda t, x: x), writes=True)
command("add_masked", "write", masked_operands, where_masked(lambda t, x: t + x), writes=True)
command("assign_where_less", "write", lambda g: (*into(g), g.number()),
        lambda t, a, x: where_masked(lambda u, v: v)(t, np.asarray(t < a), np.asarray(x)), writes=True)


def indices_in(i, n):
    if ((i < 0) | (i >= n)).any():
        raise Refused("index")


def fits(x, shape):
    if x.ndim > len(shape) or np.broadcast_shapes(x.shape, shape) != tuple(shape):
        raise Refused("shape")


def put(t, numbers, x):
    fits(x, numbers.shape)
    indices_in(numbers, t.size)
    values = np.broadcast_to(x, numbers.shape).ravel().copy()
    for i, v in zip(numbers.ravel().copy(), values):
        t.flat[i] = v


def put_along(t, indices, x, axis):
    axis_of(t, axis)
    if indices.ndim != t.ndim:
        raise Refused("shape")
    for k in range(t.ndim):
        if k != axis and indices.shape[k] != t.shape[k]:
            raise Unsuitable
    fits(x, indices.shape)
    indices_in(indices, t.shape[axis])
    np.put_along_axis(t, indices.copy(), np.array(np.broadcast_to(x, indices.shape)), axis)


def assign_picked(lead):
    def run(t, indices, x):
        if t.ndim <= lead:
            raise Refused("index")
        fits(x, t.shape[:lead] + indices.shape + t.shape[lead + 1 :])
        indices_in(indices, t.shape[lead])
        t[(slice(None),) * lead + (indices.copy(),)] = x.copy()

    return run


def update_at(f):
    def run(t, indices, x):
        if t.ndim == 0:
            raise Refused("index")
        fits(x, indices.shape + t.shape[1:])
        indices_in(indices, t.shape[0])
        f.at(t, indices.copy(), np.broadcast_to(x, indices.shape + t.shape[1:]).copy())

    return run


def add_picked(t, i, j, x):
    if t.ndim < 2:
        raise Refused("index")
    i, j = np.broadcast_arrays(i, j)
    fits(x, i.shape + t.shape[2:])
    indices_in(i, t.shape[0])
    indices_in(j, t.shape[1])
    t[i.copy(), j.copy()] += x.copy()


def put_operands(g):
    t = g.target()
    i = g.indices(g.value(t).size)
    return t, i, g.fitting(g.value(i).shape)


def put_along_operands(g):
    t = g.target(least=1)
    k = g.axis(t, errors=False)
    shape = list(g.value(t).shape)
    shape[k] = g.r.choice((0, 1, 2, 3))
    i = g.indices(g.value(t).shape[k], tuple(shape))
    return t, i, g.fitting(g.value(i).shape), k


def picked_operands(lead, kinds="d"):
    def make(g):
        t = g.target(g.r.choice(kinds), least=lead + 1)
        shape = g.value(t).shape
        i = g.indices(shape[lead])
        return t, i, g.fitting(shape[:lead] + g.value(i).shape + shape[lead + 1 :], kind=letter(g.value(t)))

    return make


def updated_operands(kinds):
    """Now and then the values, or the indices, are in the memory of the target."""

    def make(g):
        t, i, x = picked_operands(0, kinds)(g)
        n = g.value(t).shape[0]
        style = g.r.random()
        if style < 0.3:
            i, x = g.indices(n, (n,)), g.source(t)
        elif style < 0.4 and letter(g.value(t)) == "i":
            i, x = t, g.fitting(g.value(t).shape + g.value(t).shape[1:], kind="i")
        return t, i, x

    return make


def add_picked_operands(g):
    t = g.target(least=2)
    shape = g.value(t).shape
    i, j = g.index_pair(shape)
    return t, i, j, g.fitting(np.broadcast_shapes(g.value(i).shape, g.value(j).shape) + shape[2:])


command("put", "write", put_operands, put, writes=True)
command("put_along", "write", put_along_operands, put_along, writes=True)
command("assign_picked", "write", picked_operands(0, "ddDh"), assign_picked(0), writes=True)
command("assign_picked_second", "write", picked_operands(1), assign_picked(1), writes=True)
command("add_at", "write", updated_operands("ddDFihu"), update_at(np.add), writes=True)
command("max_at", "write", updated_operands("ddfih"), update_at(np.maximum), writes=True)
command("min_at", "write", updated_operands("ddfih"), update_at(np.minimum), writes=True)
command("add_picked", "write", add_picked_operands, add_picked, writes=True)


def swap(a, b):
    if not b.flags.writeable or np.shares_memory(a, b):
        raise Unsuitable
    if a.shape != b.shape:
        raise Refused("shape")
    kept = a.copy()
    a[...] = b
    b[...] = kept


command("swap", "write", lambda g: (lambda t: (t, g.same_shape(t)))(g.target(g.r.choice("ddDu"))), swap, writes=True)
