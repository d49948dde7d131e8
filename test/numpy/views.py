"""Views: what they show, and which memory."""

import math

import numpy as np

from commands import Refused, Unsuitable, at, axis_of, checked, command, part


def place(text, n):
    return n - int(text[1:]) if text[0] == "e" else int(text)


def range_of(text, n):
    """The slice of NumPy for b:e or b:e:step, which weft checks."""
    parts = text.split(":")
    b, e = place(parts[0], n), place(parts[1], n)
    step = int(parts[2]) if len(parts) > 2 else 1
    low, high = (-1, n - 1) if step < 0 else (0, n)
    if step == 0 or not low <= b <= high or not low <= e <= high:
        raise Refused("index")
    if len(range(b, e, step)) == 0:
        return slice(0, 0)
    return slice(b, e if e >= 0 else None, step)


def subscript(a, *texts):
    taken = sum(t not in ("n", "...") for t in texts)
    if taken > a.ndim or a.ndim - taken + sum(":" in t or t == "n" for t in texts) > 16:
        raise Refused("index")
    if all(":" not in t and t not in ("n", "...") for t in texts) and len(texts) != a.ndim:
        raise Refused("index")  # integers alone mean an element
    index, axis = [], 0
    for t in texts:
        if t == "n":
            index.append(None)
        elif t == "...":
            index.append(Ellipsis)
            axis += a.ndim - taken
        else:
            n = a.shape[axis]
            axis += 1
            if t == ":":
                index.append(slice(None))
            elif ":" in t:
                index.append(range_of(t, n))
            else:
                if not 0 <= place(t, n) < n:
                    raise Refused("index")
                index.append(place(t, n))
    return a[tuple(index)]


def slice_(a, axis, i):
    axis_of(a, axis)
    if not 0 <= i < a.shape[axis]:
        raise Refused("index")
    return at(a, axis, i)


def window(a, axis, first, last):
    axis_of(a, axis)
    if not 0 <= first <= last < a.shape[axis]:
        raise Refused("index")
    return at(a, axis, slice(first, last + 1))


def reshape(a, shape):
    r = a.reshape(shape)
    if a.size and r.__array_interface__["data"][0] != a.__array_interface__["data"][0]:
        raise Refused("layout")
    return r


def flatten(a, first, last):
    axis_of(a, first, last)
    if first > last:
        raise Refused("index")
    count = math.prod(a.shape[first : last + 1])
    return reshape(a, a.shape[:first] + (count,) + a.shape[last + 1 :])


def diagonal(a):
    if a.ndim != 2:
        raise Refused("shape")
    n = min(a.shape)
    r = np.einsum("ii->i", a[:n, :n])
    r.flags.writeable = a.flags.writeable
    return r


def flip(a, axes):
    axis_of(a, *axes)
    if len(set(axes)) < len(axes):
        raise Refused("index")
    return np.flip(a, tuple(axes) or None) if a.ndim else a[...]


def rot90(a, turns, j, k):
    axis_of(a, j, k)
    if j == k:
        raise Refused("index")
    return np.rot90(a, turns, (j, k))


def sliding_window(a, axis, width):
    axis_of(a, axis)
    if not 1 <= width <= a.shape[axis]:
        raise Refused("index")
    return np.lib.stride_tricks.sliding_window_view(a, width, axis)


def split(a, count, axis, j):
    axis_of(a, axis)
    if count < 1:
        raise Refused("shape")
    return part(np.split(a, count, axis), j)


def array_split(a, count, axis, j):
    axis_of(a, axis)
    return part(np.array_split(a, count, axis), j)


def split_at(a, places, axis, j):
    axis_of(a, axis)
    if any(not 0 <= p <= a.shape[axis] for p in places) or list(places) != sorted(places):
        raise Refused("index")
    return part(np.split(a, places, axis), j)


def permute(a, order):
    if a.ndim > 4:
        raise Unsuitable  # the interpreter names no more axes
    if sorted(order) != list(range(a.ndim)):
        raise Refused("index")
    return a.transpose(order)


def swap_axes(a, j, k):
    axis_of(a, j, k)
    return a.swapaxes(j, k)


def expand_dims(a, axis):
    axis_of(a, axis, more=1)
    return np.expand_dims(a, axis)


