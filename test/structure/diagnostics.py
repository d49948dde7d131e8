"""Programs that must not compile, in one run of the compiler, and which of its messages are about which program.

Each program is a namespace behind the headers that all of them include, and lines are numbered as in its own file.
"""

import re
import subprocess

INCLUDE = re.compile(r"^#include .*\n", re.MULTILINE)
# <file>:<line>:<column>: <kind>:
LOCATED = re.compile(r"(\S+?):\d+:(\d+:)? ")
ERROR = re.compile(r"\S+?:\d+:(\d+:)? (fatal )?error: ")
# Lines in which GCC says before an error where it is.
CONTEXT = re.compile(
    r"In file included from |\s+from |\S+: (In |At )|\S+?:\d+:(\d+:)?\s+(recursively )?(required |in .constexpr. expansion of)")
CRASH = "submit a"


def joined(programs):
    """The text of one file for {name: text}: the includes of all, and a namespace for each program."""
    includes = sorted({line for text in programs.values() for line in INCLUDE.findall(text)})
    return "".join(includes) + "".join(
        f'namespace program_{number} {{\n#line 1 "{name}"\n{INCLUDE.sub(chr(10), text)}\n}}\n'
        for number, (name, text) in enumerate(programs.items()))


def errors_of(programs, command, folder):
    """{name: the lines of its errors} of one run of the compiler in the folder, whose files it quotes. A program without
    errors is missing, and so are all if the compiler crashes."""
    done = subprocess.run([*command, "-fsyntax-only", "-fdiagnostics-color=never", "-fmax-errors=0", "-x", "c++", "-"],
                          input=joined(programs), capture_output=True, text=True, cwd=folder)
    found = {}
    if done.returncode and CRASH not in done.stderr:
        for block in blocks(done.stderr.splitlines()):
            name = next((located[1] for line in block if (located := LOCATED.match(line)) and located[1] in programs), None)
            if name:
                found.setdefault(name, []).extend(block)
    return found


def blocks(lines):
    """The lines of each error: where it is, the error, what is quoted and noted below."""
    begins = []
    for number, line in enumerate(lines):
        if ERROR.match(line):
            while number > 0 and CONTEXT.match(lines[number - 1]):
                number -= 1
            begins.append(number)
    return [lines[begin:stop] for begin, stop in zip(begins, [*begins[1:], len(lines)])]
