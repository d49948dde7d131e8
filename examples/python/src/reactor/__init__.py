"""Reactions and diffusion, formulas and equations, computed by weft on NumPy's arrays."""

from ._reactor import evaluate, laplacian, solve, step

__all__ = ["evaluate", "laplacian", "solve", "step"]
