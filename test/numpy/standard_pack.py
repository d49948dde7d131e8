"""A pack of operands for each function of the standard: element types, pairs of types that are promoted, rank 0, empty,
broadcast, stepped and reversed operands. The same each time."""

import math
import random

import numpy as np

from commands import LETTERS, NAMES, TYPES, Reg, command, execute

FLOATING, REAL, COMPLEX, SIGNED, UNSIGNED = "fdFD", "fd", "FD", "sjih", "uHJU"
INTEGERS = SIGNED + UNSIGNED
NUMBERS, ORDERED, EVERY = FLOATING + INTEGERS, REAL + INTEGERS, FLOATING + INTEGERS + "b"
FORMS = {"plain": 1, "stepped": 2, "reversed": -1}
SHAPES = ((3, 4), (), (0, 3))
BROADCAST = (((3, 4), (4,)), ((3, 1), (2, 1, 4)), ((), (3, 4)), ((3, 4), ()), ((), ()), ((0, 3), (1, 3)))


MATRICES = ("regular", "definite")


def matrices(r, kind, shape, domain):
    """Matrices of small numbers that are far from singular, or Hermitian and definite."""
    a = np.array([value(r, kind, "unit") for _ in range(math.prod(shape))]).reshape(shape)
    if domain == "definite":
        a = a @ np.conj(np.swapaxes(a, -1, -2))
    return a + 4 * np.eye(shape[-2], shape[-1])


class Operand:
    """A new tensor. `domain` names its values: any, finite, unit (-1 to 1), positive, large (1 and above), not_zero,
    places (of shifts), sorted, regular and definite (of matrices), or is a list of them."""

    def __init__(self, kind, shape, domain="finite"):
        self.kind, self.shape, self.domain = kind, tuple(shape), domain

    def values(self, seed, shape):
        r = random.Random(f"{seed} {self.kind} {self.shape} {self.domain}")
        count = math.prod(shape)
        if not isinstance(self.domain, str):
            assert count == len(self.domain)
            return list(self.domain)
        if self.domain in MATRICES:
            return matrices(r, self.kind, shape, self.domain).ravel().tolist()
        found = [value(r, self.kind, self.domain) for _ in range(count)]
        return sorted(found) if self.domain == "sorted" else found


def value(r, kind, domain):
    if kind == "b":
        return r.random() < 0.5
    if kind in INTEGERS:
        limits = np.iinfo(TYPES[kind])
        if domain == "any" and r.random() < 0.2:
            return int(r.choice((limits.min, limits.max)))
        least = {"positive": 1, "large": 1, "places": 0, "not_zero": 1}.get(domain, -9)
        most = 7 if domain == "places" else 9
        x = r.randint(max(least, int(limits.min)), most)
        return -x if domain == "not_zero" and limits.min < 0 and r.random() < 0.5 else x
    if kind in COMPLEX:
        x = complex(value(r, "f", "generic"), value(r, "f", "generic"))
        return x / 4 if domain == "unit" else x
    if domain == "any" and r.random() < 0.3:
        return r.choice((math.nan, math.inf, -math.inf, -0.0, 0.0, 0.5, -1.5))
    if domain == "generic":
        return r.choice((-1, 1)) * r.randint(3, 31) / 16
    low, high = {"unit": (-4, 4), "positive": (1, 30), "large": (4, 40), "not_zero": (1, 30)}.get(domain, (-30, 30))
    x = r.randint(low, high) / 4
    return -x if domain == "not_zero" and r.random() < 0.5 else x


class Function:
    """One function of the standard, or a part of it. Each of `cases` lists what its command is called with: operands,
    and words."""

    def __init__(self, name, cases, standard):
        self.name, self.cases, self.standard = name, cases, standard


FUNCTIONS = []


def function(name, cases, run, compare="exact", of=None):
    for half in ("typed_", "any_"):
        command(half + name, "standard", None, run, compare)
    FUNCTIONS.append(Function(name, list(cases), of or name))


def one(kinds, domain="finite", shapes=SHAPES, words=()):
    return [(Operand(k, s, domain), *words) for k in kinds for s in shapes]


def two(pairs, domain="finite", second=None, words=()):
    """Pairs of types, of one shape; some of them broadcast."""
    cases = [(Operand(a, (3, 4), domain), Operand(b, (3, 4), second or domain), *words) for a, b in pairs]
    for a, b in pairs[:2] + pairs[-2:]:
        cases += [(Operand(a, s, domain), Operand(b, t, second or domain), *words) for s, t in BROADCAST]
    return cases


def pairs(*kinds):
    """All pairs of the types in each of some lists."""
    return [(a, b) for listed in kinds for a in listed for b in listed]


def stepped(a, steps):
    return a[tuple(slice(None, None, s) for s in steps)]


command("stepped", "standard", None, stepped)


class Program:
    """The commands of one case, in one form, for both halves."""

    def __init__(self, f, case, form):
        self.commands, self.function = [], f
        operands = [x for x in case if isinstance(x, Operand)]
        self.kinds = kinds_of(case)
        args = tuple(self.enter(f"{f.name} {k}", x, FORMS[form]) if isinstance(x, Operand) else x
                     for k, x in enumerate(case))
        self.tags = {form} | {tag for x in operands for tag in tags_of(x)}
        if len({x.shape for x in operands}) > 1:
            self.tags.add("broadcast")
        self.add("typed_" + f.name, args)
        self.add("any_" + f.name, args)

    def add(self, name, args):
        self.commands.append((name, args))
        return Reg(len(self.commands) - 1)

    def enter(self, seed, x, step):
        # A list of values stays what it is, seen from behind by two reversals in memory.
        base = tuple(abs(step) * n for n in x.shape)
        if isinstance(x.domain, str) and x.domain not in ("sorted", *MATRICES):
            values = x.values(seed, base)
        else:
            wanted = np.array(x.values(seed, x.shape), TYPES[x.kind]).reshape(x.shape)
            room = np.zeros(base, TYPES[x.kind])
            stepped(room, (step,) * len(x.shape))[...] = wanted
            values = room.ravel().tolist()
        r = self.add("new", (x.kind, base, tuple(values)))
        return r if step == 1 else self.add("stepped", (r, (step,) * len(x.shape)))

    def run(self):
        results = []
        for name, args in self.commands:
            results.append(execute(results, name, args))
        return results


def kinds_of(case):
    return "".join(x.kind if isinstance(x, Operand) else LETTERS.get(x, "") for x in case
                   if isinstance(x, (Operand, str)))


def tags_of(x):
    return (["0-d"] if x.shape == () else []) + (["empty"] if 0 in x.shape else [])


def programs(f):
    for case in f.cases:
        strided = any(isinstance(x, Operand) and x.shape and 0 not in x.shape for x in case)
        for form in FORMS if strided else ("plain",):
            yield Program(f, case, form)


assert set(EVERY) == set(NAMES)
