"""Functions of the standard that move elements, and what makes tensors of shapes and types."""

import numpy as np

from commands import NAMES, Refused
from standard_pack import (COMPLEX, EVERY, FLOATING, INTEGERS, NUMBERS, SIGNED, UNSIGNED, Operand, function, one, pairs,
                           two)
from untyped import c_type, joined

CUBES = ((2, 3, 4), (2, 0, 3), (1, 3, 1))
MATRICES = ((3, 4), (2, 3, 4), (2, 0, 3))


def with_words(kinds, *words, shapes=CUBES):
    return [case for w in words for case in one(kinds, shapes=shapes, words=w if isinstance(w, tuple) else (w,))]


function("expand_dims", with_words(EVERY, 0, 1, 3), np.expand_dims)
function("flip", with_words(EVERY, ([],), ([1],), ([0, 2],)) + with_words(EVERY, ([],), shapes=((), (5,))),
         lambda a, axes: np.flip(a, tuple(axes)) if axes else np.flip(a))
function("moveaxis", with_words(EVERY, (0, 2), (2, 0), (1, 1)), np.moveaxis)
function("permute_dims", with_words(EVERY, ([2, 0, 1],)) + with_words(EVERY, ([1, 0],), shapes=((3, 4), (0, 2))),
         lambda a, axes: np.transpose(a, axes))
function("matrix_transpose", one(EVERY, shapes=MATRICES), lambda a: np.swapaxes(a, -1, -2))
function("reshape", with_words(EVERY, ([4, 6],), ([-1],), ([2, -1, 2],), shapes=((2, 3, 4),))
         + with_words(EVERY, ([0, 5],), shapes=((2, 0),)) + with_words(EVERY, ([1, 1],), shapes=((),)),
         lambda a, s: np.reshape(a, s))
function("squeeze", with_words(EVERY, 0, 2, shapes=((1, 3, 1), (1, 0, 1))), lambda a, k: np.squeeze(a, k))
function("unstack", with_words(EVERY, (0, 1), (1, 0), (2, 0), shapes=((2, 3, 4),))
         + with_words(EVERY, (0, 1), shapes=((2, 0), (3,))), lambda a, k, i: np.take(a, i, k))
function("broadcast_to", with_words(EVERY, ([3, 2, 4],), shapes=((2, 4), (1, 4), (3, 1, 1), ()))
         + with_words(EVERY, ([2, 0],), shapes=((2, 1), (1, 0))), np.broadcast_to)
for name, f in (("tril", np.tril), ("triu", np.triu)):
    function(name, with_words(EVERY, 0, 1, -1, 9, -9, shapes=MATRICES), f)


def of_one_type(f):
    """Of two tensors of the type that both have together."""
    return lambda a, b, *more: f(*((a, b) if a.dtype == b.dtype else joined(a, b)), *more)


JOINED = pairs(NUMBERS) + pairs("b")
function("concat", [(Operand(a, s), Operand(b, t), k) for a, b in JOINED
                    for s, t, k in (((3, 4), (3, 2), 1), ((0, 3), (2, 3), 0), ((5,), (2,), 0))],
         of_one_type(lambda a, b, k: np.concatenate((a, b), k)))
function("stack", [(Operand(a, s), Operand(b, s), k) for a, b in JOINED
                   for s, k in (((3, 4), 1), ((0, 3), 0), ((), 0), ((3,), 1))],
         of_one_type(lambda a, b, k: np.stack((a, b), k)))
function("broadcast_arrays", two(pairs(NUMBERS), words=(0,)) + two(pairs(EVERY), words=(1,)),
         lambda a, b, k: np.broadcast_arrays(a, b)[k])
function("meshgrid", [(Operand(a, (m,)), Operand(b, (n,)), k) for a, b in pairs(EVERY)
                      for m, n, k in ((3, 4, 0), (3, 4, 1), (0, 2, 0))], lambda a, b, k: np.meshgrid(a, b)[k])
function("repeat", with_words(EVERY, (2, 1), (0, 0), (3, 2)), np.repeat)
function("repeat_each", [(Operand(a, (2, 3)), Operand(k, n, "places"), 1) for a in EVERY for k in INTEGERS
                         for n in ((3,), (1,))], lambda a, n, k: np.repeat(a, n.astype(np.int64), k), of="repeat")
function("roll", with_words(EVERY, (1, 0), (-2, 1), (7, 2)), np.roll)
function("tile", with_words(EVERY, ([2, 3],), ([2, 1, 2],), ([0, 2],), shapes=((3, 2), (), (0, 2))),
         lambda a, times: np.tile(a, times))
