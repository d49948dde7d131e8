"""Subscripts and compound assignments of arrays."""

import numpy as np

from standard_elements import near_for_complex
from standard_pack import COMPLEX, EVERY, FLOATING, INTEGERS, NUMBERS, Operand, function, one, pairs
from untyped import joined, times

MATRICES = ((3, 4), (4, 2), (0, 2))


def of_two(pairs_of_types, shapes, domain="finite", second=None):
    return [(Operand(a, s, domain), Operand(b, t, second or domain)) for a, b in pairs_of_types for s, t in shapes]


function("getitem", one(EVERY, shapes=MATRICES), lambda a: a[::-1][::2][:, None, 1:], of="__getitem__")
function("getitem_row", one(EVERY, shapes=((3, 4), (5,), (2, 0)), words=(2,)), lambda a, n: a[-n], of="__getitem__")
function("getitem_mask", of_two([(a, "b") for a in EVERY], (((3, 4), (3, 4)), ((0, 3), (0, 3)), ((), ()))),
         lambda a, m: a[m], of="__getitem__")
function("getitem_indices", [(Operand(a, (3, 4)), Operand(i, s, at)) for a in EVERY for i in INTEGERS
                             for s, at in (((3,), (3, 0, 3)), ((2, 2), (1, 2, 0, 0)), ((0,), ()))],
         lambda a, i: a[:, i.astype(np.int64)], of="__getitem__")
function("T", one(EVERY, shapes=((2, 3, 4), (3, 4), (5,), (), (0, 2))), np.transpose, of="T")


def stores(to, value):
    """Whether an assignment converts without a cast."""
    return (to in COMPLEX or value not in COMPLEX) and (to in FLOATING or value not in FLOATING)


STORED = [(a, b) for a, b in pairs(NUMBERS) if stores(a, b)]
WRITTEN = (((3, 4), (2, 3)), ((3, 4), (3,)), ((3, 4), ()), ((0, 2), (0, 1)))


def written(a, where, value):
    out = a.copy()
    out[where] = value
    return out


def set_slices(a, b):
    out = a.copy()
    out[::-1][::2][:, 1:] = b.astype(a.dtype)
    return out


function("setitem", of_two(STORED, WRITTEN), set_slices, of="__setitem__")
function("setitem_mask", of_two([(a, "b") for a in NUMBERS], (((3, 4), (3, 4)), ((0, 3), (0, 3)))),
         lambda a, m: np.where(m, np.flip(a, 1), a), of="__setitem__")
function("setitem_indices", [(Operand(a, (3, 4)), Operand(i, (3,), (3, 0, 3))) for a in NUMBERS for i in INTEGERS],
         lambda a, i: written(a, (slice(None), i.astype(np.int64)), 7), of="__setitem__")

IN_PLACE = (((3, 4), (3, 4)), ((3, 4), (4,)), ((3, 4), ()), ((0, 2), (0, 2)), ((), ()))


def in_place(f):
    """In the type of both, stored in that of the first operand."""
    return lambda a, b: f(a, b).astype(a.dtype)


function("iadd", of_two(STORED, IN_PLACE), in_place(lambda a, b: np.add(*joined(a, b))), of="__iadd__")
function("isub", of_two(STORED, IN_PLACE), in_place(lambda a, b: np.subtract(*joined(a, b))), of="__isub__")
function("imul", of_two(STORED, IN_PLACE), in_place(times), near_for_complex, of="__imul__")
function("itruediv", of_two([(a, b) for a, b in STORED if a in FLOATING], IN_PLACE, "finite", "not_zero"),
         in_place(lambda a, b: np.divide(*joined(a, b))), lambda *_: 0.0, of="__itruediv__")
