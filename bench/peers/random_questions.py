"""Random questions: what is asked when nobody chose the lines.

The grammar, and with it the weights, bounds and seeds below, was written and committed before anything was measured
with it. A question depends on its seed and number alone, so that a longer list begins with the shorter ones.

    question    one of KINDS, in these shares
    element     of TYPES; bytes and int stay where all libraries agree (no overflow), and have no functions
    extents     a product of extents that is log-uniform from 1 to LARGEST, split at random among 1 to 4 axes; static
                shapes have 2 to 8 along each of 1 or 2 axes
    order       by rows (7 of 10) or by columns, for the target and for each operand that lies plain
    operand     one of LAYOUTS: plain, of the other order, transposed (any permutation of axes), a window, every second
                or third element along an axis, reversed along an axis, or broadcast (leading axes missing, or an extent
                of 1)
    statement   target = e or target += e; the target may be a window or strided
    e           a tree of 1 to 6 operations over 1 to 4 operands and scalars: BINARY, FUNCTIONS, and where(x < y, e, e)
                with operands and scalars for x and y
    mixed       the same, where some operands are float, int or bytes and are cast to double
    runtime     the same, the rank known at run time (to weft; the others know it)
    reduction   REDUCTIONS of e with 0 to 3 operations, over all elements or along one axis
    product     x . y, A x and A B of doubles, floats or int, where A and B are plain, of the other order, transposed or
                windows; a third of A B have + C behind
    transposition   target = permuted operand, half of them times a scalar; ranks 2 to 4
    stencil     a weighted sum, or a scalar times a sum, of 3 to 7 places in a window, ranks 1 to 3
    static      statement, reduction of all elements, x . y, A x, A B of static shapes
    scan, sort, take    cumsum along an axis, sort of a vector, a vector at random places

EXTENDED_SEEDS draw from EXTENDED, which has two kinds more:

    lines       a statement of one or two axes whose target is a row, a column or a plane of an array with one axis more;
                so are three of four operands
    untyped     a statement, or a reduction over all elements or along one axis, of any_tensor (to weft; the others know
                type and rank), float or double, row-major

An interval of values is carried up each tree and operations that could leave their domain, overflow or lose all digits
are drawn again: functions stay defined, divisors away from 0, and results comparable. Comparisons are of operands, not
of results, so that rounding does not decide them.
"""
import math
import operator
import random
from dataclasses import dataclass, replace

SEEDS = (1, 2, 3)   # 1 is that of kept results, the others tell a gain from one that only seed 1 sees
EXTENDED_SEEDS = (4, 5, 6)
LARGEST = 10**7     # elements
MEMORY = 400e6      # bytes of all operands and the target
WORK = 2e8          # multiplications of a product
NAMES = "abce"      # of operands; the target is d

KINDS = {"statement": 32, "mixed": 4, "runtime rank": 5, "reduction": 10, "reduction along an axis": 9, "dot": 4,
         "matrix x vector": 5, "matrix x matrix": 6, "transposition": 5, "stencil": 6, "static": 10, "cumsum": 1.5,
         "sort": 1, "take": 1.5}
EXTENDED = dict(KINDS, lines=14, untyped=12)
TYPES = {"double": 50, "float": 30, "int": 12, "byte": 8}
LAYOUTS = {"plain": 55, "other order": 8, "transposed": 8, "window": 9, "strided": 7, "reversed": 3, "broadcast": 10}
BINARY = {"+": 25, "-": 20, "*": 25, "/": 10, "minimum": 5, "maximum": 5, "where": 10}
FUNCTIONS = {"sqrt": 20, "abs": 15, "square": 15, "exp": 12, "sin": 8, "cos": 5, "tanh": 8, "log": 8, "atan": 3,
             "erf": 3, "cbrt": 3}
REDUCTIONS = {"sum": 40, "max": 20, "mean": 15, "norm": 15, "min": 10}
SHARE_OF_FUNCTIONS = 0.25
# The operands' values, as peer.hpp makes them.
VALUES = {"double": (0.5, 1.5), "float": (0.5, 1.5), "int": (0, 996), "byte": (0, 250)}
REAL = ("double", "float")


