"""Programs of element-wise steps on elements of any types, decided at run time: of one tree NumPy computes step by step
what weft computes at once, step by step, as a formula, and in typed statements."""

import numpy as np

from commands import NAMES, Unsuitable, command, exact_if_tame, tame
from products import tame_if_complex
from reductions import extreme, reduction

ORDERED = ("min", "max", "floor", "lt", "le")
UNARY = ("neg", "square", "floor", "transpose")
BINARY = ("add", "sub", "mul", "min", "max")
DEEPEST = 12


def c_type(x, y):
    """The type that C++ gives x + y."""
    if "c" in (x.kind, y.kind):
        double = {np.dtype(np.float64), np.dtype(np.complex128)} & {x, y}
        return np.dtype(np.complex128 if double else np.complex64)
    if "f" in (x.kind, y.kind):
        return np.dtype(np.float64 if np.dtype(np.float64) in (x, y) else np.float32)
    x, y = (np.dtype(np.int32) if t.itemsize < 4 else t for t in (x, y))
    if x.itemsize != y.itemsize:
        return max(x, y, key=lambda t: t.itemsize)
    return x if x.kind == "u" else y


class Number:
    """A scalar: it takes its type from what stands beside it."""

    def __init__(self, text):
        self.text = text

    def beside(self, t):
        if "." not in self.text:
            own = np.dtype(np.int32)
        else:
            own = np.dtype(np.float64)
        real = {"complex64": np.dtype(np.float32), "complex128": np.dtype(np.float64)}.get(str(t), t)
        return np.array(float(self.text)).astype(real if t.kind in "fc" else own)


def operands(x, y):
    if isinstance(x, Number):
        x = x.beside(y.dtype)
    elif isinstance(y, Number):
        y = y.beside(x.dtype)
    return x, y


def joined(x, y):
    x, y = operands(x, y)
    t = c_type(x.dtype, y.dtype)
    return x.astype(t), y.astype(t)


def times(x, y):
    """A real number beside a complex one has no imaginary part that infinities could meet."""
    x, y = operands(x, y)
    t = c_type(x.dtype, y.dtype)
    for z, r in ((x, y), (y, x)):
        if z.dtype.kind == "c" and r.dtype.kind != "c":
            z, r = z.astype(t), r.astype(t).real
            out = np.empty(np.broadcast_shapes(z.shape, r.shape), t)
            out.real, out.imag = z.real * r, z.imag * r
            return out
    return x.astype(t) * y.astype(t)


def extremes(f):
    def run(x, y):
        x, y = operands(x, y)
        return f(x, y) if x.dtype == y.dtype else f(*joined(x, y))

    return run


def by_value(f):
    def run(x, y):
        x, y = operands(x, y)
        if x.dtype.kind in "iu" and y.dtype.kind in "iu":
            return np.asarray(f(x.astype(object), y.astype(object))).astype(bool)
        return f(*joined(x, y))

    return run


def promoted(f):
    return lambda x: f(x.astype(c_type(x.dtype, np.dtype(np.int8))))


def choose(mask, x, y):
    x, y = operands(x, y)
    return np.where(mask, x, y) if x.dtype == y.dtype else np.where(mask, *joined(x, y))


def floor(x):
    return np.floor(x) if x.dtype.kind == "f" else x


STEPS = {
    "add": lambda x, y: np.add(*joined(x, y)), "sub": lambda x, y: np.subtract(*joined(x, y)), "mul": times,
    "min": extremes(np.minimum), "max": extremes(np.maximum), "lt": by_value(np.less), "le": by_value(np.less_equal),
    "eq": by_value(np.equal), "where": choose, "neg": promoted(np.negative),
    "square": lambda x: times(x, x), "floor": floor, "transpose": np.transpose,
}
ARITY = {name: 1 if name in UNARY else 3 if name == "where" else 2 for name in STEPS}


def unsuitable(x):
    """Values whose products or sums would be rounded, in one of several ways."""
    if x.dtype.kind == "c" and not np.isfinite(x).all():
        return True
    if x.dtype.kind in "iu":
        return bool(x.size) and float(np.max(np.abs(x.astype(np.float64)))) > 2.0**50
    return x.dtype.kind in "fc" and not tame(x)


