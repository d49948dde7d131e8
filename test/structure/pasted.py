"""Pastes the C++ blocks of a page as a reader does. The lines at the top of the first block stand in front. A section's
functions, classes and templates stand before its other blocks, which go into main(), and see those of earlier sections.
The sections become functions of one program, which is compiled and run, and must print what the page says. Blocks of
Python are one script, which finds the program as a library, ./libpage.so.

usage: pasted.py --paste <page> <source>             writes the program
       pasted.py <root> <page> <program>...          runs it and compares
       pasted.py <root> <page> --python <python> <library>
       pasted.py --self-test <compiler>... {source} -o {program}
"""

import itertools
import pathlib
import re
import subprocess
import sys
import tempfile
import textwrap

from checks import main
from output import lines_agree

PAGES = ["README.md", "doc/tutorial.md", "doc/tour.md", "doc/simulation.md", "doc/recipes/*.md"]
# Its blocks stand in examples/python, which needs libraries for Python.
OF_EXAMPLES = ["doc/recipes/python.md"]
BLOCK = re.compile(r"^##+ ([^\n]*)$|^```(cpp|text|python)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
DEFINITION = re.compile(r"(?://[^\n]*\n)*(?:(?:template|struct|class|constexpr|namespace|extern)\b|using \w+ =|"
                        r"(?!for|if|while|try)[\w:<>,&* ]+ [*&]?\w+\([^\n;]*\) \{)")
PROGRAM = re.compile(r"(.*?)^int main\(\) \{\n(.*)^\}\n", re.DOTALL | re.MULTILINE)
PRINTING = re.compile(r"\bcout\b|std::printf")
REMARK = re.compile(r"\bcout .*<< '\\n'; +// (.*)$", re.MULTILINE)
ISA = re.compile(r"\b(?:baseline|avx2|avx512)\b")


def pages(root):
    found = [page.relative_to(root).as_posix() for pattern in PAGES for page in sorted(root.glob(pattern))]
    return [page for page in found if page not in OF_EXAMPLES]


def script(page):
    """The Python of a page, and what it should print."""
    source, expected, shown = "", [], False
    for _, kind, text in BLOCK.findall(page):
        if kind == "python":
            source += text
        elif kind == "text" and shown:
            expected += text.splitlines()
        shown = kind == "python"
    return source, expected


def paste(page):
    """The program, and what it should print: the text below a block, or else the remarks behind its lines. After a
    definition the page says what is computed by it in words."""
    lines, steps, expected, printing, remarks = None, [([], [])], [], False, []
    for heading, kind, text in BLOCK.findall(page):
        if kind == "text":
            expected += text.splitlines() if printing else []
            printing, remarks = False, []
            continue
        expected += remarks
        printing, remarks = False, []
        if heading:
            steps.append(([], []))
        elif kind == "cpp":
            if program := PROGRAM.fullmatch(text):
                lines, text = lines or program[1], textwrap.dedent(program[2])
            elif lines is None:
                lines = text
                continue
            shown = not DEFINITION.match(text)
            steps[-1][shown].append(text)
            printing = shown and PRINTING.search(text)
            remarks = REMARK.findall(text) if printing else []
    source = lines or ""
    for number, (definitions, statements) in enumerate(steps):
        earlier = f"using namespace step_{number - 1};\n" if number else ""
        source += f"namespace step_{number} {{\n{earlier}" + "\n".join(definitions)
        source += "void run() {\n" + "".join(statements) + "}\n}\n"
    calls = "".join(f"  step_{n}::run();\n" for n in range(len(steps)))
    return f"{source}int main() {{\n{calls}}}\n", expected + remarks


def check(root, page, *command):
    source, expected = (script if command[0] == "--python" else paste)((root / page).read_text())
    if not expected:
        return [f"{page}: no block prints anything"]
    with tempfile.TemporaryDirectory() as folder:
        if "{source}" in command:
            names = {"{source}": f"{folder}/page.cpp", "{program}": f"{folder}/page"}
            pathlib.Path(names["{source}"]).write_text(source)
            compiled = subprocess.run([names.get(word, word) for word in command], capture_output=True, text=True)
            if compiled.returncode:
                return [f"{page}: pasted it does not compile:\n{compiled.stderr}"]
            command = [names["{program}"]]
        elif command[0] == "--python":
            pathlib.Path(f"{folder}/libpage.so").symlink_to(command[2])
            command = [command[1], "-c", source]
        result = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    if result.returncode:
        return [f"{page}: pasted it ends with {result.returncode}: {result.stderr}"]
    wanted, printed = ([ISA.sub("...", line) for line in some] for some in (expected, result.stdout.splitlines()))
    return [f"{page}: expected `{one}`, printed `{other}`" for one, other in itertools.zip_longest(wanted, printed)
            if not lines_agree(one, other)]


PAGE = "README.md"
GOOD = {PAGE: """# A page
```cpp
#include <cstdio>
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
## Third
```cpp
// A function without template.
unsigned long half(int x) {
  return x / 2;
}
```
```cpp
for (int n = 0; n < 2; ++n) {
  std::printf("%lu\\n", half(twice(n)));
}
```
```text
0
1
```
"""}
PROGRAM_FIRST = """# A page
```cpp
#include <iostream>
const int three = 3;

int main() {
  int n = three;
  std::cout << n << '\\n';
}
```
```text
3
```
## Second
```cpp
std::cout << three + 1 << '\\n'; // 4
```
"""


def changed(old, new, text=GOOD[PAGE]):
    assert old in text
    return {PAGE: text.replace(old, new)}


BAD = [
    (changed("#include <iostream>", ""), "does not compile"),
    (changed("```text\n8", "```text\n9"), "expected `9`, printed `8`"),
    (changed("```text\n8\n", "```text\n8\n8\n"), "expected `8`, printed `0`"),
    (changed("int n = 3;", "int n = 3; return 1;"), "does not compile"),
    (changed("int n = twice(4);", "int n = twice(5);"), "printed `10`"),
    (changed("half(twice(n))", "half(n)"), "expected `1`, printed `0`"),
    (changed("half(twice(n))", "twice(half(n)"), "does not compile"),
    (changed("// 4", "// 5", PROGRAM_FIRST), "expected `5`, printed `4`"),
    (changed("```text\n3", "```text\n5", PROGRAM_FIRST), "expected `5`, printed `3`"),
    ({PAGE: "# A page\n"}, "no block prints anything"),
]

if __name__ == "__main__":
    if sys.argv[1] == "--paste":
        pathlib.Path(sys.argv[3]).write_text(paste(pathlib.Path(sys.argv[2]).read_text())[0])
    elif sys.argv[1] == "--self-test":
        main(lambda root, *command: check(root, PAGE, *command), GOOD, BAD)
    else:
        main(check, GOOD, BAD)
