"""Member functions of tensors and views in expressions of gdb: p b.at(1, 2), p b.shape(), p b.extent(0).

A program has compiled only those that it calls, and a debugger can call none that is inlined. These read the object as
the printers do, and call nothing in the program. gdb has no expression `b(1, 2)`: it calls functions alone.
"""
import re

import gdb
import gdb.xmethod

import weft_printing
from weft_gdb import Object

KINDS = re.compile(r"^weft::(tensor|view)<")


def place_of(x):
    """Pointer, address of the first element, extents and strides of a tensor or a view."""
    if x.type_name().startswith("weft::view<"):
        leaf = x.member("leaf_")
        return leaf.member("data"), leaf.member("data").number(), *weft_printing.place_of(leaf.member("place"))
    storage = x.base("weft::detail::base_of_tensor::tensor_storage<")
    elements = storage.member("elements_")
    if elements is None:
        pointer = storage.member("data_")
        return pointer, pointer.number(), *weft_printing.place_of(storage.member("place_"))
    _, extents, order = weft_printing.arguments(storage.type_name())[:3]
    extents = weft_printing.static_extents(extents)
    return elements, elements.address(), extents, weft_printing.dense_strides(extents, "row_major" in order)


def element(x, *indices):
    """The element itself: gdb can assign to it."""
    pointer, address, extents, strides = place_of(x)
    indices = [int(index) for index in indices]
    if len(indices) != len(extents):
        raise gdb.GdbError("%d subscripts for a tensor of rank %d" % (len(indices), len(extents)))
    for axis, (index, extent) in enumerate(zip(indices, extents)):
        if not 0 <= index < extent:
            raise gdb.GdbError("index %d on axis %d, whose extent is %d" % (index, axis, extent))
    kind = pointer.value.type.strip_typedefs().target().unqualified()
    offset = sum(index * stride for index, stride in zip(indices, strides))
    return gdb.Value(address + offset * kind.sizeof).cast(kind.pointer()).dereference()


def along(numbers, axis):
    axis = int(axis)
    if not 0 <= axis < len(numbers):
        raise gdb.GdbError("axis %d of a tensor of rank %d" % (axis, len(numbers)))
    return numbers[axis]


# name: (function, numbers of its arguments)
METHODS = {
    "at": (element, range(weft_printing.MAX_RANK + 1)),
    "shape": (lambda x: weft_printing.shape_text(place_of(x)[2]), [0]),
    "strides": (lambda x: weft_printing.shape_text(place_of(x)[3]), [0]),
    "extent": (lambda x, axis: along(place_of(x)[2], axis), [1]),
    "stride": (lambda x, axis: along(place_of(x)[3], axis), [1]),
    "size": (lambda x: weft_printing.product(place_of(x)[2]), [0]),
    "rank": (lambda x: len(place_of(x)[2]), [0]),
}


class Worker(gdb.xmethod.XMethodWorker):
    """A member function with `count` arguments, all of them integers."""

    def __init__(self, name, count):
        self.name, self.count = name, count

    def get_arg_types(self):
        return [gdb.lookup_type("long")] * self.count

    def get_result_type(self, *arguments):
        return self(*arguments).type

    def __call__(self, *arguments):
        try:
            found = METHODS[self.name][0](Object(arguments[0].dereference()), *arguments[1:])
        except weft_printing.Unreadable as reason:
            raise gdb.GdbError(str(reason))
        return found if isinstance(found, gdb.Value) else gdb.Value(found)


class Matcher(gdb.xmethod.XMethodMatcher):
    def __init__(self):
        super().__init__("weft")
        self.methods = [gdb.xmethod.XMethod(name) for name in METHODS]

    def match(self, class_type, name):
        kind = class_type.strip_typedefs().unqualified()
        counts = METHODS[name][1] if name in METHODS and KINDS.match(kind.name or "") else []
        return [Worker(name, count) for count in counts]


gdb.xmethod.register_xmethod_matcher(None, Matcher(), replace=True)
