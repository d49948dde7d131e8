"""Random programs over tensors, run by NumPy and by weft: every shape, value and error must agree.

    check.py [--seed N] [--programs N] [--only K] [--some] [--sparse] <interpreter> ...

The interpreter is the program built from this folder (words before it may start an emulator). Without --seed the
programs are the same each time; WEFT_NUMPY_SEED and WEFT_NUMPY_PROGRAMS in the environment do what the options do, so
`WEFT_NUMPY_SEED=$RANDOM ctest -R numpy` tries others. Of a disagreement the smallest program is printed, with the seed
and the number that make it again: --seed N --only K.

A program is a list of commands, each of which fills the next register: with new values, with a view of another
register, with a result, or, if it writes into another register, with nothing. All registers are compared at the end, to
the last bit where IEEE arithmetic leaves no choice: inputs are mostly multiples of 1/4, whose sums are exact in any
order. A result that may differ in its last bits is compared within the bound that its command states, and no later
command reads it. Where NumPy raises an error, weft must throw one of the same kind; functions here raise by themselves
where weft's documentation says that it refuses what NumPy accepts. Arithmetic on small integers is done in the types of
C++, complex numbers beside real ones part by part: commands.py asks NumPy for the same (as_in_c, with_real).
"""

import argparse
import os
import subprocess
import sys
import tempfile
import warnings

try:
    import numpy as np
except ImportError:
    print("skipped: this Python has no NumPy (python3-numpy)")
    sys.exit(77)

from commands import COMMANDS, NAMES, TYPES, Check, Matrix, Reg, Unsuitable, execute, floats, letter
from generator import WEIGHTS, make_program


def word(x):
    if isinstance(x, Reg):
        return f"r{int(x)}"
    if isinstance(x, (list, tuple)):
        return ",".join(str(int(n)) for n in x) or "-"
    return repr(x) if isinstance(x, float) else str(x)


def written(program):
    lines = ["program"]
    for name, args in program:
        if name == "new":
            kind, shape, values = args
            lines.append(f"new {kind} {word(shape)} {np.array(values, TYPES[kind]).tobytes().hex() or '-'}")
        else:
            lines.append(" ".join([name, *map(word, args)]))
    return "\n".join(lines) + "\n"


def readable(program):
    lines = []
    for k, (name, args) in enumerate(program):
        if name == "new":
            lines.append(f"  r{k} = {NAMES[args[0]]} of shape ({','.join(map(str, args[1]))}): {list(args[2])}")
        else:
            lines.append(f"  r{k} = {name} " + " ".join(map(word, args)))
    return "\n".join(lines)


def difference(result, line):
    """Why a line of the interpreter does not agree with a result, or None."""
    words = line.split()
    if words[0] == "!":
        if result.error is None or words[1] not in result.error.split():
            return f"weft: {line.strip()}; NumPy: {describe(result)}"
        return None
    if result.error is not None:
        return f"weft: {shown(line)}; expected an error of kind {result.error}"
    if words[0] == ".":
        return None if result.value is None else "no result"
    if result.value is None:
        return "a result"
    a, b = result.value, got(words)
    if isinstance(a, Check):
        return a.f(b)
    if isinstance(a, Matrix):
        if not isinstance(b, Matrix) or (a.kind, a.shape) != (b.kind, b.shape):
            return f"weft: {plain(b)}; SciPy: {plain(a)}"
        same = np.array_equal(a.offsets, b.offsets) and np.array_equal(a.indices, b.indices)
        same = same and agree(a.values, b.values, result)
    elif isinstance(b, Matrix) or letter(a) != letter(b) or a.shape != b.shape:
        return f"weft: {plain(b)}; NumPy: {a.dtype} {a.shape}"
    else:
        same = agree(a, b, result)
    return None if same else f"weft: {plain(b)}; NumPy: {plain(a)}"


def agree(a, b, result):
    """Whether elements b of weft are those that NumPy computes, within the bound of the result."""
    if a.dtype.kind not in "fc":
        return np.array_equal(a, b)
    x, y = floats(a), floats(b)
    same = (x == y) | (np.isnan(x) & np.isnan(y))
    if result.compare == "exact":
        same &= np.isnan(x) | (np.signbit(x) == np.signbit(y))
    elif result.compare == "near":
        if a.dtype.kind == "c":
            same = same.all(-1)
        eps = np.finfo(a.dtype).eps
        with np.errstate(all="ignore"):
            same |= np.abs(a - b) <= 32 * eps * (np.abs(a) + result.bound) + (5e-324 if eps < 1e-10 else 1e-45)
    return bool(np.all(same))


