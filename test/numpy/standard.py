"""Every function of the Python array API standard, run by NumPy and by both halves of weft on one pack of operands.

    standard.py [--write] [--only NAME] [--seed N] [--programs N] <interpreter> ...

The functions are listed in standard.txt, with what to write in each half; standard_*.py say what NumPy does, and of
what. What was compared is noted in compared.txt: the run fails where that file says something else, where results
differ, and where a function of the list was compared in neither half. --write writes the notes;
test/structure/array_api.py makes doc/reference/array_api.md of both files. Then random programs of these functions run,
each in both halves; --seed and --programs, or WEFT_NUMPY_SEED and WEFT_NUMPY_PROGRAMS in the environment, choose others.
"""

import argparse
import collections
import os
import pathlib
import subprocess
import sys
import warnings

try:
    import numpy as np
except ImportError:
    print("skipped: this Python has no NumPy (python3-numpy)")
    sys.exit(77)

# These register functions.
import standard_elements, standard_linalg, standard_numbers, standard_object, standard_shapes  # noqa: F401, E401
import standard_chains
from check import difference, interpret, readable
from standard_pack import FUNCTIONS, programs

HERE = pathlib.Path(__file__).parent
NOTES = HERE / "compared.txt"
HALVES = ("typed", "any")
TAGS = ("0-d", "empty", "broadcast", "stepped", "reversed")


def listed():
    """The names of standard.txt."""
    lines = (HERE / "standard.txt").read_text().splitlines()
    return [line.split(" | ")[0].removeprefix("linalg.") for line in lines if line and line[0] not in "#["]


def note(kinds, tags):
    """How many combinations of types, which types are in them, and the kinds of operands."""
    letters = "".join(sorted(set("".join(kinds)))) or "-"
    return f"{len(kinds)} {letters} {','.join(t for t in TAGS if t in tags) or '-'}"


def compare(interpreter, functions):
    """Problems, and what was compared: {function of the standard: {half: [types, tags, programs]}}."""
    made = [p for f in functions for p in programs(f)]
    out, code, errors = interpret(interpreter, [p.commands for p in made])
    problems = [] if code == 0 else [f"the interpreter ended with {code}:\n{errors[-3000:]}"]
    failures = {}
    found = collections.defaultdict(lambda: {half: [set(), set(), 0] for half in HALVES})
    for program, lines in zip(made, out):
        results = program.run()
        for half, result, line in zip(HALVES, results[-2:], lines[-2:]):
            if half == "typed" and line.startswith(" ! missing"):
                continue
            why = difference(result, line)
            if why:
                failures.setdefault((program.function.name, half), []).append(f"{readable(program.commands)}\n  {why}")
                continue
            entry = found[program.function.standard][half]
            entry[0].add(program.kinds)
            entry[1] |= program.tags
            entry[2] += 1
    problems += [f"{name}, {half} half, {len(all_of_it)} times, as\n{all_of_it[0]}"
                 for (name, half), all_of_it in failures.items()]
    if len(out) < len(made):
        problems.append(f"the interpreter stopped after {len(out)} of {len(made)} programs")
    return problems, found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--only")
    parser.add_argument("--seed", type=int, default=int(os.environ.get("WEFT_NUMPY_SEED", "1")))
    parser.add_argument("--programs", type=int, default=int(os.environ.get("WEFT_NUMPY_PROGRAMS", "600")))
    parser.add_argument("interpreter", nargs=argparse.REMAINDER)
    o = parser.parse_args()
    np.seterr(all="ignore")
    warnings.simplefilter("ignore")
    known = set(subprocess.run(o.interpreter, capture_output=True, text=True).stdout.split())
    functions = [f for f in FUNCTIONS if o.only in (None, f.name, f.standard)]
    problems = [f"{f.name}: no command {half}_{f.name}" for f in functions for half in HALVES
                if f"{half}_{f.name}" not in known]
    unheard = {n for n in known if n.startswith(("typed_", "any_"))}
    unheard -= {f"{half}_{f.name}" for f in FUNCTIONS for half in HALVES}
    problems += [f"{name}: no operands" for name in sorted(unheard)]
    wrong, found = compare(o.interpreter, functions)
    problems += wrong
    names = listed()
    problems += [f"standard.txt has no {name}" for name in found if name not in names]
    notes = "".join(f"{name} {half} {note(*found[name][half][:2])}\n" for name in dict.fromkeys(names) if name in found
                    for half in HALVES if found[name][half][2])
    if o.only is None:
        problems += [f"{name}: not compared in the {half} half" for name in names for half in HALVES
                     if name not in found or not found[name][half][2]]
        if o.write:
            NOTES.write_text(notes)
        elif not NOTES.exists() or NOTES.read_text() != notes:
            problems.append("compared.txt does not say what was compared: standard.py --write")
        kinds = {name: halves["typed"][0] for name, halves in found.items()}
        wrong, compared = standard_chains.problems(lambda p: interpret(o.interpreter, p), o.seed, o.programs, kinds)
        problems += wrong
        print(f"seed {o.seed}: {o.programs} programs, {compared[0]} typed results and {compared[1]} of any type compared")
    for problem in problems[:40]:
        print(problem)
    count = sum(e[2] for halves in found.values() for e in halves.values())
    print(f"{sum(name in found for name in names)} of {len(names)} functions and operators, {count} comparisons, "
          f"{len(problems)} problems, NumPy {np.__version__}")
    sys.exit(bool(problems))


if __name__ == "__main__":
    main()
