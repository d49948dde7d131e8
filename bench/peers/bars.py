"""What weft wants to be able to say of each line: at most so many times the best time of some others.

The bars were set before anything was measured. A line within two per cent of its bar is on either side of it from run to
run.
"""
from dataclasses import dataclass

TWIN, WEFT = "by hand", "weft"
NEAR = 1.02


@dataclass(frozen=True)
class Bar:
    factor: float = 1.0
    others: str = "all"        # all: loops by hand too; peers: without them; or the names of libraries
    nanoseconds: float = 0.0   # that may come on top; with a factor of 0 they are the bar

    def text(self):
        names = {"all": "best", "peers": "best library"}.get(self.others, self.others)
        more = f"{self.nanoseconds:g} ns" if self.nanoseconds else ""
        if self.factor == 0:
            return more
        factor = "" if self.factor == 1 and more else f"{self.factor:g} x "
        return factor + names + (f" + {more}" if more else "")

    def allowed(self, times):
        """Seconds, or None where nobody it speaks of has an answer."""
        if self.factor == 0:
            return self.nanoseconds * 1e-9
        seconds = [value for name, value in times.items() if not name.startswith(WEFT) and self.speaks_of(name)]
        return self.factor * min(seconds) + self.nanoseconds * 1e-9 if seconds else None

    def speaks_of(self, name):
        return self.others == "all" or (name != TWIN if self.others == "peers" else name in self.others.split(" or "))


FUNCTIONS = ("exp", "log", "sin", "cos", "tan", "tanh", "pow", "erf", "atan", "cbrt")
APPLICATIONS = ("heat", "water", "conjugate_gradient", "k_means")
PRECISE = ("stencil", "sum", "dot", "variance", "max", "argmax", "sum_fast_axis", "sum_slow_axis", "sum_middle_axis",
           "sum_transposed", "broadcast")
SMALL = ("sum", "dot", "max", "argmax")  # whose bars speak of 1000 elements and more
OWN_LOOPS = ("where", "mixed", "integers", "complex")
BEST, LIBM = Bar(), Bar(0.25, TWIN)
CONTRACTIONS = {
    "einsum_exchanged": [Bar(1.1, TWIN), Bar(1, "NumPy")], "einsum_stack": [Bar(1.1, TWIN), Bar(1, "NumPy")],
    "einsum_chain": [Bar(1, "NumPy")], "relu_product": [BEST], "cg_method": [Bar(1.1, TWIN)],
}
GRADIENTS = {"gradient_loss": 0.6, "gradient_heat": 0.6, "gradient_mlp": 1.0, "gradient_scalar": 0.2}

# By the part of the name before "_". Set after a first measurement of csr, triplets and conjugate gradients.
SPARSE = {**{name: [Bar(1, "Eigen or SciPy or MKL")] for name in ("csr", "csc", "columns", "turned", "square")},
          "triplets": [Bar(1, "Eigen")], "assembly": [Bar(1.2, TWIN)], "jacobi": [Bar(1, "Eigen")],
          "lu": [Bar(1, TWIN)], "lusolve": [Bar(1, TWIN)]}


def bars_of(question, size):
    """The bars of a line, all of which hold for it; none where nothing was promised."""
    if size < 64 and question == "gemv" or size <= 64 and question in SMALL:
        return []
    if question == "fused":
        return {16: [Bar(0, nanoseconds=10)], 10_000_000: [Bar(0.9)]}.get(
            size, [Bar(1.03)] if 1000 <= size <= 30_000 else [])
    if question == "fused_static":
        return [Bar(1, TWIN, 3)]
    if question == "fused_runtime_rank":
        return [Bar(0, nanoseconds=60)] if size == 16 else [Bar(1.03)]
    if question == "chain":
        return [Bar(0.25, "NumPy")]
    if question in FUNCTIONS:
        return [BEST, LIBM]
    if question in PRECISE:
        return [Bar(1.05)]
    if question in OWN_LOOPS:
        return [Bar(1.05, TWIN)]
    if question == "transpose":
        return [Bar(0.5, "peers")] if size > 1000 else [BEST]
    if question == "permute":
        return [Bar(0.9, "peers")] if size > 100 else [BEST]
    if question in ("softmax", "layer_norm", "distances"):
        return [Bar(0.6, "peers")]
    if question in ("gemm", "gemv"):
        return [Bar(1, f"{TWIN} or Eigen")] if question == "gemv" or size >= 64 else [BEST]
    if question.startswith("small_"):
        return [Bar(1, "Eigen")]
    if question.startswith("many_"):
        return [Bar(0.5, "Eigen")]
    if question == "gradient_loss" and size < 1_000_000:
        return []
    if question in GRADIENTS:
        return [Bar(GRADIENTS[question], "PyTorch" if question == "gradient_scalar" else "JAX or PyTorch")]
    if question in CONTRACTIONS:
        return CONTRACTIONS[question]
    if question.split("_")[0] in SPARSE:
        return SPARSE[question.split("_")[0]]
    return [BEST] if question == "static_matmul" or question in APPLICATIONS else []


def of_bar(question, size, times):
    """weft's time by what its bars allow, of the one it is furthest above; None without a bar or an answer."""
    allowed = [bar.allowed(times) for bar in bars_of(question, size)]
    ratios = [times[WEFT] / seconds for seconds in allowed if seconds and WEFT in times]
    return max(ratios, default=None)


def text_of(question, size):
    return ", ".join(bar.text() for bar in bars_of(question, size))


def verdict(ratio):
    return "" if ratio is None else "yes" if ratio <= 1 else "at the bar" if ratio <= NEAR else "**no**"