def got(words):
    """The value that a line of the interpreter tells."""
    if words[0] == "S":
        return Matrix(words[2].split(","), words[1], *(got(words[k : k + 3]) for k in (3, 6, 9)))
    shape = [int(n) for n in words[1].split(",")] if words[1] != "-" else []
    return np.frombuffer(bytes.fromhex(words[2]) if words[2] != "-" else b"", TYPES[words[0]]).reshape(shape)


def plain(value):
    if isinstance(value, Matrix):
        return (f"{value.kind} of {value.shape}: {value.offsets.tolist()} {value.indices.tolist()} "
                f"{value.values.tolist()}")
    return "what passes a check" if isinstance(value, Check) else str(value.tolist())


def shown(line):
    words = line.split()
    return plain(got(words)) if words[0] in TYPES or words[0] == "S" else line


def describe(result):
    if result.error:
        return f"an error of kind {result.error}"
    return "nothing" if result.value is None else plain(result.value)


def interpret(interpreter, programs):
    """The interpreter's lines for each program; of one that stopped half way, those that are there."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.writelines(written(p) for p in programs)
        file.flush()
        done = subprocess.run([*interpreter, file.name], capture_output=True, text=True)
    out, lines = [], done.stdout.splitlines()
    for line in lines:
        if line == "program":
            out.append([])
        elif line != "end":
            out[-1].append(line)
    return out, done.returncode, done.stderr


def run_numpy(program):
    results = []
    for name, args in program:
        results.append(execute(results, name, args))
    return results


def disagreement(program, lines):
    """The first register that differs, and why."""
    for k, (result, line) in enumerate(zip(run_numpy(program), lines)):
        why = difference(result, line)
        if why:
            return f"  r{k}: {why}"
    return None if len(lines) == len(program) else "  the interpreter stopped"


def fails(interpreter, program):
    lines, code, _ = interpret(interpreter, [program])
    try:
        return disagreement(program, lines[0] if lines and code == 0 else [])
    except Unsuitable:
        return None


def without(program, k):
    """The program without command k and those that read its register."""
    gone, number, out = {k}, {}, []
    for j, (name, args) in enumerate(program):
        if j in gone or any(isinstance(x, Reg) and int(x) in gone for x in args):
            gone.add(j)
            continue
        number[j] = len(out)
        out.append((name, tuple(Reg(number[int(x)]) if isinstance(x, Reg) else x for x in args)))
    return out


def shrink(interpreter, program):
    k = len(program) - 1
    while k >= 0:
        smaller = without(program, k)
        if smaller and fails(interpreter, smaller):
            program = smaller
            k = min(k, len(program))
        k -= 1
    return program


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=int(os.environ.get("WEFT_NUMPY_SEED", "1")))
    parser.add_argument("--programs", type=int, default=int(os.environ.get("WEFT_NUMPY_PROGRAMS", "0")),
                        help="6000 unless told, of sparse matrices 1000")
    parser.add_argument("--only", type=int)
    parser.add_argument("--some", action="store_true", help="the interpreter need not have all commands")
    parser.add_argument("--sparse", action="store_true", help="with sparse matrices, by SciPy")
    parser.add_argument("interpreter", nargs=argparse.REMAINDER)
    o = parser.parse_args()
    np.seterr(all="ignore")
    warnings.simplefilter("ignore")

    if o.sparse:
        try:
            import sparse
        except ImportError:
            print("skipped: this Python has no SciPy (python3-scipy)")
            sys.exit(77)
        WEIGHTS.update(sparse.WEIGHTS)
    numbers = range(o.programs or (1000 if o.sparse else 6000)) if o.only is None else [o.only]
    known = set(COMMANDS) & set(subprocess.run(o.interpreter, capture_output=True, text=True).stdout.split())
    programs = [make_program(o.seed, k, known) for k in numbers]
    out, code, errors = interpret(o.interpreter, programs)
    if code != 0:
        print(f"the interpreter ended with {code} in program {numbers[max(len(out) - 1, 0)]}:\n{errors[-6000:]}")
    failures, counts = 0, {}
    for number, program, lines in zip(numbers, programs, out):
        why = disagreement(program, lines)
        for name, _ in program:
            counts[name] = counts.get(name, 0) + 1
        if why is None:
            continue
        failures += 1
        if failures <= 8:
            small = shrink(o.interpreter, program)
            print(f"--seed {o.seed} --only {number}:\n{readable(small)}\n{fails(o.interpreter, small) or why}")
    missing = sorted((known if o.some else set(COMMANDS)) - set(counts)) if len(programs) >= 1000 else []
    if missing:
        print("never used:", ", ".join(missing))
    print(f"seed {o.seed}: {len(programs)} programs, {sum(counts.values())} commands, {failures} disagreements, "
          f"NumPy {np.__version__}" + (f", SciPy {sparse.VERSION}" if o.sparse else ""))
    sys.exit(bool(failures or code or missing or len(out) < len(programs)))


if __name__ == "__main__":
    main()
