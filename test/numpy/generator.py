"""Makes programs: finds operands that fit, mostly."""

import math
import random

import numpy as np

import static_ranks  # noqa: F401, it and those that it imports register commands
import elementwise, products, untyped  # noqa: E401, F401
from commands import COMMANDS, GROUPS, SMALL, TYPES, Matrix, Reg, Unsuitable, execute, letter, usable

WEIGHTS = {
    "view": 34, "one": 6, "two": 10, "fused": 9, "write": 20, "reduce": 13,
    "arrange": 15, "product": 6, "static": 7, "tree": 9,
}


class Generator:
    """Finds operands that fit, mostly: among the registers, or new ones."""

    def __init__(self, r):
        self.r, self.program, self.results = r, [], []

    def add(self, name, args):
        result = execute(self.results, name, args)
        self.program.append((name, args))
        self.results.append(result)
        return Reg(len(self.program) - 1)

    def value(self, reg):
        return self.results[reg].value

    def registers(self, test):
        return [Reg(k) for k, x in enumerate(self.results)
                if x.usable and isinstance(x.value, np.ndarray) and test(x.value)]

    def matrices(self, test):
        return [Reg(k) for k, x in enumerate(self.results)
                if x.usable and isinstance(x.value, Matrix) and test(x.value)]

    # Values.

    def number(self):
        return self.r.choice((0.0, 1.0, -1.0, 0.5, 2.0, -2.25, 3.0))

    def values(self, kind, count):
        r = self.r
        if kind == "b":
            return [r.random() < 0.5 for _ in range(count)]
        if kind == "i":
            return [r.randint(-9, 9) for _ in range(count)]
        if kind in SMALL:
            limits = np.iinfo(TYPES[kind])
            low, high = (max(-9, limits.min), 9) if r.random() < 0.5 else (limits.min, limits.max)
            return [r.choice((low, high)) if r.random() < 0.1 else r.randint(low, high) for _ in range(count)]
        if kind in "DF":
            parts = self.values("f", 2 * count)
            return [complex(x, y) for x, y in zip(parts[::2], parts[1::2])]
        style = r.random()
        if style < 0.3:
            return [float(r.randint(-2, 2)) for _ in range(count)]
        if style < 0.45:
            odd = (math.nan, math.inf, -math.inf, -0.0, 0.0)
            return [r.choice(odd) if r.random() < 0.3 else r.randint(-20, 20) / 4 for _ in range(count)]
        if style < 0.55 and kind == "d":
            return [r.gauss(0, 1) * 10 ** r.randint(-3, 3) for _ in range(count)]
        return [r.randint(-32, 32) / 4 for _ in range(count)]

    def new(self, kind, shape):
        return self.add("new", (kind, tuple(shape), tuple(self.values(kind, math.prod(shape)))))

    def some_shape(self, least=0, most=4):
        if least <= 2 <= most and self.r.random() < 0.015:
            return self.r.choice(((40, 50), (1, 700), (300, 3), (65, 33), (5, 257)))
        rank = min(max(self.r.choice((0, 1, 1, 2, 2, 2, 2, 3, 3, 4)), least), most)
        while True:
            shape = tuple(self.r.choice((0, 1, 1, 2, 2, 3, 3, 3, 4, 5, 7)) if self.r.random() < 0.9
                          else self.r.choice((9, 17, 33)) for _ in range(rank))
            if math.prod(shape) <= 300 and (0 not in shape or self.r.random() < 0.3):
                return shape

    # Operands.

    def operand(self, kind, least=0, most=6, rank=None, has=None):
        least, most = (rank, rank) if rank is not None else (least, most)
        wrong = self.r.random() < 0.03
        found = self.registers(lambda x: letter(x) == kind and (wrong or least <= x.ndim <= most)
                               and (wrong or has is None or has in x.shape))
        if found and self.r.random() < 0.85:
            return self.r.choice(found[-6:])
        shape = list(self.some_shape(least, min(most, 4)))
        if has is not None and shape:
            shape[self.r.randrange(len(shape))] = has
        return self.new(kind, shape)

    def among(self, kinds, **which):
        return self.operand(self.r.choice(kinds), **which)

    def real(self, **which):
        return self.operand("d", **which)

    def any(self, **which):
        return self.among("ddddddifbDFjsuhH", **which)

    def small(self):
        return self.new("i", self.some_shape()) if self.r.random() < 0.1 else self.indices(5)

    def same_shape(self, reg):
        return self.fitting(self.value(reg).shape, exact=True, kind=letter(self.value(reg)))

    def fitting(self, shape, exact=False, kind="d"):
        """An operand that broadcasts to the shape."""
        shape = tuple(shape)
        if self.r.random() < 0.02:
            return self.operand(kind)
        if not exact and self.r.random() < 0.5:
            shape = tuple(1 if self.r.random() < 0.3 else n for n in shape)
            shape = shape[self.r.randint(0, len(shape)) if self.r.random() < 0.4 else 0 :]
        found = self.registers(lambda x: letter(x) == kind and x.shape == shape)
        if found and self.r.random() < 0.7:
            return self.r.choice(found)
        if math.prod(shape) > 600:
            raise Unsuitable
        return self.new(kind, shape)

    def partner(self, reg, kind=None):
        """An operand that broadcasts with another, now and then to more than either has."""
        x = self.value(reg)
        kind = kind or letter(x)
        if self.r.random() < 0.03:
            return self.operand(kind)
        if self.r.random() < 0.2 and x.ndim < 4:
            return self.fitting(self.r.choice(((2,), (3,), (1,))) + x.shape, exact=True, kind=kind)
        return self.fitting(x.shape, kind=kind)

    def target(self, kind="d", least=0, rank=None):
        least, most = (rank, rank) if rank is not None else (least, 6)
        found = self.registers(lambda x: letter(x) == kind and least <= x.ndim <= most and x.flags.writeable)
        if found and self.r.random() < 0.95:
            return self.r.choice(found)
        return self.new(kind, self.some_shape(least, min(most, 4)))

    def source(self, reg, kind=None):
        """An operand that broadcasts to a target, preferably in the same memory."""
        x = self.value(reg)
        kind = kind or letter(x)
        near_ = self.registers(lambda y: letter(y) == kind and np.may_share_memory(x, y)
                               and y.ndim <= x.ndim and all(n in (1, m) for n, m in zip(y.shape[::-1], x.shape[::-1])))
        if near_ and self.r.random() < 0.7:
            return self.r.choice(near_)
        return self.fitting(x.shape, kind=kind)

    def larger(self, a, b):
        return a if self.value(a).ndim >= self.value(b).ndim else b

    def beside(self, reg, axis):
        shape = list(self.value(reg).shape)
        if axis < len(shape):
            shape[axis] = self.r.choice((0, 1, 2, shape[axis]))
        return self.fitting(shape, exact=True, kind=letter(self.value(reg)))

    def sorted_list(self):
        values = sorted(x for x in self.values("d", self.r.randint(0, 9)) if x == x)
        return self.add("new", ("d", (len(values),), tuple(values)))

    def indices(self, n, shape=None):
        if shape is None:
            shape = tuple(self.r.choice((0, 1, 2, 3, 3)) for _ in range(self.r.choice((0, 1, 1, 1, 2))))
        count = math.prod(shape)
        if n == 0 and self.r.random() < 0.9:
            shape, count = tuple(0 for _ in shape) or (0,), 0
        values = [self.index(max(n, 1)) for _ in range(count)]
        return self.add("new", ("i", shape, tuple(values)))

    def with_counts(self, reg):
        k = self.axis(reg)
        n = 1 if self.r.random() < 0.1 else self.extent(reg, k)
        return reg, self.add("new", ("i", (n,), tuple(self.r.randint(0, 3) for _ in range(n)))), k

    def index_pair(self, shape):
        n = self.r.randint(0, 3)
        return (self.indices(shape[0], self.r.choice(((n,), (n, 1), ()))),
                self.indices(shape[1], self.r.choice(((n,), (1,), (2, n)))))

    def two(self, kinds="d"):
        a = self.operand(self.r.choice(kinds))
        return a, self.partner(a)

    # Numbers that go with operands; now and then wrong ones.

    def index(self, n):
        return self.r.randrange(n) if n > 0 and self.r.random() < 0.985 else n

    def axis(self, reg, errors=True):
        n = self.value(reg).ndim
        return self.r.randrange(n) if n > 0 and not (errors and self.r.random() < 0.02) else n

    def two_axes(self, reg):
        n = self.value(reg).ndim
        return self.r.sample(range(n), 2) if n > 1 and self.r.random() < 0.95 else (self.axis(reg), self.axis(reg))

    def unit_axis(self, reg):
        shape = self.value(reg).shape
        return self.axis(reg) if 1 not in shape or self.r.random() < 0.1 else shape.index(1)

    def extent(self, reg, axis):
        shape = self.value(reg).shape
        return shape[axis] if 0 <= axis < len(shape) else 2

    def with_axes(self, reg, count):
        return (reg, *(self.axis(reg) for _ in range(count)))

    def with_some_axes(self, reg, most):
        n = self.value(reg).ndim
        axes = self.r.sample(range(n), self.r.randint(0, min(most, n)))
        return reg, axes

    def with_reduction(self, reg, most):
        n = self.value(reg).ndim
        axes = self.r.sample(range(n), self.r.randint(0, min(most, n)))
        if self.r.random() < 0.02:
            axes = [self.r.randint(0, n) for _ in range(self.r.randint(1, 2))]
        return reg, axes, self.r.randint(0, 1)

    def with_index(self, reg):
        k = self.axis(reg)
        return reg, k, self.index(self.extent(reg, k))

    def with_window(self, reg):
        k = self.axis(reg)
        first, last = sorted((self.index(self.extent(reg, k)), self.index(self.extent(reg, k))))
        return reg, k, first, last

    def with_order(self, reg):
        order = list(range(self.value(reg).ndim))
        self.r.shuffle(order)
        return reg, order if self.r.random() < 0.98 else [0] * len(order)

    def stepped(self, n, steps=(1, 2, -1, -2)):
        b, e = sorted((self.r.randint(0, n), self.r.randint(0, n)))
        step = self.r.choice(steps)
        return (b, e, step) if step > 0 else (e - 1, b - 1, step)

    def with_shape(self, reg):
        """Extents for as many elements."""
        left = self.value(reg).size
        shape = []
        if left == 0:
            shape = self.r.choice(([0], [0, 3], [2, 0]))
        while left > 1:
            n = self.r.choice([d for d in range(2, left + 1) if left % d == 0])
            shape.append(n)
            left //= n
        for _ in range(self.r.choice((0, 0, 0, 1, 2))):
            shape.insert(self.r.randint(0, len(shape)), 1)
        if shape and 0 not in shape and self.r.random() < 0.2:
            shape[self.r.randrange(len(shape))] = -1
        if self.r.random() < 0.03:
            shape.append(2)
        return reg, shape[:6] if math.prod(shape[:6]) == math.prod(shape) else shape

    def wider(self, reg):
        shape = [self.r.choice((1, 2, 3)) if n == 1 else n for n in self.value(reg).shape]
        lead = [self.r.choice((0, 1, 2, 3)) for _ in range(self.r.choice((0, 0, 1)))]
        if shape and self.r.random() < 0.03:
            shape[0] += 1
        return lead + shape


def make_program(seed, number, commands):
    g = Generator(random.Random(f"{seed} {number}"))
    there = {group: [name for name in GROUPS[group] if name in commands] for group in WEIGHTS}
    groups, weights = zip(*((group, weight) for group, weight in WEIGHTS.items() if there[group]))
    wanted = g.r.randint(3, 9)
    for _ in range(8 * wanted):
        if wanted == 0:
            break
        name = g.r.choice(there[g.r.choices(groups, weights)[0]])
        try:
            args = tuple(COMMANDS[name].make(g))
        except (Unsuitable, ValueError, IndexError):  # operands that were wrong on purpose, and fit no others
            continue
        try:
            g.add(name, args)
            wanted -= 1
        except Unsuitable:
            pass
        # A write may have spoilt what other registers see.
        for result in g.results:
            result.usable = result.usable and usable(result.value)
    return g.program
