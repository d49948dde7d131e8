"""Few pairs of places in include and src share SHARED lines: a rule has one place.

Comments, blank lines and directives do not count. A longer stretch is one pair. --list prints every pair, the longest
first.
"""

import collections
import re
import sys

from checks import headers, main
from declarations import without_comments

SHARED = 6
PAIRS = 25  # 372 once


def check(root):
    pairs = repeats(root)
    worst = "; ".join(f"{count} lines of {a} and {b}" for count, a, b in pairs[:10])
    return [f"{len(pairs)} pairs of places share {SHARED} lines, should be at most {PAIRS}: {worst}"] * (len(pairs) > PAIRS)


def repeats(root):
    """(number of lines, place, place) of each pair."""
    lines, windows = {}, collections.defaultdict(list)
    for path in headers(root) + sorted((root / "src").rglob("*.?pp")):
        name = path.relative_to(root).as_posix()
        lines[name] = lines_of(path.read_text())
        for first in range(len(lines[name]) - SHARED + 1):
            text = "\n".join(line for _, line in lines[name][first:first + SHARED])
            windows[text].append((name, first))
    same = {(a, b) for places in windows.values() for k, a in enumerate(places) for b in places[k + 1:]}
    found = []
    for (file, first), (other, second) in sorted(same):
        if ((file, first - 1), (other, second - 1)) in same:
            continue
        count = SHARED
        while ((file, first + count - SHARED + 1), (other, second + count - SHARED + 1)) in same:
            count += 1
        found.append((count, f"{file}:{lines[file][first][0]}", f"{other}:{lines[other][second][0]}"))
    return sorted(found, reverse=True)


def lines_of(source):
    """(number, text) of lines of code; texts count, comments do not."""
    code = without_comments(source).splitlines()
    return [(number, re.sub(r"\s*//.*", "", line).strip()) for number, line in enumerate(source.splitlines(), 1)
            if code[number - 1].strip()]


def numbered(name, count):
    return "".join(f"int {name}{k}; // {k}\n\n" for k in range(count))


A, B = "include/weft/ops/a.hpp", "src/ops/b.cpp"
GOOD = {A: "".join(numbered(f"a{k}_", SHARED) for k in range(PAIRS)) + numbered("s", SHARED - 1),
        B: "".join(numbered(f"a{k}_", SHARED) + f"int b{k};\n" for k in range(PAIRS)) + numbered("s", SHARED - 1)}
BAD = [({B: GOOD[B] + f"int b{k};\n" + numbered("s", SHARED)[:-12] + "int b;\n" + numbered("a0_", SHARED)},
        " pairs of places") for k in (PAIRS,)]

if __name__ == "__main__":
    if sys.argv[1:2] == ["--list"]:
        import pathlib
        for count, a, b in repeats(pathlib.Path(sys.argv[2])):
            print(count, a, b)
    else:
        main(check, GOOD, BAD)