@dataclass(frozen=True)
class Axis:
    """One axis of an operand: positions start, start + step, ... of the n (or 1) of the question's axis `of`. With
    `of` None and room, the operand is read at index `start` only, and the expression has no such axis."""
    of: int | None
    step: int = 1
    start: int = 0
    room: int = 0  # elements stored that are not looked at

    def stored(self, extents):
        return 1 + self.room if self.of is None else extents[self.of] * abs(self.step) + self.room


@dataclass(frozen=True)
class Operand:
    type: str
    order: str            # row or column: which of the stored axes is contiguous
    axes: tuple           # as the expression sees them
    stored: tuple         # the axes in the order in which they are stored
    layout: str = "plain"

    def size(self, extents):
        return math.prod(axis.stored(extents) for axis in self.axes)

    def unit(self):
        """The axis along which it is contiguous, as the expression counts its axes."""
        return self.stored[-1 if self.order == "row" else 0]


@dataclass(frozen=True)
class Question:
    """target (+)= e, or a reduction or product of it over the axes in `reduced`; e is a tree of tuples.

    ("leaf", operand, shifts), ("scalar", value), (operator or function, e...), ("where", "<" or ">", x, y, e, e)
    """
    number: int
    kind: str
    type: str             # in which the expression is computed
    extents: tuple
    operands: tuple
    target: Operand
    tree: tuple
    static: bool = False
    update: bool = False  # += in place of =
    reducer: str = ""
    reduced: tuple = ()
    added: int | None = None  # the operand added to a product
    tolerance: float = 1e-9   # run.py allows floats 1e-4 at least

    @property
    def name(self):
        return f"r{self.number}"

    @property
    def elements(self):
        return max([operand.size(self.extents) for operand in self.operands] + [self.target.size(self.extents)])

    @property
    def bytes(self):
        return sum(o.size(self.extents) * {"double": 8, "float": 4, "int": 4, "byte": 1}[o.type]
                   for o in (*self.operands, self.target) if o.type in VALUES)

    @property
    def layout(self):
        """The hardest of its operands' and target's."""
        order = ["plain", "window", "strided", "reversed", "broadcast", "other order", "transposed", "line"]
        return max((operand.layout for operand in (*self.operands, self.target)), key=order.index)


class Draw:
    """Draws from random() alone, of which Python promises that it stays what it is."""

    def __init__(self, seed, number):
        self.random = random.Random(seed * 1_000_003 + number).random

    def below(self, n):
        return min(n - 1, int(self.random() * n))

    def among(self, items):
        return items[self.below(len(items))]

    def chance(self, p):
        return self.random() < p

    def weighted(self, weights):
        place = self.random() * sum(weights.values())
        for item, weight in weights.items():
            place -= weight
            if place < 0:
                return item
        return item

    def log_uniform(self, largest):
        return max(1, min(int(largest), round(math.exp(self.random() * math.log(largest)))))

    def shuffled(self, n):
        rest = list(range(n))
        return tuple(rest.pop(self.below(len(rest))) for _ in range(n))


class Refused(Exception):
    """An expression that could leave its domain."""


def extents_of(draw, rank, largest=LARGEST):
    total = math.log(draw.log_uniform(largest))
    parts = [draw.random() + 0.05 for _ in range(rank)]
    return tuple(max(1, int(math.exp(total * part / sum(parts)) + 1e-9)) for part in parts)


# Trees.

def bounded(low, high, kind):
    top = {"int": (-2**30, 2**30), "byte": (0, 255)}.get(kind, (-1000, 1000))
    if low < top[0] or high > top[1]:
        raise Refused
    return low, high


def of_corners(f, x, y):
    values = [f(a, b) for a in x for b in y]
    return min(values), max(values)


