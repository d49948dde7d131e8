"""The questions: their sizes, and how much work each is.

Work is counted as the mathematics has it, whatever a library makes of it: operations, and bytes of each operand and
result moved once.
"""
from dataclasses import dataclass
from typing import Callable

SMALL = (8, 16, 32, 64)  # what a statement costs
FULL = (16, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000)
DOUBLE, BOTH = ("double",), ("double", "float")


@dataclass(frozen=True)
class Question:
    name: str
    text: str
    sizes: tuple
    types: tuple = DOUBLE
    elements: Callable = lambda n: n  # of which the plots show the time of one
    operations: Callable = None       # of the whole; the roofline shows those that have it
    bytes: Callable = None            # for 8-byte elements
    tolerance: float = 1e-9


def flat(name, text, sizes, operations, operands, types=DOUBLE):
    return Question(name, text, sizes, types, lambda n: n, lambda n: operations * n, lambda n: 8 * operands * n)


def plane(name, text, sizes, operations, operands, **more):
    return Question(name, text, sizes, DOUBLE, lambda n: n * n, lambda n: operations * n * n,
                    lambda n: 8 * operands * n * n, **more)


def product(name, text, sizes, types=DOUBLE, count=1):
    return Question(name, text, sizes, types, lambda n: count * n * n, lambda n: 2 * count * n**3,
                    lambda n: 24 * count * n * n)


FUNCTIONS = ("exp", "log", "sin", "cos", "tan", "tanh", "erf", "atan", "cbrt", "sqrt", "pow")