function("take", [(Operand(a, s), Operand(i, (len(at),), at), k) for a in EVERY for i in INTEGERS
                  for s, at, k in (((3, 4), (2, 0, 2), 0), ((3, 4), (3, 1), 1), ((5,), (), 0))],
         lambda a, i, k: np.take(a, i.astype(np.int64), k))
function("take_along_axis", [(Operand(a, (3, 4)), Operand(i, (3, 2), (0, 3, 1, 1, 2, 0)), 1) for a in EVERY
                             for i in INTEGERS], lambda a, i, k: np.take_along_axis(a, i.astype(np.int64), k))


# Making tensors. A type is a word.

WORDS = [NAMES[k] for k in EVERY]
NUMBER_WORDS = [NAMES[k] for k in NUMBERS]
SHAPES = ([3, 4], [], [0, 3])


function("zeros", [(t, s) for t in WORDS for s in SHAPES], lambda t, s: np.zeros(s, t))
function("ones", [(t, s) for t in WORDS for s in SHAPES], lambda t, s: np.ones(s, t))
function("empty", [(t, s) for t in WORDS for s in SHAPES], lambda t, s: np.full(s, 1, t))
function("full", [(t, s, 3) for t in NUMBER_WORDS for s in SHAPES], lambda t, s, v: np.full(s, v, t))
function("eye", [(t, *at) for t in WORDS for at in ((3, 3, 0), (3, 4, 1), (2, 3, -1), (0, 2, 0))],
         lambda t, n, m, k: np.eye(n, m, k, dtype=t))
COUNTED = [NAMES[k] for k in FLOATING[:2] + SIGNED + UNSIGNED]
function("arange", [(t, *at) for t in COUNTED for at in ((0, 10, 3), (2, 7, 1), (5, 5, 1), (9, 0, -2), (3, 1, 1))
                    if at[2] > 0 or np.dtype(t).kind != "u"], lambda t, a, b, c: np.arange(a, b, c, dtype=t))
function("linspace", [(NAMES[k], *at) for k in FLOATING
                      for at in ((0, 1, 5, 1), (-2, 3, 8, 0), (1, 1, 1, 1), (0, 1, 0, 1))],
         lambda t, a, b, n, end: np.linspace(a, b, n, endpoint=bool(end), dtype=t), "zeros")
for name, f in (("zeros_like", np.zeros_like), ("ones_like", np.ones_like)):
    function(name, one(EVERY), f)
function("empty_like", one(EVERY), np.ones_like)
function("full_like", one(NUMBERS), lambda a: np.full_like(a, 3))
function("asarray", one(EVERY), lambda a: a.copy())
function("from_dlpack", one(EVERY), lambda a: a.copy())
function("astype", [(Operand(a, s), NAMES[b]) for a in EVERY for b in EVERY for s in ((3, 4), (), (0, 3))
                    if (a not in COMPLEX or b in COMPLEX) and (a not in FLOATING or b not in UNSIGNED)],
         lambda a, t: a.astype(t))

# What is said of types and shapes.

function("result_type", [(Operand(a, (2,)), Operand(b, (2,))) for a, b in pairs(NUMBERS)],
         lambda a, b: np.zeros((), c_type(a.dtype, b.dtype)))
function("can_cast", [(a, b) for a in WORDS for b in WORDS], lambda a, b: np.can_cast(np.dtype(a), np.dtype(b)))
KINDS = {"bool": "b", "signed integer": "i", "unsigned integer": "u", "integral": "iu", "real floating": "f",
         "complex floating": "c", "numeric": "iufc"}
function("isdtype", [(t, k) for t in WORDS for k in range(len(KINDS))],
         lambda t, k: np.dtype(t).kind in list(KINDS.values())[k])


def finfo(t):
    i = np.finfo(t)
    return np.array([i.bits, i.eps, i.max, i.min, i.tiny], np.float64)


def iinfo(t):
    i = np.iinfo(t)
    return np.array([i.bits, i.min + (2**64 if i.min < 0 else 0), i.max], np.uint64)


function("finfo", [(NAMES[k],) for k in FLOATING], finfo)
function("iinfo", [(NAMES[k],) for k in INTEGERS], iinfo)


def broadcast_shapes(s, t):
    try:
        return np.array(np.broadcast_shapes(tuple(s), tuple(t)), np.int64)
    except ValueError as e:
        raise Refused("shape") from e


function("broadcast_shapes", [([3, 4], [4]), ([3, 1], [2, 1, 4]), ([], [2]), ([0, 1], [1, 5]), ([3], [4])],
         broadcast_shapes)
