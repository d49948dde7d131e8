"""Runs a program in a folder and compares what it prints with a file there, word by word.

A number with a decimal point may differ by one in its last printed digit, because rounding differs between BLAS kernels
and instruction sets. The word ... in the file stands for any word: a time, the name of a processor. Where a
program prints "not in this build", set in, below a line, the file may have any lines below that are set in.
"""

import decimal
import itertools
import subprocess

from checks import main

LACKING = "    not in this build"


def check(folder, expected, *program):
    result = subprocess.run(program, stdout=subprocess.PIPE, text=True, cwd=folder)
    print(result.stdout, end="", flush=True)
    if result.returncode:
        return [f"ended with {result.returncode}"]
    if not (folder / expected).exists():
        return [f"{expected} is missing: what the program should print"]
    lines = (folder / expected).read_text().splitlines()
    pairs = itertools.zip_longest(lines, filled(lines, result.stdout.splitlines()))
    return [f"{expected}:{number}: expected `{wanted}`, printed `{printed}`"
            for number, (wanted, printed) in enumerate(pairs, 1) if not lines_agree(wanted, printed)]


def filled(wanted, printed):
    """What is printed; where something is not in this build, what the file has below the same line."""
    found = []
    for line in printed:
        if line == LACKING and found and found[-1] in wanted:
            behind = wanted[wanted.index(found[-1]) + 1:]
            found += itertools.takewhile(lambda other: other.startswith(" "), behind)
        else:
            found.append(line)
    return found


def lines_agree(wanted, printed):
    if wanted is None or printed is None:
        return False
    wanted, printed = wanted.split(), printed.split()
    return len(wanted) == len(printed) and all(map(words_agree, wanted, printed))


def words_agree(wanted, printed):
    if wanted in (printed, "..."):
        return True
    try:
        a, b = decimal.Decimal(wanted.strip("[](),;%")), decimal.Decimal(printed.strip("[](),;%"))
    except decimal.InvalidOperation:
        return False
    if not (a.is_finite() and b.is_finite()) or "." not in wanted or a.as_tuple().exponent != b.as_tuple().exponent:
        return False
    return abs(a - b) <= decimal.Decimal((0, (1,), a.as_tuple().exponent))


GOOD = {
    "sample.expected": "n = 10, x = [0.125 -1.50e+03], took ... ms\nsave()\n    saved\n    1\ndone\n",
    "printed": f"n = 10, x = [0.126 -1.51e+03], took 3.1 ms\nsave()\n{LACKING}\ndone\n",
}
BAD = [
    ({"printed": GOOD["printed"].replace("0.126", "0.127")}, "sample.expected:1"),
    ({"printed": GOOD["printed"].replace("-1.51", "-1.52")}, "sample.expected:1"),
    ({"printed": GOOD["printed"].replace("10", "11")}, "sample.expected:1"),
    ({"printed": GOOD["printed"].replace("0.126", "nan")}, "sample.expected:1"),
    ({"printed": GOOD["printed"].replace("took", "spent")}, "sample.expected:1"),
    ({"printed": GOOD["printed"].replace("done\n", "")}, "sample.expected:5"),
    ({"printed": GOOD["printed"] + "more\n"}, "sample.expected:6"),
    ({"sample.expected": "save()\n    1\n    2\nload()\n", "printed": f"save()\n{LACKING}\n"}, "sample.expected:4"),
    ({"sample.expected": "save()\nload()\n", "printed": f"save()\n{LACKING}\nsave()\n"}, "sample.expected:2"),
]

if __name__ == "__main__":
    main(check, GOOD, BAD)