def of_binary(name, x, y, kind):
    if name == "/":
        if not (y[0] > 0.2 or y[1] < -0.2):
            raise Refused
        return bounded(*of_corners(lambda a, b: a / b if kind in REAL else a // b, x, y), kind)
    f = {"+": operator.add, "-": operator.sub, "*": operator.mul, "minimum": min, "maximum": max}[name]
    return bounded(*of_corners(f, x, y), kind)


def of_function(name, x, kind):
    low, high = x
    if name in ("sqrt", "log", "cbrt") and low < 0.05 or name == "exp" and high > 4:
        raise Refused
    if name in ("sin", "cos", "tanh", "atan", "erf"):
        if max(abs(low), abs(high)) > 50:
            raise Refused
        return (-1.6, 1.6) if name == "atan" else (-1, 1)
    if name in ("abs", "square"):
        ends = sorted((abs(low), abs(high)))
        least = 0 if low <= 0 <= high else ends[0]
        return bounded(*((least, ends[1]) if name == "abs" else (least**2, ends[1]**2)), kind)
    return bounded(*((math.pow(v, 1 / 3) if name == "cbrt" else getattr(math, name)(v)) for v in x), kind)


def scalar_of(draw, kind, name):
    if kind in REAL:
        return (1 + draw.below(15)) / 8
    return 2 + draw.below(7) if name in "*/" else 1 + draw.below(VALUES[kind][1])


class Trees:
    """Draws trees over operands of the given types."""

    def __init__(self, draw, types, kind):
        self.draw, self.types, self.kind = draw, types, kind

    def leaf(self):
        k = self.draw.below(len(self.types))
        return ("leaf", k, ()), VALUES[self.types[k]]

    def pair(self, left, right, name):
        """Two trees, or a tree and a scalar where one side has no operations."""
        x, y = self.tree(left), self.tree(right)
        scalar = name == "/" and self.kind not in REAL or self.draw.chance(0.4 if right == 0 else 0)
        if scalar:
            value = scalar_of(self.draw, self.kind, name)
            y = ("scalar", value), (value, value)
            if self.kind in REAL and name != "where" and self.draw.chance(0.25):
                x, y = y, x
        return x, y

    def where(self, left, right):
        (a, x), (b, y) = self.pair(left, right, "where")
        if a == b:
            raise Refused
        first, second = self.leaf()[0], self.leaf()[0]
        if first == second or self.draw.chance(0.5):
            low, high = VALUES[self.types[first[1]]]
            second = ("scalar", (low + high) / 2 if self.types[first[1]] in REAL else (low + high) // 2)
        return ("where", self.draw.among("<>"), first, second, a, b), (min(x[0], y[0]), max(x[1], y[1]))

    def tree(self, operations):
        if operations == 0:
            return self.leaf()
        if self.kind in REAL and self.draw.chance(SHARE_OF_FUNCTIONS):
            name = self.draw.weighted(FUNCTIONS)
            tree, values = self.tree(operations - 1)
            return (name, tree), of_function(name, values, self.kind)
        name = self.draw.weighted(BINARY)
        left = self.draw.below(operations)
        if name == "where":
            return self.where(left, operations - 1 - left)
        (a, x), (b, y) = self.pair(left, operations - 1 - left, name)
        if a == b:
            raise Refused
        return (name, a, b), of_binary(name, x, y, self.kind)


def leaves(tree):
    if tree[0] == "leaf":
        return [tree]
    return [leaf for part in tree[1:] if isinstance(part, tuple) for leaf in leaves(part)]


def may_cancel(tree):
    """Both sides of a difference or quotient hold the same operand, as in a - (a - 1)."""
    parts = [part for part in tree[1:] if isinstance(part, tuple) and tree[0] != "leaf"]
    both = [{leaf[1] for leaf in leaves(part)} for part in parts]
    return tree[0] in ("-", "/") and bool(both[0] & both[1]) or any(map(may_cancel, parts))


def renumbered(tree, numbers):
    if tree[0] == "leaf":
        return ("leaf", numbers[tree[1]], tree[2])
    return tuple(renumbered(part, numbers) if isinstance(part, tuple) else part for part in tree)


def tree_of(draw, types, kind, operations):
    """A tree, and the types of the operands that it uses."""
    while True:
        try:
            tree, _ = Trees(draw, types, kind).tree(operations)
        except Refused:
            continue
        used = sorted({leaf[1] for leaf in leaves(tree)})
        return renumbered(tree, {k: n for n, k in enumerate(used)}), [types[k] for k in used]


# Operands.

def plain(kind, order, of, layout="plain"):
    return Operand(kind, order, tuple(Axis(n) for n in of), tuple(range(len(of))), layout)


def other(order):
    return "column" if order == "row" else "row"


def broadcast(draw, operand):
    rank = len(operand.axes)
    if draw.chance(0.5):
        rest = operand.axes[1 + draw.below(rank - 1):]
        return plain(operand.type, operand.order, [axis.of for axis in rest], "broadcast")
    one = draw.below(rank)
    axes = tuple(Axis(None) if n == one else axis for n, axis in enumerate(operand.axes))
    return replace(operand, axes=axes, layout="broadcast")


def changed(operand, n, layout, **more):
    axes = list(operand.axes)
    axes[n] = replace(axes[n], **more)
    return replace(operand, axes=tuple(axes), layout=layout)


def operand_of(draw, kind, order, of, layouts):
    operand, rank = plain(kind, order, of), len(of)
    layout = draw.weighted(layouts)
    if rank == 1 and layout in ("other order", "transposed", "broadcast"):
        layout = "plain"
    if layout == "other order":
        return replace(operand, order=other(order), layout=layout)
    if layout == "transposed":
        stored = draw.shuffled(rank)
        stored = stored if stored != operand.stored else operand.stored[::-1]
        return replace(operand, stored=stored, layout=layout)
    if layout == "broadcast":
        return broadcast(draw, operand)
    n = draw.below(rank)
    if layout == "window":
        return changed(operand, n, layout, room=2, start=draw.below(3))
    if layout == "strided":
        step = draw.among((2, 2, 3))
        return changed(operand, n, layout, step=step, start=draw.below(step))
    return changed(operand, n, layout, step=-1) if layout == "reversed" else operand


def operands_of(draw, types, order, of, layouts=None):
    """The first of them has the whole shape."""
    layouts = layouts or LAYOUTS
    first = {name: share for name, share in layouts.items() if name != "broadcast"}
    return tuple(operand_of(draw, kind, order, of, layouts if n else first) for n, kind in enumerate(types))


def line_of(draw, kind, order, of):
    """A row, column or plane of an array with one axis more, of up to 8 places."""
    axes, place, count = [Axis(n) for n in of], draw.below(len(of) + 1), 1 + draw.below(8)
    axes.insert(place, Axis(None, start=draw.below(count), room=count - 1))
    return Operand(kind, order, tuple(axes), tuple(range(len(axes))), "line")


# Questions.

def lines(draw, number, kind, element):
    rank = 1 + draw.below(2)
    order = "row" if draw.chance(0.7) else "column"
    extents, axes = extents_of(draw, rank, LARGEST // 8), range(rank)
    tree, types = tree_of(draw, [element] * (1 + draw.below(len(NAMES))), element, 1 + draw.below(6))
    operands = tuple(line_of(draw, t, order, axes) if draw.chance(0.75) else plain(t, order, axes) for t in types)
    update = element in REAL and draw.chance(0.15)
    return Question(number, kind, element, extents, operands, line_of(draw, element, order, axes), tree, update=update)


def untyped(draw, number, kind, element):
    element = element if element in REAL else "double"
    rank, folds, along = 1 + draw.below(4), draw.chance(0.3), draw.chance(0.5)
    extents, axes = extents_of(draw, rank), tuple(range(rank))
    tree, types = tree_of(draw, [element] * (1 + draw.below(len(NAMES))), element,
                          draw.below(4) if folds else 1 + draw.below(6))
    operands = operands_of(draw, types, "row", axes, dict(LAYOUTS, **{"other order": 0}))
    if not folds:
        return Question(number, kind, element, extents, operands, plain(element, "row", axes), tree)
    reduced = (draw.below(rank),) if along and rank > 1 else axes
    target = plain(element, "row", [n for n in axes if n not in reduced])
    return Question(number, kind, element, extents, operands, target, tree, reducer=draw.weighted(REDUCTIONS),
                    reduced=reduced, tolerance=1e-9 if element != "float" else 1e-3)


def statement(draw, number, kind, element, rank=None):
    rank = rank or 1 + draw.below(4)
    order = "row" if kind == "runtime rank" or draw.chance(0.7) else "column"
    extents, axes = extents_of(draw, rank), range(rank)
    many = 1 + draw.below(len(NAMES))
    types = [draw.among(("float", "int", "byte", "double")) if kind == "mixed" else element for _ in range(many)]
    tree, types = tree_of(draw, types, element, 1 + draw.below(6))
    layouts = LAYOUTS if kind != "runtime rank" else dict(LAYOUTS, **{"other order": 0})
    target = operand_of(draw, element, order, axes, {"plain": 85, "window": 9, "strided": 6})
    update = element in REAL and draw.chance(0.15)
    return Question(number, kind, element, extents, operands_of(draw, types, order, axes, layouts), target, tree,
                    update=update)


def result_type(element, reducer):
    return "long" if element not in REAL and reducer == "sum" else element


def reduction(draw, number, kind, element):
    along = kind == "reduction along an axis"
    rank = 2 + draw.below(3) if along else 1 + draw.below(4)
    order = "row" if draw.chance(0.7) else "column"
    extents, axes = extents_of(draw, rank), tuple(range(rank))
    reducer = draw.weighted(REDUCTIONS if element in REAL else {"sum": 6, "max": 3, "min": 1})
    tree, types = tree_of(draw, [element] * (1 + draw.below(2)), element, draw.below(4))
    reduced = (draw.below(rank),) if along else axes
    target = plain(result_type(element, reducer), order, [n for n in axes if n not in reduced])
    return Question(number, kind, element, extents, operands_of(draw, types, order, axes), target, tree,
                    reducer=reducer, reduced=reduced, tolerance=1e-9 if element != "float" else 1e-3)


PRODUCT = ("*", ("leaf", 0, ()), ("leaf", 1, ()))


def product(draw, number, kind, element, extents=None, layouts=None):
    # A sum of products of int stays below 2^31 for as many as an A B has.
    element = element if element in REAL or element == "int" and kind == "matrix x matrix" else "double"
    order = "row" if draw.chance(0.7) else "column"
    matrix = layouts or {"plain": 50, "other order": 15, "transposed": 20, "window": 15}
    vector = layouts or {"plain": 75, "strided": 20, "reversed": 5}
    more = {"reducer": "sum", "tolerance": 1e-9 if element != "float" else 1e-3}
    if kind == "dot":
        x, y = (operand_of(draw, element, order, [0], vector) for _ in "xy")
        return Question(number, kind, element, extents or extents_of(draw, 1), (x, y),
                        plain(element, order, []), PRODUCT, reduced=(0,), **more)
    if kind == "matrix x vector":
        a, x = operand_of(draw, element, order, [0, 1], matrix), operand_of(draw, element, order, [1], vector)
        return Question(number, kind, element, extents or extents_of(draw, 2), (a, x), plain(element, order, [0]),
                        PRODUCT, reduced=(1,), **more)
    while extents is None:
        extents = tuple(draw.log_uniform(1500) for _ in range(3))
        extents = extents if math.prod(extents) <= WORK else None
    operands = (operand_of(draw, element, order, [0, 2], matrix), operand_of(draw, element, order, [2, 1], matrix))
    added = 2 if draw.chance(1 / 3) else None
    operands += (plain(element, order, [0, 1]),) if added else ()
    return Question(number, kind, element, extents, operands, plain(element, order, [0, 1]), PRODUCT, reduced=(2,),
                    added=added, **more)


def transposition(draw, number, kind, element):
    rank, leaf = 2 + draw.below(3), ("leaf", 0, ())
    order = "row" if draw.chance(0.7) else "column"
    operand = operand_of(draw, element, order, range(rank), {"transposed": 3, "other order": 1})
    tree = ("*", ("scalar", 2), leaf) if element != "byte" and draw.chance(0.5) else leaf
    return Question(number, kind, element, extents_of(draw, rank), (operand,), plain(element, order, range(rank)), tree)


def stencil(draw, number, kind, element):
    element = element if element in REAL else "double"
    rank, radius = 1 + draw.below(3), 1 if draw.chance(0.8) else 2
    order = "row" if draw.chance(0.7) else "column"
    places = {(radius,) * rank}
    for _ in range(100):
        if len(places) < 3 + draw.below(5):
            places.add(tuple(draw.below(2 * radius + 1) for _ in range(rank)))
    terms = [("leaf", 0, place) for place in sorted(places)]
    weighted = draw.chance(0.5)
    if weighted:
        terms = [("*", ("scalar", (1 + draw.below(15)) / 8), term) for term in terms]
    tree = terms[0]
    for term in terms[1:]:
        tree = ("+", tree, term)
    tree = tree if weighted else ("*", ("scalar", 0.25), tree)
    axes = tuple(Axis(n, room=2 * radius) for n in range(rank))
    operand = Operand(element, order, axes, tuple(range(rank)), "window")
    target = plain(element, order, range(rank))
    if draw.chance(0.5):
        inner = tuple(Axis(n, room=2 * radius, start=radius) for n in range(rank))
        target = replace(target, axes=inner, layout="window")
    return Question(number, kind, element, extents_of(draw, rank), (operand,), target, tree)


STATIC_LAYOUTS = {"plain": 70, "other order": 10, "transposed": 20}


def static(draw, number, kind, element):
    element = element if element != "byte" else "float"
    what = draw.weighted({"statement": 40, "reduction": 15, "dot": 10, "matrix x vector": 15, "matrix x matrix": 20})
    size = lambda: 2 + draw.below(7)  # noqa: E731
    if what in ("dot", "matrix x vector", "matrix x matrix"):
        n = size()
        square = draw.chance(0.5)
        extents = tuple(n if square else size() for _ in range({"dot": 1, "matrix x vector": 2}.get(what, 3)))
        layouts = {"plain": 1} if what == "dot" else STATIC_LAYOUTS
        return replace(product(draw, number, what, element, extents, layouts), kind=kind, static=True)
    rank = 1 + draw.below(2)
    order, extents = "row" if draw.chance(0.7) else "column", tuple(size() for _ in range(rank))
    tree, types = tree_of(draw, [element] * (1 + draw.below(4)), element,
                          1 + draw.below(6) if what == "statement" else draw.below(3))
    operands = operands_of(draw, types, order, range(rank), STATIC_LAYOUTS)
    if what == "statement":
        return Question(number, kind, element, extents, operands, plain(element, order, range(rank)), tree, static=True)
    reducer = draw.weighted({"sum": 5, "max": 2, "norm": 3} if element in REAL else {"sum": 1})
    return Question(number, kind, element, extents, operands, plain(result_type(element, reducer), order, []), tree,
                    static=True, reducer=reducer, reduced=tuple(range(rank)), tolerance=1e-9)


def special(draw, number, kind, element):
    """cumsum, sort and take: the places of take are operand 1, as many as extent 1."""
    element = element if element in REAL else "double"
    leaf = ("leaf", 0, ())
    if kind == "cumsum":
        rank = 1 + draw.below(2)
        axes, along = range(rank), draw.below(rank)
        largest = LARGEST if element == "double" else 10**6  # beyond, one sum of floats has lost its digits
        return Question(number, kind, element, extents_of(draw, rank, largest), (plain(element, "row", axes),),
                        plain(element, "row", axes), leaf, reduced=(along,),
                        tolerance=1e-9 if element == "double" else 1e-3)
    if kind == "sort":
        return Question(number, kind, element, extents_of(draw, 1, 10**6), (plain(element, "row", [0]),),
                        plain(element, "row", [0]), leaf, reduced=(0,))
    extents = (draw.log_uniform(LARGEST), draw.log_uniform(LARGEST))
    return Question(number, kind, element, extents, (plain(element, "row", [0]), plain("long", "row", [1])),
                    plain(element, "row", [1]), leaf)


MAKERS = {"reduction": reduction, "reduction along an axis": reduction, "dot": product, "matrix x vector": product,
          "matrix x matrix": product, "transposition": transposition, "stencil": stencil, "static": static,
          "cumsum": special, "sort": special, "take": special, "lines": lines, "untyped": untyped}


def question(seed, number):
    draw, kinds = Draw(seed, number), EXTENDED if seed in EXTENDED_SEEDS else KINDS
    while True:
        kind, element = draw.weighted(kinds), draw.weighted(TYPES)
        if kind == "mixed" or kind == "runtime rank" and element == "byte":
            element = "double"
        found = MAKERS.get(kind, statement)(draw, number, kind, element)
        if found.bytes <= MEMORY:
            return found


def questions(seed, count):
    return [question(seed, number) for number in range(count)]
