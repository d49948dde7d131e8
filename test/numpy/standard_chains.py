"""Random programs of functions of the standard: each step reads what steps before it made, in typed tensors and in those
of any type. Both halves make every step; NumPy says what both must hold."""

import random

import numpy as np

from check import difference, readable
from commands import Unsuitable, execute, letter, tame
from standard_pack import FORMS, FUNCTIONS, Operand, Program, kinds_of

# Registers may stand for operands of these values; others, such as the places of a shift, are made for each step.
FREE = ("any", "finite")


class Chain(Program):
    """A program of `steps` functions; those of even numbers are of types that both halves have. `pairs` has the
    registers of each step, typed and of any type."""

    def __init__(self, seed, number, steps, typed):
        self.cases = {f: [c for c in f.cases if number % 2 or kinds_of(c) in typed.get(f.standard, ())]
                      for f in FUNCTIONS if any(isinstance(x, Operand) and x.domain in FREE for c in f.cases for x in c)}
        self.functions = [f for f, cases in self.cases.items() if cases]
        self.r = random.Random(f"{seed} {number}")
        self.commands, self.results, self.pairs = [], [], []
        for _ in range(steps):
            self.step()

    def add(self, name, args):
        self.results.append(execute(self.results, name, args))
        return super().add(name, args)

    def step(self):
        f = self.r.choice(self.functions)
        case = max(self.r.choices(self.cases[f], k=20), key=lambda c: sum(bool(self.found(x, c)) for x in c))
        before = len(self.commands)
        typed, untyped = zip(*(self.operand(f"{self.r.random()} {k}", x, case) for k, x in enumerate(case)))
        try:
            self.pairs.append((self.add("typed_" + f.name, typed), self.add("any_" + f.name, untyped)))
        except Unsuitable:
            del self.commands[before:], self.results[before:]

    def operand(self, seed, x, case):
        """What the typed command and that of any type read: results of one step each, or one new operand."""
        found = self.found(x, case)
        if found and self.r.random() < 0.9:
            return self.r.choice(found[-8:])
        new = self.enter(seed, x, self.r.choice(list(FORMS.values()))) if isinstance(x, Operand) else x
        return new, new

    def found(self, x, case):
        """The steps whose results may be operand x. Beside a list of values, as of indices, shapes are the case's."""
        if not isinstance(x, Operand):
            return []
        exact = any(isinstance(y, Operand) and isinstance(y.domain, list | tuple) for y in case)
        return [p for p in self.pairs if self.fits(self.results[p[0]], x)
                and not (exact and self.results[p[0]].value.shape != x.shape)]

    def fits(self, result, x):
        a = result.value
        if x.domain not in FREE or not result.usable or not isinstance(a, np.ndarray):
            return False
        if letter(a) != x.kind or a.ndim != len(x.shape):
            return False
        return a.size <= 300 and alike(a.shape, x.shape) and (x.domain == "any" or (tame(a) and not lost(a)))


def alike(shape, wanted):
    """Whether axes of extent 0, 1 and more are those that are wanted, and equal ones are equal: the functions may index
    so far, take diagonals, and have something to reduce."""
    if any(n != m if m < 2 else n < m for n, m in zip(shape, wanted)):
        return False
    return len({(n, m) for n, m in zip(shape, wanted)}) == len(set(wanted))


def lost(a):
    """Elements that are not finite, or so large that sums and products of a few of them leave their type."""
    if a.dtype.kind in "fc":
        return not np.isfinite(a).all()
    return a.dtype.kind != "b" and bool(a.size) and max(int(a.max()), -int(a.min())) >= 2**20


def problems(interpret, seed, count, typed, steps=10):
    """What differs in `count` programs, and how many results of each half were compared. `typed` has the types that the
    typed half has of each function."""
    chains = [Chain(seed, number, steps, typed) for number in range(count)]
    out, code, errors = interpret([c.commands for c in chains])
    found = [] if code == 0 else [f"the interpreter ended with {code}:\n{errors[-3000:]}"]
    if len(out) < count:
        found.append(f"the interpreter stopped after {len(out)} of {count} programs")
    compared = [0, 0]
    for number, (chain, lines) in enumerate(zip(chains, out)):
        for pair in chain.pairs:
            for half, k in enumerate(pair):
                if half == 0 and lines[k].startswith(" ! missing"):
                    continue
                why = difference(chain.results[k], lines[k])
                if why:
                    found.append(f"chain {number} of seed {seed}, r{k}: {why}\n{readable(chain.commands)}")
                compared[half] += 1
    return found, compared
