"""Reductions, running results, sorting, searching and sets of the standard."""

import numpy as np

from commands import Refused, exact_if_tame, like_sum
from standard_pack import INTEGERS, NUMBERS, ORDERED, REAL, Operand, function, one, pairs
from untyped import by_value, joined, promoted

CUBES = ((2, 3, 4), (3, 4), (), (0, 3), (5,))
FULL = tuple(s for s in CUBES if 0 not in s)


def reductions(kinds, domain="finite", shapes=CUBES, words=(), most=2):
    """Of all, over an axis, over two axes; with and without keeping them."""
    cases = []
    for s in shapes:
        for axes in ([], [0], [len(s) - 1], [0, 2]):
            if len(axes) <= most and all(0 <= k < len(s) for k in axes):
                cases += one(kinds, domain, (s,), ([*axes], 0, *words))
                cases += one(kinds, domain, (s,), ([*axes], 1, *words)) if axes else []
    return cases


def over(f):
    return lambda a, axes, keep, *more: f(a, tuple(axes) if axes else None, bool(keep), *more)


def wide(a):
    """Integers are summed in 64 bits."""
    return a.astype({"b": np.int64, "i": np.int64, "u": np.uint64}.get(a.dtype.kind, a.dtype))


def floating(a):
    return a if a.dtype.kind in "fc" else a.astype(np.float64)


def near_sum(a, *_):
    return like_sum(a) if a.dtype.kind in "fc" else "exact"


function("sum", reductions(NUMBERS), over(lambda a, k, keep: np.sum(wide(a), k, keepdims=keep)),
         lambda a, *_: exact_if_tame(a))
function("prod", reductions(NUMBERS, "places", ((3,), (2, 3), (0, 3), ())),
         over(lambda a, k, keep: np.prod(wide(a), k, keepdims=keep)), lambda *_: 0.0)
function("mean", reductions(NUMBERS, shapes=FULL),
         over(lambda a, k, keep: np.asarray(np.mean(floating(a), k, keepdims=keep))), near_sum)
for name, f in (("var", np.var), ("std", np.std)):
    function(name, [case for n in (0, 1) for case in
                    reductions(REAL + INTEGERS, shapes=((2, 3, 4), (3, 4), (5,)), words=(n,))],
             lambda a, axes, keep, n, f=f: np.asarray(
                 f(floating(a), tuple(axes) if axes else None, keepdims=bool(keep), ddof=n)),
             lambda a, *_: like_sum(a) * 9)
for name, f in (("max", np.max), ("min", np.min)):
    function(name, reductions(ORDERED, "any"), over(lambda a, k, keep, f=f: f(a, k, keepdims=keep)), "zeros")


def first_extreme(f):
    def run(a, axes, keep):
        if a.size == 0:
            raise Refused("shape")
        return np.asarray(f(a, axes[0] if axes else None, keepdims=bool(keep)) if axes else f(a), np.int64)

    return run


for name, f in (("argmax", np.argmax), ("argmin", np.argmin)):
    function(name, reductions(ORDERED, "any", shapes=FULL, most=1), first_extreme(f))
for name, f in (("all", np.all), ("any", np.any)):
    function(name, reductions("b"), over(lambda a, k, keep, f=f: f(a, k, keepdims=keep)))
function("all_numbers", reductions(NUMBERS), over(lambda a, k, keep: np.all(a != 0, k, keepdims=keep)), of="all")
function("any_number", reductions(NUMBERS), over(lambda a, k, keep: np.any(a != 0, k, keepdims=keep)), of="any")
function("count_nonzero", reductions(NUMBERS + "b"),
         over(lambda a, k, keep: np.asarray(np.count_nonzero(a, k, keepdims=keep), np.int64)))


def running(f, begin):
    def run(a, k, with_first):
        out = f(wide(a), k)
        if with_first:
            first = list(a.shape)
            first[k] = 1
            out = np.concatenate((np.full(first, begin, out.dtype), out), k)
        return out

    return run


def along(kinds, words, shapes=((2, 3, 4), (5,), (0, 3)), domain="finite"):
    return [case for w in words for s in shapes for case in one(kinds, domain, (s,), (w[0] % len(s), *w[1:]))]


function("cumulative_sum", along(NUMBERS, ((0, 0), (1, 0), (2, 1))), running(np.cumsum, 0), lambda a, *_: near_sum(a))
function("cumulative_prod", along(NUMBERS, ((0, 0), (1, 1)), domain="unit"), running(np.cumprod, 1),
         lambda *_: 0.0)
function("diff", [case for n, k in ((1, 0), (2, 0), (9, 0), (1, 1))
                  for case in one(NUMBERS, shapes=((3, 4), (0, 3)) + (((5,),) if k == 0 else ()), words=(n, k))],
         lambda a, n, k: np.diff(promoted(np.positive)(a), n, k))


# Sorting, searching and sets.


def sorted_lines(a, k, backwards):
    out = np.sort(a, k, kind="stable")
    return np.flip(out, k) if backwards else out


function("sort", along(NUMBERS + "b", ((0, 0), (1, 0), (2, 1)), domain="any"), sorted_lines, "zeros")
function("argsort", along(NUMBERS + "b", ((0,), (1,)), domain="any"),
         lambda a, k: np.argsort(a, k, kind="stable").astype(np.int64))


def searchsorted(a, b, right):
    x, v = (a, b) if a.dtype == b.dtype else joined(a, b)
    return np.asarray(np.searchsorted(x, v, "right" if right else "left"), np.int64)


def have_one_sign(a, b):
    return (a in "uHJU") == (b in "uHJU") or a not in INTEGERS or b not in INTEGERS


function("searchsorted", [(Operand(a, (n,), "sorted"), Operand(b, s), right) for a, b in pairs(ORDERED)
                          if have_one_sign(a, b) for n, s, right in ((7, (3, 4), 0), (7, (), 1), (0, (2,), 0))],
         searchsorted)
function("nonzero", [(Operand(a, s), k) for a in NUMBERS + "b" for s in ((3, 4), (2, 3, 2), (0, 3))
                     for k in range(len(s))], lambda a, k: np.nonzero(a)[k].astype(np.int64))


def isin(a, values):
    return by_value(np.equal)(a[..., None], values.ravel()).any(-1)


function("isin", [(Operand(a, s), Operand(b, t)) for a, b in pairs(NUMBERS)
                  for s, t in (((3, 4), (5,)), ((), (2, 2)), ((2,), (0,)))], isin)
UNIQUE = ((3, 4), (), (0, 3), (9,))
function("unique_values", one(NUMBERS + "b", "any", UNIQUE), np.unique, "zeros")


def unique_part(a, k):
    values, *others = np.unique(a, return_index=True, return_inverse=True, return_counts=True)
    others[1] = others[1].reshape(a.shape)
    return values if k == 0 else others[k - 1].astype(np.int64)


for name, parts in (("unique_all", (0, 1, 2, 3)), ("unique_inverse", (0, 2)), ("unique_counts", (0, 3))):
    function(name, [case for k in parts for case in one(NUMBERS + "b", shapes=UNIQUE, words=(k,))], unique_part,
             "zeros")
