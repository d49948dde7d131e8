"""Elements are visited by one walk, and loops change their way at sizes that stand in one table.

An odometer moves an index on by one: it counts an entry up, compares it with an extent, and carries over. Headers have
one in layout/walk.hpp, the compiled part one in src/loop/nest.hpp.

A threshold is a size that somebody measured. Those of loops and folds stand in src/loop/limits.hpp, and those that
headers need in eval/limits.hpp.

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
LOOPS = ("include/weft/eval", "src/loop", "src/fold")
# A number from 48 on is no count of operands, axes or vectors of a register.
CONSTANT = re.compile(r"\bconstexpr (?:index_t|int|double|std::size_t|unsigned) (\w+) = ([-+*/<>() \d.e]+)[,;]")
COMPARED = re.compile(r"[<>]=? (\d[\d']*)\b(?! *[*(])")
PLANNERS = ("include/weft/eval/", "src/")
OTHERS = {
    ("include/weft/eval/fold_row.hpp", "64"): "bytes of a vector",
    ("include/weft/eval/kernel.hpp", "64"): "bytes of an element that goes through buffers",
    ("src/fold/partial.hpp", "few"): "room on the stack",
    ("src/loop/session.cpp", "61"): "bits of a number that is printed",
    ("src/loop/schedule.cpp", "unit"): "elements of whole cache lines",
    ("src/loop/schedule.hpp", "most_copies"): "room for operands",
    ("src/loop/stream.cpp", "line"): "bytes of a cache line",
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
                     for what, size in found if size >= 48 and (name, what) not in OTHERS]
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
    "src/loop/a.cpp": "constexpr index_t few = 4; // of 1024\nconstexpr index_t n = sizeof(T);\nif (n < 8)\n",
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
    ({"src/loop/a.cpp": "\nconstexpr double room = 8 << 20, most = 3;\n"}, "src/loop/a.cpp:2: room is a threshold"),
    ({"include/weft/eval/a.hpp": "inline constexpr index_t few = 16 * 1024;\n"}, "eval/a.hpp:1: few is a threshold"),
    ({"include/weft/eval/a.hpp": "if (size >= 65536)\n"}, "eval/a.hpp:1: 65536 is a threshold"),
    ({"include/weft/eval/a.hpp": "if (size < 4'096)\n"}, "eval/a.hpp:1: 4'096 is a threshold"),
    ({"include/weft/ops/a.hpp": "if (s.dry())\n  return;\n"}, "ops/a.hpp:1: a dry run by hand"),
]

if __name__ == "__main__":
    main(check, GOOD, BAD)
