"""Elements are visited by one walk, and loops change their way at sizes that stand in one table.

An odometer moves an index on by one: it counts an entry up, compares it with an extent, and carries over. Headers have
one in layout/walk.hpp, the compiled part one in src/loop/nest.hpp.

A threshold is a size that somebody measured. It stands in src/loop/limits.hpp, or in eval/limits.hpp if headers need it;
products and linear algebra have limits of their own.

An operation does not ask whether it is only planned: compute(), described() and new_temporary() of eval/ do.
"""

import re

from checks import main

ODOMETERS = {
    "include/weft/layout/walk.hpp": "headers walk by it",
    "include/weft/tensor/iterator.hpp": "an iterator steps one element either way, and may lie past the end",
    "src/loop/nest.hpp": "loops and folds walk by it",
}
# ++index[k] < extent, index[k]++ or index[k] += 1: an entry that is counted up.
COUNTED = re.compile(r"\+\+\s*(\w+)\[\w+\]|(\w+)\[\w+\]\s*(?:\+\+|\+= 1\b)")
# The axes are run through from the last one.
CARRIED = re.compile(r">= ?0[^;]*; --\w+\)|--\w+ >= 0")

LIMITS = ("src/loop/limits.hpp", "include/weft/eval/limits.hpp")
LOOPS = ("include/weft/eval", "include/weft/ops", "include/weft/index", "src/loop", "src/fold", "src/ops", "src/sparse")
# A comparison with a number below 48 is one of counts of operands, axes or vectors of a register.
CONSTANT = re.compile(r"\bconstexpr (?:index_t|int|double|std::size_t|unsigned) (\w+) = ([-+*/<>() \d.e]+)[,;]")
COMPARED = re.compile(r"[<>]=? (\d[\d']*)\b(?! *[*(])")
PLANNERS = ("include/weft/eval/", "src/")
OTHERS = {
    ("include/weft/eval/fold_row.hpp", "64"): "bytes of a vector",
    ("include/weft/eval/gather.hpp", "vector"): "bytes of a vector",
    ("include/weft/eval/kernel.hpp", "64"): "bytes of an element that goes through buffers",
    ("include/weft/eval/kernel.hpp", "max_held"): "bits of a set of operands",
    ("include/weft/eval/loop.hpp", "usual_operands"): "room for operands",
    ("include/weft/eval/materialise.hpp", "folds_alone"): "stands for many",
    ("include/weft/eval/one_run.hpp", "unit_axes_of"): "a set of axes, as bits",
    ("include/weft/eval/random_source.hpp", "philox_rounds"): "as published",
    ("include/weft/eval/random_source.hpp", "vector_draws"): "the number of enumerators",
    ("include/weft/index/subscript.hpp", "max_indices"): "room for indices",
    ("include/weft/index/symbol.hpp", "binds"): "precedence of an operator",
    ("include/weft/ops/random.hpp", "least_bits"): "bits below which a permutation is not random enough",
    ("include/weft/ops/reducers.hpp", "most"): "values whose sums fit",
    ("include/weft/ops/statistics.hpp", "61"): "the exponent of a bound",
    ("include/weft/ops/statistics.hpp", "64"): "values that an accumulator takes before a merge, for its error",
    ("src/fold/partial.hpp", "most_inside"): "room on the stack",
    ("src/loop/copy.cpp", "side"): "rows that registers hold",
    ("src/loop/nest.hpp", "most_held"): "bits of a set of operands",
    ("src/loop/row_blocks.hpp", "most_seen"): "room for operands",
    ("src/loop/schedule.cpp", "unit"): "elements of whole cache lines",
    ("src/loop/schedule.hpp", "most_copies"): "room for operands",
    ("src/loop/session.cpp", "61"): "bits of a number that is printed",
    ("src/loop/stream.cpp", "line"): "bytes of a cache line",
    ("src/ops/sort.cpp", "run"): "elements of whole vectors",
    ("src/sparse/cholesky.cpp", "most"): "columns that registers hold",
    ("src/sparse/matrix_market.cpp", "piece"): "bytes of a piece of a file",
    ("src/sparse/npz.cpp", "before"): "bytes of a header",
    ("src/sparse/print.cpp", "61"): "the exponent of a bound",
    ("src/sparse/print.cpp", "lightest"): "a grey level",
    ("src/sparse/product.cpp", "fetched"): "entries of a short row",
}


