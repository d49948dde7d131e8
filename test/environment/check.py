"""Variables of the environment: values that are not known are ignored, which stderr and build_info() say in a sentence.

usage: check.py <program>...
"""

import os
import subprocess
import sys

VARIABLES = ("WEFT_ISA", "WEFT_GEMM", "WEFT_NUM_THREADS", "OMP_NUM_THREADS")
CHOICES = {"WEFT_ISA": "baseline, avx2 or avx512", "WEFT_GEMM": "auto, own or blas", "WEFT_NUM_THREADS": "a number of threads"}


def run(program, **variables):
    environment = {name: value for name, value in os.environ.items() if name not in VARIABLES}
    result = subprocess.run(program, env=environment | variables, capture_output=True, text=True, check=True)
    lines = [line.split(" ", 1) for line in result.stdout.splitlines()]
    half = len(lines) // 2
    assert lines[:half] == lines[half:], "the second report differs from the first"
    facts = {name: value for name, value in lines if name != "advice"}
    # CHOLMOD brings libgomp, which complains of OMP_NUM_THREADS itself.
    said = [line for line in result.stderr.splitlines() if line and not line.startswith("libgomp:")]
    return facts, [value for name, value in lines[:half] if name == "advice"], said


def main(program):
    problems = []

    def expect(what, seen, wanted):
        if seen != wanted:
            problems.append(f"{what}: {seen!r}, should be {wanted!r}")

    usual, advice, said = run(program)
    expect("without variables, stderr", said, [])
    expect("without variables, threads", usual["threads"], "1")
    expect("a program without products, BLAS", usual["blas"] == "not OpenBLAS", False)
    expect("a program without products, advice", [one for one in advice if "reference BLAS" in one], [])

    def ignored(name, value, **others):
        facts, sentences, said = run(program, **{name: value}, **others)
        sentence = f'{name} is "{value}", should be {CHOICES[name]}: it is ignored.'
        expect(f"{name}={value}, stderr", said, ["weft: " + sentence])
        expect(f"{name}={value}, advice", sentences, advice + [sentence])
        return facts

    for name, values in {"WEFT_ISA": ("bogus", "AVX2", "avx"), "WEFT_GEMM": ("bogus", "own "),
                         "WEFT_NUM_THREADS": ("x", "0", "-2", "3x", " ")}.items():
        for value in values:
            expect(f"{name}={value}, report", ignored(name, value), usual)
    expect("the default of threads", ignored("WEFT_NUM_THREADS", "x", OMP_NUM_THREADS="4,2")["threads"], "4")

    def known(fact, wanted, **variables):
        facts, _, said = run(program, **variables)
        expect(f"{variables}, stderr", said, [])
        expect(f"{variables}, {fact}", facts[fact], wanted)

    for name in CHOICES:
        known("threads", "1", **{name: ""})  # as if it were not set
    known("isa", "baseline", WEFT_ISA="baseline")
    known("isa", usual["isa"], WEFT_ISA="avx512")  # or what the processor has
    known("products", "own kernels", WEFT_GEMM="own")
    known("products", usual["products"], WEFT_GEMM="auto")
    known("threads", "3", WEFT_NUM_THREADS="3", OMP_NUM_THREADS="2")
    known("threads", "3", WEFT_NUM_THREADS="3,2")
    known("threads", "1", OMP_NUM_THREADS="x")  # not weft's to complain of

    _, sentences, said = run(program, WEFT_ISA="a", WEFT_GEMM="b", WEFT_NUM_THREADS="c")
    expect("all three, stderr", len(said), 3)
    expect("all three, advice", sentences, advice + [line.removeprefix("weft: ") for line in said])

    print(*problems, sep="\n", end="\n" if problems else "")
    return 1 if problems else 0


sys.exit(main(sys.argv[1:]))