def tree(*args):
    """The value of an expression in postfix notation: numbers of operands, literals, steps."""
    *values, text = args
    stack = []
    for token in text.split(","):
        if token in STEPS:
            n = ARITY[token]
            x = np.asarray(STEPS[token](*stack[-n:]))
            if x.size > 3000 or unsuitable(x):
                raise Unsuitable
            stack[-n:] = [x]
        elif token[0] == "#":
            stack.append(Number(token[1:]))
        else:
            x = values[int(token)]
            if unsuitable(x) or (x.dtype.kind == "f" and not np.isfinite(x).all()):
                raise Unsuitable
            stack.append(x)
    return stack[-1]


def make_tree(g, kinds):
    first = g.among(kinds)
    regs = [first] + [g.partner(first, g.r.choice(kinds)) for _ in range(g.r.randint(1, 3))]
    ordered = all(g.value(x).dtype.kind != "c" for x in regs)
    masks = all(g.value(x).dtype.kind != "b" for x in regs)
    lines = all(g.value(x).ndim < 2 for x in regs)  # which transposing leaves as they are

    def leaf():
        return [str(g.r.randrange(len(regs)))]

    def side(depth):
        """The second operand of a step, which may be a number."""
        if g.r.random() < 0.25:
            return [g.r.choice(("#2", "#-1", "#3", "#0.5", "#1.5", "#-2.25"))]
        return node(depth)

    def node(depth):
        if depth == 0 or g.r.random() < 0.15:
            return leaf()
        kind = g.r.random()
        if kind < 0.2:
            transposes = lines or g.r.random() < 0.1
            names = [n for n in UNARY if (ordered or n not in ORDERED) and (transposes or n != "transpose")]
            return node(depth - 1) + [g.r.choice(names)]
        if kind < 0.35 and masks:
            name = g.r.choice(("lt", "le", "eq") if ordered else ("eq",))
            return node(depth // 2) + side(depth // 2) + [name] + node(depth - 1) + side(depth // 2) + ["where"]
        name = g.r.choice([n for n in BINARY if ordered or n not in ORDERED])
        return node(depth - 1) + side(depth // 3) + [name]

    return (*regs, ",".join(node(g.r.randint(1, DEEPEST))))


EVERY = "dfbiDFsuhHj"
command("tree", "tree", lambda g: make_tree(g, EVERY), tree, "zeros")
command("tree_of_doubles", "tree", lambda g: make_tree(g, "d"), tree, "zeros")
command("tree_of_integers", "tree", lambda g: make_tree(g, "sujhHi"), tree, "zeros")


def whole_sum(f):
    """Integers are summed in 64 bits, with a sign where they have one."""

    def run(a, **how):
        kind = a.dtype.kind
        t = np.int64 if kind in "bi" else np.uint64 if kind == "u" else a.dtype
        return np.asarray(f(a, dtype=t, **how))

    return run


command("untyped_sum", "reduce", lambda g: g.with_reduction(g.among(EVERY), 3), reduction(whole_sum(np.sum)),
        exact_if_tame)
command("untyped_max", "reduce", lambda g: g.with_reduction(g.among("dfbisuhHj"), 3), extreme(np.max), "zeros")
command("untyped_min", "reduce", lambda g: g.with_reduction(g.among("dfbisuhHj"), 3), extreme(np.min), "zeros")


def product(a, b):
    t = c_type(a.dtype, b.dtype)
    x, y = a.astype(t), b.astype(t)
    if unsuitable(x) or unsuitable(y):
        raise Unsuitable
    return tame_if_complex(np.matmul)(x, y)


command("untyped_matmul", "product",
        lambda g: (lambda a: (a, g.partner(a, g.r.choice(EVERY))))(g.among(EVERY, least=1)), product, exact_if_tame)


def cast_operands(g):
    a = g.among(EVERY)
    whole = g.value(a).dtype.kind in "biu"
    names = [n for n in NAMES.values() if n not in ("uint32", "uint64") and (whole or np.dtype(n).kind in "fc")]
    return a, g.r.choice([n for n in names if g.value(a).dtype.kind != "c" or np.dtype(n).kind == "c"])


command("untyped_cast", "one", cast_operands, lambda a, name: a.astype(name))
