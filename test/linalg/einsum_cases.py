"""Writes einsum_cases.txt with NumPy: python3 einsum_cases.py. Run once by hand, with NumPy 1.24.2; the tests need none.

A line for each contraction: the text, the shapes of the operands, the shape of the result, its elements, apart by `|`.
Element n of operand k, in row-major order, is (7 n + 3 k) % 11 - 5, so all numbers are integers.
"""

import pathlib
import random

import numpy as np

CASES = 240


def operand(number, shape):
    n = np.arange(int(np.prod(shape, dtype=int)))
    return ((7 * n + 3 * number) % 11 - 5).reshape(shape)


def with_blanks(rng, text):
    return "".join(" " + c if rng.random() < 0.05 and c not in ".>" else c for c in text)


def make(rng):
    letters = rng.sample("abcijkXYZ", rng.randint(1, 5))
    extent = {c: rng.choice((1, 2, 2, 3, 4)) for c in letters}
    under = [rng.choice((1, 2, 3)) for _ in range(rng.choice((0, 0, 1, 2)))]
    terms, shapes = [], []
    for _ in range(rng.choice((1, 2, 2, 3))):
        term = [rng.choice(letters) for _ in range(rng.randint(0, 3))]
        shape = [extent[c] for c in term]
        if under and rng.random() < 0.7:
            place, axes = rng.randint(0, len(term)), rng.randint(0, len(under))
            dims = [n if rng.random() < 0.7 else 1 for n in under[len(under) - axes:]]
            term.insert(place, "...")
            shape[place:place] = dims
        terms.append("".join(term))
        shapes.append(tuple(shape))
    text = ",".join(terms)
    if rng.random() < 0.7:
        used = sorted(set(text) & set(letters))
        result = rng.sample(used, rng.randint(0, len(used)))
        if "..." in text:
            result.insert(rng.randint(0, len(result)), "...")
        text += "->" + "".join(result)
    return with_blanks(rng, text), shapes


def numbers(values):
    return " ".join(str(int(v)) for v in values)


def main():
    rng = random.Random(7)
    lines = []
    while len(lines) < CASES:
        text, shapes = make(rng)
        result = np.asarray(np.einsum(text, *(operand(k, shape) for k, shape in enumerate(shapes))))
        if result.size > 100:
            continue
        lines.append("|".join([text, ";".join(numbers(s) for s in shapes), numbers(result.shape),
                               numbers(result.ravel())]))
    pathlib.Path(__file__).with_suffix(".txt").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
