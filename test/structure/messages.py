"""How long the compiler's messages are for what programs get wrong: a list of statements that must not compile.

    messages.py LIST COMPILER...            checks that no message is longer than LIMIT lines
    messages.py --record LIST GCC CLANG     writes the numbers of both into the list

In the list, `: text` is put before the statements, `GCC CLANG statement` is one mistake with its two numbers of lines,
and `~ statement` below it the same mistake without weft: weft's may take half as many lines again, for the overloads
that it adds. Sources that a message quotes count, as the reader sees them.
"""

import itertools
import pathlib
import subprocess
import sys
import tempfile

from checks import main
from diagnostics import CRASH, errors_of

# Clang 14 says of each kind of operand why something is none: 6 lines for each.
LIMIT = 40
# In one run a compiler says once what is wrong with a template. With this number of runs, none of the messages that are so
# short in a run has more than 30 lines alone (GCC 12 and Clang 19).
RUNS = 12
SHORT = 18


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

    def messages(self, statements):
        """What is short where many are compiled at once is not long alone. The others are compiled alone."""
        programs = self.programs(statements)
        found = {}
        for first in range(RUNS): # statements beside each other in the list are alike, and share errors
            at_once = dict(itertools.islice(programs.items(), first, None, RUNS))
            found |= errors_of(at_once, [*self.command, "-include", "prelude.hpp"], self.folder)
        return ["\n".join(found[name]) if 0 < len(found.get(name, ())) <= SHORT else self.message(name)
                for name in programs]

    def messages_alone(self, statements):
        return [self.message(name) for name in self.programs(statements)]

    def programs(self, statements):
        texts = {f"{number}.cpp": f"int main() {{\n  {statement}\n}}\n" for number, statement in enumerate(statements)}
        for name, text in texts.items():
            (self.folder / name).write_text(text)
        return texts

    def message(self, name):
        done = self.run(name, "prelude.hpp")
        if CRASH in done.stderr:
            done = self.run(name, "plain.hpp")
        return None if done.returncode == 0 else done.stderr

    def run(self, name, header):
        return subprocess.run([*self.command, "-include", header, name], capture_output=True, text=True, cwd=self.folder)


def length(message):
    return len(message.splitlines())


def check(path, *command):
    prelude, mistakes = read(path)
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        compiler = Compiler(command, prelude, folder)
        messages = compiler.messages([statement for _, _, _, statement, _ in mistakes])
        for (_, _, _, statement, twin), message in zip(mistakes, messages):
            if message is None:
                problems.append(f"it compiles: {statement}")
                continue
            print(f"{length(message):4} {statement}")
            if length(message) <= LIMIT:
                continue
            [beside] = compiler.messages_alone([twin]) if twin else [""]
            if beside is None:
                problems.append(f"it compiles: {twin}")
            elif length(message) > length(beside) * 3 // 2:
                problems.append(f"{length(message)} lines for: {statement}\n{message}")
    return problems


def record(path, gcc, clang, *options):
    prelude, mistakes = read(path)
    lines = path.read_text().splitlines()
    both = []
    for name in (gcc, clang):
        with tempfile.TemporaryDirectory() as folder:
            both.append(Compiler([name, *options], prelude, folder).messages_alone([mistake[3] for mistake in mistakes]))
    for (number, _, _, statement, _), *messages in zip(mistakes, *both):
        counts = [0 if own is None else length(own) for own in messages]
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
