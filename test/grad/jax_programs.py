"""Writes jax_programs.txt: random programs of ten operations, and their values and gradients by JAX in float64.

    python3 test/grad/jax_programs.py >test/grad/jax_programs.txt     # needs jax

A program computes matrices from three it is given, one operation after the other, and adds up the elements of the last
one. jax_programs.cpp reads and runs them. The seed is fixed: the file changes with this one alone.
"""

import random

import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)

PROGRAMS, LENGTH = 80, 10
UNARY = {
    "sin": jnp.sin, "cos": jnp.cos, "tanh": jnp.tanh, "logistic": jax.nn.sigmoid, "atan": jnp.arctan, "abs": jnp.abs,
    "relu": jax.nn.relu, "log1p_square": lambda x: jnp.log1p(x * x), "gauss": lambda x: jnp.exp(-x * x),
    "root": lambda x: jnp.sqrt(1 + x * x), "erf": jax.scipy.special.erf, "power": lambda x: (0.5 + jnp.abs(x)) ** 1.5,
    "transpose": jnp.transpose, "reverse_rows": lambda x: x[::-1], "reverse_columns": lambda x: x[:, ::-1],
    "every_second_row": lambda x: x[::2], "last_columns": lambda x: x[:, x.shape[1] // 2:],
    "sum_rows": lambda x: x.sum(0, keepdims=True), "mean_columns": lambda x: x.mean(1, keepdims=True),
    "max_rows": lambda x: x.max(0, keepdims=True), "min_columns": lambda x: x.min(1, keepdims=True),
    "cumsum_rows": lambda x: jnp.cumsum(x, 0), "logsumexp_columns": lambda x: jax.nn.logsumexp(x, 1, keepdims=True),
}
BINARY = {
    "plus": jnp.add, "minus": jnp.subtract, "times": jnp.multiply, "over": lambda x, y: x / (1 + y * y),
    "minimum": jnp.minimum, "maximum": jnp.maximum, "where": lambda x, y: jnp.where(x > y, x * y, y - x),
    "hypot": lambda x, y: jnp.sqrt(x * x + y * y), "atan2": jnp.arctan2,
}


def drawn_program(draw):
    rows, columns = draw.randint(1, 5), draw.randint(1, 5)
    shapes = [(rows, columns), (1, columns), (rows, draw.choice([1, columns]))]
    known, lines = list(shapes), []
    for _ in range(LENGTH):
        a = draw.randrange(len(known)) if draw.random() < 0.5 else len(known) - 1
        kind = draw.random()
        partners = [k for k, s in enumerate(known) if all(x == y or 1 in (x, y) for x, y in zip(s, known[a]))]
        factors = [k for k, s in enumerate(known) if s[0] == known[a][1]]
        if kind < 0.15 and factors:
            name, b = "matmul", draw.choice(factors)
        elif kind < 0.6:
            name, b = draw.choice(sorted(BINARY)), draw.choice(partners)
        else:
            name, b = draw.choice(sorted(UNARY)), -1
        lines.append((name, a, b))
        known.append(jax.eval_shape(lambda *x, o=lines[-1]: run_one(o, x), *[jnp.zeros(s) for s in known]).shape)
    return shapes, lines


def run_one(operation, values):
    name, a, b = operation
    if name == "matmul":
        return jnp.matmul(values[a], values[b])
    return UNARY[name](values[a]) if b < 0 else BINARY[name](values[a], values[b])


def numbers(values):
    return " ".join(repr(float(v)) for v in np.ravel(values))


def main():
    draw = random.Random(1)
    for _ in range(PROGRAMS):
        shapes, lines = drawn_program(draw)
        given = [jnp.array([[draw.uniform(-2, 2) for _ in range(c)] for _ in range(r)]) for r, c in shapes]

        def loss(*x, lines=lines):
            values = list(x)
            for operation in lines:
                values.append(run_one(operation, values))
            return values[-1].sum()

        value, gradients = jax.value_and_grad(loss, argnums=(0, 1, 2))(*given)
        print("program", len(lines), repr(float(value)))
        for x, g in zip(given, gradients):
            print("given", x.shape[0], x.shape[1], numbers(x), numbers(g))
        for operation in lines:
            print(*operation)


if __name__ == "__main__":
    main()