ELEMENTWISE = [
    flat("fused", "d = a*b + c*2 - a/(b+1)", FULL, 6, 4, BOTH),
    flat("fused_static", "the same, the shape known to the compiler", (16,), 6, 4),
    flat("fused_runtime_rank", "the same, the rank known at run time", (16, 1000, 30_000), 6, 4),
    flat("chain", "ten times x = x*b + a, put together at run time", (1000, 1_000_000), 20, 3),
    *[Question(name, f"d = 2*{name}(a) + b" if name != "pow" else "d = 2*pow(a, 1.7) + b", (10_000,), BOTH)
      for name in FUNCTIONS],
    plane("broadcast", "x*row + column, n x n", (100, 1000), 2, 2),
    plane("transpose", "transpose(a) + b, n x n", (100, 2048), 1, 3),
    Question("permute", "2*permute(a, 2, 1, 0), n x n x n", (32, 200), DOUBLE, lambda n: n**3, lambda n: n**3,
             lambda n: 16 * n**3),
    plane("stencil", "the mean of five points, n x n", (100, 1000, 4000), 5, 2),
    Question("transpose_in_place", "a = transpose(a), n x n", (100, 1000), DOUBLE, lambda n: n * n),
    flat("reversed", "d = 2*reverse(a) + b", (1000, 1_000_000), 2, 3),
    flat("strided", "d[::2] = a[::2] + 2*b[1::2]", (10_000, 1_000_000), 1, 1.5),
    flat("where", "where(a > b, a*c, b + c)", (1000, 1_000_000), 3, 4),
    flat("mixed", "double d = float a * int b + double c", (1000, 1_000_000), 2, 3),
    flat("integers", "int d = a*b + c", (1000, 1_000_000), 2, 2),
    flat("bytes", "8-bit integers, d = a*b + c", (1000, 1_000_000), 2, 0.5),
    flat("complex", "complex d = a*b + c", (1000, 1_000_000), 8, 8),
    Question("take", "d = a[places], as many places in no order", (100_000,)),
    Question("normals", "normal random numbers", (100_000,), tolerance=0.05),
    Question("uniforms", "uniform random numbers", (100_000,), tolerance=0.05),
    Question("rows", "for each of n rows of 32: c(i) = a(i) + 2*b(i)", (32, 1000), DOUBLE, lambda n: 32 * n),
    Question("npy", "an n x n .npy file, in the cache of the system", (1000,), DOUBLE, lambda n: n * n),
]
REDUCTIONS = [
    flat("sum", "sum(a)", (*SMALL, 1000, 1_000_000, 10_000_000), 1, 1),
    Question("sum", "sum(a)", (1000, 1_000_000), ("float",), tolerance=1e-3),
    flat("dot", "dot(a, b)", (*SMALL, 1000, 1_000_000, 10_000_000), 2, 2),
    Question("dot", "dot(a, b)", (1000, 1_000_000), ("float",), tolerance=1e-3),
    plane("sum_transposed", "sum(transpose(a)*b), n x n", (1000,), 2, 2),
    flat("variance", "var(a)", (1000, 1_000_000), 3, 1),
    flat("norm", "norm(a)", (*SMALL, 1000, 1_000_000), 2, 1),
    flat("max", "max(a)", (*SMALL, 1000, 1_000_000), 1, 1),
    flat("argmax", "argmax(a)", (*SMALL, 1000, 1_000_000), 1, 1),
    plane("sum_fast_axis", "sum over the contiguous axis of n x n", (100, 1000), 1, 1),
    plane("sum_slow_axis", "sum over the other axis of n x n", (100, 1000), 1, 1),
    plane("variance_slow_axis", "var over the other axis of n x n", (100, 1000), 3, 1),
    Question("sum_middle_axis", "sum over the middle axis of n x n x n", (32, 200), DOUBLE, lambda n: n**3,
             lambda n: n**3, lambda n: 8 * n**3),
    plane("softmax", "softmax of each row, n x n", (100, 500, 3000), 3, 2),
    plane("layer_norm", "layer normalisation of each row, n x n", (100, 500, 3000), 6, 2),
    Question("distances", "between n points in 8 dimensions", (500,), DOUBLE, lambda n: n * n, lambda n: 25 * n * n,
             lambda n: 8 * n * n),
    flat("cumsum", "cumsum(a)", (1000, 1_000_000), 1, 2),
    Question("sort", "sort(a)", (1000, 100_000), BOTH),
    Question("sort_integers", "sort(a) of 64-bit integers", (1000, 100_000)),
]
PRODUCTS = [
    product("static_matmul", "n x n matrices, the shape known to the compiler", (2, 3, 4, 6, 8, 12, 16), BOTH),
    product("gemm", "c = a b", (8, 16, 32, 48, 64, 128, 256, 512, 1024, 2048)),
    product("gemm", "c = a b", (8, 64, 512), ("float",)),
    product("gemm_update", "c = 2 a transpose(b) + c/2", (8, 32, 128, 512)),
    Question("gemm_thin", "c = a b, n x 10 and 10 x n", (1000,), DOUBLE, lambda n: n * n, lambda n: 20 * n * n,
             lambda n: 8 * n * n),
    Question("gemv", "y = a x, n x n", (8, 16, 32, 64, 256, 1024, 2048), DOUBLE, lambda n: n * n, lambda n: 2 * n * n,
             lambda n: 8 * n * n),
    product("batch", "1000 products of n x n matrices", (4, 8, 32), count=1000),
]
APPLICATIONS = [
    Question("heat", "two steps of 3-d heat with ghost layers, n x n x n", (64, 128), DOUBLE, lambda n: 2 * n**3,
             lambda n: 16 * n**3, lambda n: 32 * n**3),
    Question("water", "ten steps of shallow water, n x n", (200, 1000), DOUBLE, lambda n: 10 * n * n,
             lambda n: 140 * n * n, lambda n: 800 * n * n),
    Question("conjugate_gradient", "twenty steps for Poisson's equation, n x n", (256, 1000), DOUBLE,
             lambda n: 20 * n * n, lambda n: 340 * n * n, lambda n: 2240 * n * n, tolerance=1e-7),
    Question("k_means", "five steps on the digits, 1797 x 64, 10 clusters", (1797,)),
    Question("n_body", "ten steps of n bodies that pull each other", (200,), DOUBLE, lambda n: 10 * n * n),
    Question("mandelbrot", "how long each of n x n points stays, at most 100 steps", (200,), DOUBLE, lambda n: n * n,
             tolerance=1e-2),
    Question("black_scholes", "n call options", (100_000,)),
]
COMPLAINTS = [
    Question("xtensor_1603", "a block assigned", (1000,), DOUBLE, lambda n: n * n // 4),
    Question("xtensor_1644", "a view of a vector beside std::copy", (10_000,)),
    Question("xtensor_2776", "n x 56 shifted by one column", (2000,), ("float",), lambda n: 56 * n),
    Question("xtensor_2734", "views that show everything", (10_000, 10_000_000)),
    Question("xtensor_1183", "boxes from the columns of n x 4", (20_000,), ("float",)),
    Question("xtensor_2048", "abs(b)/max(abs(b)) by planes, 2 x 101 x n", (512,), DOUBLE, lambda n: 202 * n),
    Question("xtensor_2680", "64 channels without their means", (10_000,), DOUBLE, lambda n: 64 * n),
    Question("xtensor_2239", "columns of n x 10 brought to 0 ... 1", (19_020,), DOUBLE, lambda n: 10 * n),
    Question("xtensor_2915", "the greatest of each column, n x n", (512,), DOUBLE, lambda n: n * n),
    Question("xtensor_2784", "an n x n x 3 image as planes of float", (512,), ("float",), lambda n: 3 * n * n),
    Question("xtensor_2056", "a weighted mean", (100_000,)),
    Question("read_it_later_8812", "Laplace's equation by finite differences, n x n", (200,), DOUBLE, lambda n: n * n),
]
SMALL_MATRICES = (2, 3, 4, 8)
CONTRACTIONS = [
    Question("small_det", "det(a), n x n, the shape known to the compiler", SMALL_MATRICES, DOUBLE, lambda n: n * n),
    Question("small_inverse", "inv(a), likewise", SMALL_MATRICES, DOUBLE, lambda n: n * n),
    Question("small_solve", "solve(a, b), likewise", SMALL_MATRICES, DOUBLE, lambda n: n * n),
    Question("small_eigen", "eigh(a), likewise", SMALL_MATRICES, DOUBLE, lambda n: n * n),
    *[Question(f"many_{name}", f"10000 times {text}, n x n", (3, 4), DOUBLE, lambda n: 10_000 * n * n)
      for name, text in (("det", "det(a)"), ("inverse", "inv(a)"), ("solve", "solve(a, b)"), ("eigen", "eigh(a)"))],
    Question("einsum_exchanged", "ijk,kjl->il, n each", (16, 64), DOUBLE, lambda n: n**3, lambda n: 2 * n**4,
             lambda n: 16 * n**3),
    Question("einsum_stack", "bij,bjk->bik, 32 of n x n", (16, 64), DOUBLE, lambda n: 32 * n * n, lambda n: 64 * n**3,
             lambda n: 24 * 32 * n * n),
    Question("einsum_chain", "ij,jk,kl->il, n each but l, 8", (64, 256), DOUBLE, lambda n: n * n, lambda n: 32 * n * n,
             lambda n: 16 * n * n),
    Question("relu_product", "max(0, a b + row), n x n", (256, 1024), DOUBLE, lambda n: n * n, lambda n: 2 * n**3,
             lambda n: 24 * n * n),
    Question("cg_method", "conjugate_gradient by the library's own method", (34, 258, 1000), DOUBLE,
             lambda n: 20 * n * n, lambda n: 340 * n * n, lambda n: 2240 * n * n, tolerance=1e-7),
]
GRADIENTS = [
    Question("gradient_loss", "of sum(log(1 + exp(a*b - c))*d + (a - d)^2/2 + sqrt(b)*c) by all four",
             (1000, 100_000, 1_000_000), BOTH, tolerance=1e-8),
    Question("gradient_heat", "of a distance after twenty steps of heat, n x n", (32, 128, 512), DOUBLE,
             lambda n: n * n),
    Question("gradient_scalar", "of twenty operations on two numbers", (1,)),
    Question("gradient_mlp", "of two layers, 64 inputs, 64 and 10 outputs, n rows", (32, 128, 1024), BOTH,
             tolerance=1e-8),
]


def entries_of(structure, n):
    """Stored in the matrices of sparse.hpp; those of the last two were counted."""
    counted = {("graph", 500_000): 4_499_960, ("power", 500_000): 3_779_185}
    points, edges = (4 * n + 1) * (n + 1), 4 * n * (n + 1) + (4 * n + 1) * n + 4 * n * n  # of the beam
    return {"laplacian": 5 * n * n - 4 * n, "convection": (3 * n - 2)**2, "elasticity": 4 * (points + 2 * edges)}.get(
        structure, counted.get((structure, n), 0))


def rows_of(structure, n):
    return {"laplacian": n * n, "convection": n * n, "elasticity": 2 * (4 * n + 1) * (n + 1)}.get(structure, n)


STRUCTURES = {"laplacian": ("5 points on n x n", 1000), "convection": ("9 points on n x n, not symmetric", 1000),
              "elasticity": ("a beam of 4n x n, triangles, 2 x 2 blocks", 200),
              "graph": ("a graph of n points in no order", 500_000), "power": ("n rows of unequal lengths", 500_000)}


def sparse(name, text, structure, sizes=None, vectors=2, **more):
    """Bytes are 12 for an entry, and 4 for a row besides the 8 of each element of the vectors."""
    words, size = STRUCTURES[structure]
    return Question(f"{name}_{structure}", f"{text}: {words}", sizes or (size,), DOUBLE,
                    lambda n: entries_of(structure, n), None,
                    lambda n: 12 * entries_of(structure, n) + (4 + 8 * vectors) * rows_of(structure, n), **more)


SPARSE = [
    Question("triad", "c = a + 2 b, what memory can do", (10_000_000,), bytes=lambda n: 24 * n),
    sparse("csr", "y = a x", "laplacian", (100, 1000)),
    *[sparse("csr", "y = a x", name) for name in ("convection", "elasticity", "graph", "power")],
    *[sparse("csc", "y = a x, compressed columns", name) for name in STRUCTURES],
    *[sparse("columns", "y = a x, 8 columns", name, vectors=16) for name in ("laplacian", "elasticity", "graph")],
    *[sparse("turned", "y = transpose(a) x", name) for name in ("laplacian", "convection", "graph")],
    *[sparse("triplets", f"csr of triplets, {order}", name) for name, order in
      (("laplacian", "in the order of rows"), ("elasticity", "in that of elements"), ("graph", "in that of edges"))],
    Question("sparse_sum", "a + b, 5 and 9 points on n x n", (1000,), DOUBLE, lambda n: 9 * n * n),
    *[sparse("square", "a a", name) for name in ("laplacian", "graph")],
    Question("assembly", "4 n^2 triangles, their matrices made before", (500,), DOUBLE, lambda n: 36 * n * n),
    Question("assembly_scaled", "4 n^2 triangles, each a number times one matrix", (500,), DOUBLE,
             lambda n: 36 * n * n),
    Question("add_at", "10^6 numbers added to n at places in no order", (1000, 1_000_000), DOUBLE,
             lambda n: 1_000_000),
    Question("jacobi_cg", "50 steps with the diagonal, 5 points on n x n", (707,), DOUBLE, lambda n: 50 * n * n,
             tolerance=1e-7),
    *[sparse("lu", "factors and a solution", name, (size,), tolerance=1e-7)
      for name, size in (("laplacian", 300), ("convection", 200))],
    sparse("lusolve", "a solution by factors", "laplacian", (300,), tolerance=1e-7),
    *[sparse("cholesky", "factors and a solution", name, (size,), tolerance=1e-7)
      for name, size in (("laplacian", 300), ("elasticity", 60))],
    sparse("cholsolve", "a solution by Cholesky's factors", "laplacian", (300,), tolerance=1e-7),
]
SECTIONS = {"Element by element": ELEMENTWISE, "Reductions": REDUCTIONS, "Products": PRODUCTS,
            "Small matrices, contractions, iterative methods": CONTRACTIONS, "Applications": APPLICATIONS,
            "Gradients": GRADIENTS, "Sparse matrices": SPARSE, "The complaints": COMPLAINTS}
QUESTIONS = [question for section in SECTIONS.values() for question in section]

# What the machine can do, for the roofline; only the loops by hand answer.
# What the loops by hand are asked for the roof: question, size, type, and bytes or operations for each of that size.
MACHINE = {("bandwidth", 20_000_000, "double", 24): "gigabytes_per_second",
           ("peak", 100_000, "double", 256): "gigaflops double", ("peak", 100_000, "float", 512): "gigaflops float"}


def tolerance_of(question, kind):
    return max(question.tolerance, 1e-4 if kind == "float" else 0)
