"""Pastes the blocks of doc/tutorial.md as a reader does: each step is a program of the lines at the top of the page, the
step's functions, classes and templates, and a main() of its other blocks. The programs become functions of one, which is
compiled and run, and must print what the page says.

usage: tutorial.py --paste <root> <source>           writes the program
       tutorial.py <root> <program>...               runs it and compares
       tutorial.py --self-test <compiler>... {source} -o {program}
"""

import itertools
import pathlib
import re
import subprocess
import sys
import tempfile

from checks import main
from output import lines_agree

PAGE = "doc/tutorial.md"
BLOCK = re.compile(r"^## ([^\n]*)$|^```(cpp|text)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
DEFINITION = re.compile(r"(?:///.*\n)*(?:template\b|struct\b|(?:auto|void) \w+\([^\n]*\) \{)")
ISA = re.compile(r"\b(?:baseline|avx2|avx512)\b")


def paste(page):
    """The program, and what it should print: after a definition the page says what is computed by it in words."""
    lines, steps, expected, printed, shown = None, [], [], None, False
    for heading, kind, text in BLOCK.findall(page):
        if heading:
            steps.append(([], []))
        elif kind == "text":
            if shown and printed is not None:
                expected += text.splitlines()
            printed = None
        elif lines is None:
            lines = text
        else:
            shown = not DEFINITION.match(text)
            steps[-1][shown].append(text)
            printed = text if "std::cout" in text else None
    source = lines or ""
    for number, (definitions, statements) in enumerate(steps):
        source += f"namespace step_{number} {{\n" + "\n".join(definitions)
        source += "void run() {\n" + "".join(statements) + "}\n}\n"
    return source + "int main() {\n" + "".join(f"  step_{n}::run();\n" for n in range(len(steps))) + "}\n", expected


def check(root, *command):
    source, expected = paste((root / PAGE).read_text())
    if not expected:
        return [f"{PAGE}: no block prints anything"]
    with tempfile.TemporaryDirectory() as folder:
        if "{source}" in command:
            names = {"{source}": f"{folder}/page.cpp", "{program}": f"{folder}/page"}
            pathlib.Path(names["{source}"]).write_text(source)
            compiled = subprocess.run([names.get(word, word) for word in command], capture_output=True, text=True)
            if compiled.returncode:
                return [f"{PAGE}: pasted it does not compile:\n{compiled.stderr}"]
            command = [names["{program}"]]
        result = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    if result.returncode:
        return [f"{PAGE}: pasted it ends with {result.returncode}: {result.stderr}"]
    wanted, printed = ([ISA.sub("...", line) for line in some] for some in (expected, result.stdout.splitlines()))
    return [f"{PAGE}: expected `{one}`, printed `{other}`" for one, other in itertools.zip_longest(wanted, printed)
            if not lines_agree(one, other)]


GOOD = {PAGE: """# A page
```cpp
#include <iostream>
```
## First
```cpp
int n = 3;
std::cout << n << '\\n';
```
```text
3
```
## Second
```cpp
/// Twice.
template <class T>
T twice(T x) {
  return 2 * x;
}
```
Of 2 it is
```text
4
```
```cpp
int n = twice(4);
```
```cpp
std::cout << n << '\\n';
```
```text
8
```
"""}


def changed(old, new):
    assert old in GOOD[PAGE]
    return {PAGE: GOOD[PAGE].replace(old, new)}


BAD = [
    (changed("#include <iostream>", ""), "does not compile"),
    (changed("```text\n8", "```text\n9"), "expected `9`, printed `8`"),
    (changed("```text\n8\n", "```text\n8\n8\n"), "expected `8`, printed `None`"),
    (changed("int n = 3;", "int n = 3; return 1;"), "does not compile"),
    (changed("int n = twice(4);", "int n = twice(5);"), "printed `10`"),
    ({PAGE: "# A page\n"}, "no block prints anything"),
]

if __name__ == "__main__":
    if sys.argv[1] == "--paste":
        pathlib.Path(sys.argv[3]).write_text(paste((pathlib.Path(sys.argv[2]) / PAGE).read_text())[0])
    else:
        main(check, GOOD, BAD)