def make_subscripts(g):
    a = g.real()
    x = g.value(a)
    usual = ("i", "s", "...", "n")
    kinds = [g.r.choice(("i", "i", "s", "s", "r", "r", ":", ":", "...", "n", "e", "re"))
             for _ in range(g.r.choice((1, 1, 2, 2, 3)))]
    if len(kinds) == 3:
        kinds = [k if k in usual else g.r.choice(usual) for k in kinds]
    if kinds.count("...") > 1:
        kinds = [k for i, k in enumerate(kinds) if k != "..." or i == kinds.index("...")]
    taken = sum(k not in ("n", "...") for k in kinds)
    texts, axis = [], 0
    for k in kinds:
        n = x.shape[axis] if axis < x.ndim else 2
        if k == "...":
            axis += max(x.ndim - taken, 0)
        elif k != "n":
            axis += 1
        b, e = sorted((g.r.randint(0, n), g.r.randint(0, n)))
        if k == "i":
            texts.append(str(g.index(n)))
        elif k == "e":
            texts.append(f"e{g.index(n) + 1}")
        elif k == "r":
            texts.append(f"{b}:{e + (g.r.random() < 0.02)}")
        elif k == "re":
            texts.append(f"{b}:e{n - e}")
        elif k == "s":
            if g.r.random() < 0.5:
                texts.append(f"{b}:{e}:{g.r.choice((1, 2, 3))}")
            else:
                texts.append(f"{e - 1}:{b - 1}:{g.r.choice((-1, -2, -3, 0) if g.r.random() < 0.1 else (-1, -2, -3))}")
        else:
            texts.append(k)
    return (a, *texts)


def make_split(g):
    a = g.real(least=1)
    axis = g.axis(a)
    n = g.extent(a, axis)
    divisors = [d for d in range(1, n + 1) if n % d == 0] or [1, 2]
    count = g.r.choice(divisors) if g.r.random() < 0.9 else g.r.randint(0, 4)
    return a, count, axis, g.r.randint(0, max(count - 1, 0))


def make_split_at(g):
    a = g.real(least=1)
    axis = g.axis(a)
    places = sorted(g.r.randint(0, g.extent(a, axis)) for _ in range(g.r.randint(1, 3)))
    if g.r.random() < 0.05:
        places.reverse()
    return a, places, axis, g.r.randint(0, len(places))


command("subscript", "view", make_subscripts, subscript)
command("transpose", "view", lambda g: (g.any(),), lambda a: a.T)
command("swap_axes", "view", lambda g: g.with_axes(g.any(least=1), 2), swap_axes)
command("slice", "view", lambda g: g.with_index(g.any(least=1)), slice_)
command("window", "view", lambda g: g.with_window(g.any(least=1)), window)
command("reverse", "view", lambda g: g.with_axes(g.any(least=1), 1), checked(lambda a, k: np.flip(a, k)))
command("reshape", "view", lambda g: g.with_shape(g.any()), reshape)
command("permute", "view", lambda g: g.with_order(g.real(most=4)), permute)
command("real", "view", lambda g: (g.among("DDFd"),), lambda a: a.real)
command("imag", "view", lambda g: (g.among("DF"),), lambda a: a.imag)
command("diagonal", "view", lambda g: (g.real(rank=2),), diagonal)
command("flip", "view", lambda g: g.with_some_axes(g.real(), 2), flip)
command("rot90", "view", lambda g: (lambda a: (a, g.r.randint(-5, 5), *g.two_axes(a)))(g.real(least=2)), rot90)
command("squeeze", "view", lambda g: (lambda a: (a, g.unit_axis(a)))(g.real(least=1, has=1)),
        checked(lambda a, k: np.squeeze(a, k)))
command("squeeze_all", "view", lambda g: (g.real(),), np.squeeze)
command("expand_dims", "view", lambda g: (lambda a: (a, g.r.randint(0, g.value(a).ndim)))(g.real()), expand_dims)
command("sliding_window", "view", lambda g: (lambda a: (lambda k: (a, k, g.index(g.extent(a, k)) + 1))(g.axis(a)))(
    g.real(least=1)), sliding_window)
command("broadcast_to", "view", lambda g: (lambda a: (a, g.wider(a)))(g.real()), np.broadcast_to)
command("flatten", "view", lambda g: (lambda a: (a, *sorted(g.two_axes(a))))(g.real(least=2)), flatten)
command("split", "view", make_split, split)
command("array_split", "view", make_split, array_split)
command("split_at", "view", make_split_at, split_at)
# The same values in memory by columns: no view, but as good as one for what is cut from it.
command("by_columns", "view", lambda g: (g.among("ddFDsH"),), lambda a: np.array(a, order="F"))