def check(root):
    sources = [path for folder in ("include/weft", "src") for path in sorted((root / folder).rglob("*.?pp"))]
    if not sources:
        raise SystemExit(f"no sources under {root}")
    problems = []
    for path in sources:
        name = path.relative_to(root).as_posix()
        lines = [re.sub(r"//.*", "", line) for line in path.read_text().splitlines()]
        if name not in ODOMETERS:
            problems += odometers(name, lines)
        if name.startswith(LOOPS) and name not in LIMITS:
            problems += thresholds(name, lines)
        if not name.startswith(PLANNERS):
            problems += [f"{name}:{number}: a dry run by hand; compute() of eval/report.hpp knows when to run"
                         for number, line in enumerate(lines, 1) if re.search(r"\bdry\(\)", line)]
    return problems


def odometers(name, lines):
    """An entry is counted up within three lines of the head of a loop over the axes from the last one on."""
    return [f"{name}:{number + 1}: an odometer; next_index of layout/walk.hpp, or that of src/loop/nest.hpp, walks"
            for number, line in enumerate(lines)
            if COUNTED.search(line) and any(CARRIED.search(before) for before in lines[max(number - 3, 0):number + 1])]


def thresholds(name, lines):
    problems = []
    for number, line in enumerate(lines, 1):
        found = [(constant, value(text)) for constant, text in CONSTANT.findall(line)]
        found += [(text, value(text.replace("'", ""))) for text in COMPARED.findall(line)]
        problems += [f"{name}:{number}: {what} is a threshold, and belongs into {' or '.join(LIMITS)}"
                     for what, size in found if size >= (48 if what[0].isdigit() else 2) and (name, what) not in OTHERS]
    return problems


def value(text):
    try:
        return eval(text, {"__builtins__": {}})
    except SyntaxError:
        return 0


WALK = "  for (int k = last; k >= 0; --k) {\n    offset += step[k];\n    if (++index[k] < extents[k])\n      break;\n"
GOOD = {
    "include/weft/layout/walk.hpp": WALK,
    "include/weft/ops/a.hpp": "for (int k = rank - 1; k >= 0; --k) {\n  run *= extents[k];\n}\n\n++counts[bin];\n",
    "src/loop/limits.hpp": "inline constexpr index_t block = 1024;\n",
    "src/loop/a.cpp": "constexpr index_t few = 1; // of 1024\nconstexpr index_t n = sizeof(T);\nif (n < 8)\n",
    "include/weft/eval/a.hpp": "if (!s.dry())\n  f();\n",
    "src/product/b.cpp": "constexpr index_t tile = 256;\n",
}
BAD = [
    ({"include/weft/ops/a.hpp": WALK}, "ops/a.hpp:3: an odometer"),
    ({"src/fold/a.cpp": "for (int k = last; k >= 0 && ++index[k] == n[k]; --k)\n"}, "src/fold/a.cpp:1: an odometer"),
    ({"src/io/a.cpp": "for (int k = last; k >= 0; --k) {\n  index[k] += 1;\n"}, "src/io/a.cpp:2: an odometer"),
    ({"src/io/a.cpp": "for (int k = n; --k >= 0;) {\n  index[k]++;\n"}, "src/io/a.cpp:2: an odometer"),
    ({"src/io/a.cpp": "while (--k >= 0) {\n  index[k]++;\n"}, "src/io/a.cpp:2: an odometer"),
    ({"src/fold/a.cpp": "constexpr index_t few = 1024;\n"}, "src/fold/a.cpp:1: few is a threshold"),
    ({"src/ops/a.cpp": "constexpr int few = 4;\n"}, "src/ops/a.cpp:1: few is a threshold"),
    ({"src/loop/a.cpp": "\nconstexpr double room = 8 << 20, most = 3;\n"}, "src/loop/a.cpp:2: room is a threshold"),
    ({"include/weft/eval/a.hpp": "inline constexpr index_t few = 16 * 1024;\n"}, "eval/a.hpp:1: few is a threshold"),
    ({"include/weft/eval/a.hpp": "if (size >= 65536)\n"}, "eval/a.hpp:1: 65536 is a threshold"),
    ({"include/weft/eval/a.hpp": "if (size < 4'096)\n"}, "eval/a.hpp:1: 4'096 is a threshold"),
    ({"include/weft/ops/a.hpp": "if (s.dry())\n  return;\n"}, "ops/a.hpp:1: a dry run by hand"),
]

if __name__ == "__main__":
    main(check, GOOD, BAD)
