"""How long the compiler's messages are for what programs get wrong: a list of statements that must not compile.

    messages.py LIST COMPILER...            checks that no message is longer than LIMIT lines
    messages.py --record LIST GCC CLANG     writes the numbers of both into the list

In the list, `: text` is put before the statements, `GCC CLANG statement` is one mistake with its two numbers of lines,
and `~ statement` below it the same mistake without weft: weft's may take half as many lines again, for the overloads
that it adds. Sources that a message quotes count, as the reader sees them.
"""

import concurrent.futures
import pathlib
import subprocess
import sys
import tempfile

from checks import main

# Clang 14 says of each kind of operand why something is none: 6 lines for each.
LIMIT = 40


def read(path):
    """(prelude, [[line number, GCC, Clang, statement, twin]])"""
    prelude, mistakes = [], []
    for number, line in enumerate(path.read_text().splitlines()):
        if line.startswith(": "):
            prelude.append(line[2:])
        elif line.startswith("~ "):
            mistakes[-1][4] = line[2:]
        elif line and not line.startswith("#"):
            gcc, clang, statement = line.split(" ", 2)
            mistakes.append([number, int(gcc), int(clang), statement, None])
    return prelude, mistakes


class Compiler:
    """Some hundred programs with one prelude, parsed once. Clang 14 crashes on some with a precompiled header."""

    def __init__(self, command, prelude, folder):
        self.command = [*command, "-fsyntax-only", "-fdiagnostics-color=never"]
        self.folder = pathlib.Path(folder)
        header = self.folder / "prelude.hpp"
        header.write_text("\n".join(prelude) + "\n")
        version = subprocess.run([command[0], "--version"], capture_output=True, text=True, check=True).stdout
        output = self.folder / ("prelude.hpp.pch" if "clang" in version else "prelude.hpp.gch")
        subprocess.run([*command, "-x", "c++-header", header, "-o", output], check=True)
        self.plain = self.folder / "plain.hpp"
        self.plain.write_text(header.read_text())

    def message(self, number, statement):
        source = self.folder / f"{number}.cpp"
        source.write_text(f"int main() {{\n  {statement}\n}}\n")
        done = self.run(source, "prelude.hpp")
        if "PLEASE submit a bug report" in done.stderr:
            done = self.run(source, "plain.hpp")
        return None if done.returncode == 0 else done.stderr

    def run(self, source, header):
        return subprocess.run([*self.command, "-include", header, source.name], capture_output=True, text=True,
                              cwd=self.folder)


def measure(command, prelude, mistakes):
    """[(message, message of the twin)] in order; None where it compiles."""
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        compiler = Compiler(command, prelude, folder)
        own = pool.map(lambda m: compiler.message(m[0], m[3]), mistakes)
        twin = pool.map(lambda m: compiler.message(f"{m[0]}_twin", m[4]) if m[4] else "", mistakes)
        return list(zip(own, twin))


def length(message):
    return len(message.splitlines())


def check(path, *command):
    prelude, mistakes = read(path)
    problems = []
    for (_, _, _, statement, twin), (message, beside) in zip(mistakes, measure(command, prelude, mistakes)):
        if message is None:
            problems.append(f"it compiles: {statement}")
        elif beside is None:
            problems.append(f"it compiles: {twin}")
        else:
            print(f"{length(message):4} {statement}")
            if length(message) > max(LIMIT, length(beside) * 3 // 2):
                problems.append(f"{length(message)} lines for: {statement}\n{message}")
    return problems


def record(path, gcc, clang, *options):
    prelude, mistakes = read(path)
    lines = path.read_text().splitlines()
    both = [measure([name, *options], prelude, mistakes) for name in (gcc, clang)]
    for (number, _, _, statement, _), *messages in zip(mistakes, *both):
        counts = [0 if own is None else length(own) for own, _ in messages]
        lines[number] = " ".join(map(str, counts)) + " " + statement
    path.write_text("\n".join(lines) + "\n")


GOOD = {"list.txt": """# a list
: void f(int);
1 1 f("x");
9 9 g(0);
"""}
LONG = "".join(f": struct t{n}; void f(t{n}*);\n" for n in range(30)) + "1 1 f(1);\n"
BAD = [
    ({"list.txt": ": void f(int);\n1 1 f(1);\n"}, "it compiles: f(1);"),
    ({"list.txt": LONG}, "lines for: f(1);"),
    ({"list.txt": LONG + "~ int x;\n"}, "it compiles: int x;"),
]

if __name__ == "__main__":
    if sys.argv[1] == "--record":
        record(pathlib.Path(sys.argv[2]), *sys.argv[3:])
    elif sys.argv[1] == "--self-test":
        main(lambda root, *command: check(root / "list.txt", *command), GOOD, BAD)
    else:
        main(check, GOOD, BAD)
