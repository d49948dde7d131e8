"""README.md and the pages of doc/ show only what the tests run.

A ```cpp, ```c or ```fortran block is a region of an example in that language, between `// [name]` and `// [end]` (in
Fortran with ! in place of //), whole and word for word; each region is shown in one of them. Pages that pasted.py compiles and runs have blocks of their own, ```python among them; on other
pages such a block stands in a script of examples. Code in a table's column weft occurs in an example, or in test/names.
A ```text block is what an example prints: lines of an .expected file under examples, where ... stands for any word. A
```cmake block is lines of the CMakeLists.txt of examples/first, examples/python or of test/package. The set-up command of each preset is
as .ci/run and CMakePresets.json know it; .ci/run runs the ```sh blocks on installation. A ```gdb block is what a
debugger says (test/debug), a ```json block can be read. What is linked to is there.
README.md stays short. The tables of doc/contributing.md have the jobs of .ci/run with their minutes; those of a change
take less than LONGEST_CI together.

A row | message | of | write | test | of a table that begins with "the compiler says" quotes a message of the headers,
which the test in test/reject expects, and code that stands there.
"""

import json
import re
import textwrap

import pasted
from checks import main
from output import lines_agree

COMMANDS = {"demo": "sh cmake/setup.sh --demo && cmake --workflow --preset demo",
            "test": "sh cmake/setup.sh && cmake --workflow --preset test"}
README_LINES = 150
LONGEST_CI = 55
MESSAGE = re.compile(r"\| `(.*?)` \| `(.*?)` \| `(.*?)` \| \[(\w+)\].*")
LINK = re.compile(r"\]\(([^)\s]+)\)")
LANGUAGES = {".cpp": "cpp", ".c": "c", ".f90": "fortran"}


def check(root):
    problems = []
    regions = {}
    for path in sorted(path for path in (root / "examples").rglob("*") if path.suffix in LANGUAGES):
        place = path.relative_to(root / "examples")
        for name, lines in regions_of(path.read_text(), place, problems):
            regions[lines] = f"{place}: [{name}]"
    printed = files(root, "examples/**/*.expected")
    packages = files(root, "examples/first/CMakeLists.txt") + files(root, "test/package/*/CMakeLists.txt") + files(
        root, "examples/python/CMakeLists.txt")
    scripts = files(root, "examples/*.py") + files(root, "examples/python/*.py")
    shown = set()
    for page in documents(root):
        text = page.read_text()
        written = page.parent.name == "reference"  # by reference.py, of what is printed
        is_pasted = page.relative_to(root).as_posix() in pasted.pages(root)
        results = [pasted.paste(text)[1], pasted.script(text)[1]] if is_pasted else []
        for number, language, lines in blocks_of(text):
            where = f"{page.relative_to(root)}:{number}"
            found = True
            if language in LANGUAGES.values():
                found = lines in regions or (language == "cpp" and (written or is_pasted))
                shown.add(lines)
            elif language == "text":
                found = written or any(stands_in(lines, whole) for whole in printed + results)
            elif language == "cmake":
                found = any(stands_in(lines, whole) for whole in packages)
            elif language == "json":
                problems += json_problems(where, lines)
            elif language == "python":
                found = is_pasted or any(stands_in(lines, whole) for whole in scripts)
            elif language not in ("sh", "gdb"):
                problems.append(f"{where}: a block of `{language}`: should be cpp, c, fortran, text, cmake, sh, gdb or json")
            if not found:
                problems.append(f"{where}: no program of the tests has this {language} block")
        problems += table_problems(root, page) + link_problems(root, page)
    problems += message_problems(root)
    problems += [f"{place}: in no document" for lines, place in regions.items() if lines not in shown]
    return problems + command_problems(root, (root / "README.md").read_text()) + ci_problems(root)


def json_problems(where, lines):
    try:
        json.loads("\n".join(lines))
    except json.JSONDecodeError as error:
        return [f"{where}: no JSON: {error}"]
    return []


def documents(root):
    return [root / "README.md", *sorted((root / "doc").rglob("*.md"))]


def table_problems(root, page):
    """The pieces of code in the table column with the heading weft, one by one."""
    programs = "".join(path.read_text() for folder in ("examples", "test/names")
                       for path in sorted((root / folder).rglob("*.cpp")))
    problems, column = [], None
    for number, line in enumerate(page.read_text().splitlines(), 1):
        cells = [cell.strip() for cell in line.split("|")] if line.startswith("|") else []
        if "weft" in cells and any(cell in ("NumPy", "elsewhere") for cell in cells):
            column = cells.index("weft")
        elif not cells:
            column = None
        elif column is not None:
            problems += [f"{page.relative_to(root)}:{number}: no example has `{code}`"
                         for code in re.findall(r"`([^`]+)`", cells[column]) if code not in programs]
    return problems


def message_problems(root):
    literals = re.compile(r'"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*')
    said = "\n".join(re.sub(r'"\s*"', "", literal) for path in sorted((root / "include").rglob("*.h*"))
                     for literal in literals.findall(path.read_text()))
    problems = []
    for page in documents(root):
        inside = False
        for number, line in enumerate(page.read_text().splitlines(), 1):
            inside = line.startswith("| the compiler says |") or (inside and line.startswith("|"))
            if inside and (row := MESSAGE.fullmatch(line.replace("\\|", "|"))):
                where = f"{page.relative_to(root)}:{number}"
                message, wrong, right, name = row.groups()
                test = (root / f"test/reject/{name}.cpp").read_text()
                if message not in said:
                    problems.append(f"{where}: no header says `{message}`")
                if not any(re.search(one, message) for one in re.findall(r"^// reject: (.*)$", test, re.MULTILINE)):
                    problems.append(f"{where}: {name}.cpp does not expect `{message}`")
                problems += [f"{where}: {name}.cpp has no `{code}`" for code in (wrong, right) if code not in test]
            elif inside and not re.match(r"\| the compiler says|\|-", line):
                problems.append(f"{page.relative_to(root)}:{number}: should be message, of, write and test")
    return problems


def link_problems(root, page):
    """Files, and headings of pages. Who reads a page in a browser finds the rest."""
    problems = []
    for target in LINK.findall(re.sub(r"^```.*?^```$|`[^`\n]*`", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)):
        if re.match(r"\w+:", target):
            continue
        path, _, heading = target.partition("#")
        file = page.parent / path if path else page
        if not file.exists():
            problems.append(f"{page.relative_to(root)}: links to {target}, which is missing")
        elif heading and heading not in map(anchor, re.findall(r"^#+ (.*)$", file.read_text(), re.MULTILINE)):
            problems.append(f"{page.relative_to(root)}: links to {target}, which has no such heading")
    return problems


def anchor(heading):
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def command_problems(root, text):
    presets = json.loads((root / "CMakePresets.json").read_text())["workflowPresets"]
    names = {preset["name"] for preset in presets}
    problems = [f"README.md: no workflow preset `{name}`"
                for name in re.findall(r"--workflow --preset (\w+)", text) if name not in names]
    problems += [f"README.md: `{command}` is missing" for command in COMMANDS.values() if command not in text]
    if COMMANDS["test"] not in (root / ".ci/run").read_text():
        problems.append(f".ci/run: does not run `{COMMANDS['test']}`")
    lines = len(text.splitlines())
    return problems + ([f"README.md: {lines} lines, more than {README_LINES}"] if lines > README_LINES else [])


def ci_problems(root):
    """The two lists of .ci/run are the two tables, in order."""
    lists = re.findall(r'^(?:change|release)="([\w\s-]*)"', (root / ".ci/run").read_text(), re.MULTILINE)
    page = (root / "doc/contributing.md").read_text()
    rows = [(job, int(minutes)) for job, minutes in re.findall(r"^\| `([\w-]+)` \| (\d+) \|", page, re.MULTILINE)]
    wanted, found = [job for jobs in lists for job in jobs.split()], [job for job, _ in rows]
    problems = [] if wanted == found else [f"doc/contributing.md: the jobs are {found}, should be {wanted}"]
    total = sum(minutes for _, minutes in rows[:len(lists[0].split()) if lists else 0])
    too_long = [f"doc/contributing.md: a change takes {total} minutes, more than {LONGEST_CI}"] if total > LONGEST_CI else []
    return problems + too_long


def regions_of(text, file, problems):
    name, found = None, []
    for number, line in enumerate(text.splitlines(), 1):
        mark = re.fullmatch(r"\s*(?://|!) \[([\w ]+)\]", line)
        if mark and (mark[1] == "end") == (name is None):
            problems.append(f"{file}:{number}: [{mark[1]}] out of place")
        if mark and mark[1] != "end":
            name, lines = mark[1], []
        elif mark:
            if name is not None:
                found.append((name, plain(lines)))
            name = None
        elif name is not None:
            lines.append(line)
    if name is not None:
        problems.append(f"{file}: [{name}] has no [end]")
    return found


def blocks_of(text):
    for block in re.finditer(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        yield text.count("\n", 0, block.start()) + 1, block[1], plain(block[2].splitlines())


def plain(lines):
    return tuple(textwrap.dedent("\n".join(lines)).rstrip().splitlines())


def files(root, pattern):
    return [path.read_text().splitlines() for path in sorted(root.glob(pattern))]


def stands_in(lines, whole):
    """True if the lines stand in the file, one after the other. Indentation does not count, ... there is any word."""
    return any(all(map(lines_agree, whole[i:], lines)) for i in range(len(whole) - len(lines) + 1))


FENCE = "```"
README = f"""# a
{FENCE}sh
{COMMANDS["demo"]}
{COMMANDS["test"]}
{FENCE}
{FENCE}cpp
int main() {{
  std::cout << 1;
}}
{FENCE}
{FENCE}text
1
{FENCE}
{FENCE}text
took 3.1 ms
done
{FENCE}
{FENCE}cmake
find_package(a)
{FENCE}

| | weft | NumPy |
|---|---|---|
| f | `f(x)`, `if (x)` | `f[x]` |

[a page](doc/page.md#its-first-part), [outside](https://example.org), [here](#a)

| question | weft |
|---|---|
| `f(y)` | `1 ns` |
"""
MESSAGES = """
| the compiler says | of | write | test |
|---|---|---|---|
| `weft: a \\| b is no c: d(a)` | `a \\| b` | `d(a)` | [c](../test/reject/c.cpp) |
"""
PAGE = (f"# Page\n\n## Its `first` part\n\n[back](../README.md)\n\n{FENCE}cpp\ng();\n{FENCE}\n"
        f"{FENCE}cpp\nif (x)\n  f(x);\n{FENCE}\n"
        f"{FENCE}gdb\n(gdb) p a\n{FENCE}\n")
CPP = "int main() {\n  // [a]\n  if (x)\n    f(x);\n  // [end]\n}\n"
GOOD = {
    "README.md": README,
    "doc/page.md": PAGE + MESSAGES,
    "include/weft/c.hpp": 'static_assert(false, "weft: a | b is "\n  "no c: d(a)");\n',
    "test/reject/c.cpp": "// reject: weft: a . b is no c\nd(a);\n#ifdef WEFT_REJECT\na | b;\n#endif\n",
    "examples/a.cpp": CPP,
    "examples/a.expected": "begin\ntook ... ms\ndone\n",
    "examples/deep/b.cpp": "// [b]\ng();\n// [end]\n",
    "test/package/a/CMakeLists.txt": "project(a)\nfind_package(a)\n",
    ".ci/run": f'change="test style"\nrelease="asan\n  fuzz-all"\n{COMMANDS["test"]}\n',
    "doc/contributing.md": "| `test` | 20 | a |\n| `style` | 5 | b |\n\n| `asan` | 7 | c |\n| `fuzz-all` | 90 | d |\n",
    "CMakePresets.json": '{"workflowPresets": [{"name": "demo"}, {"name": "test"}]}',
}
BAD = [
    ({"doc/page.md": PAGE.replace("  f(x)", "  g(x)")}, "doc/page.md:10: no program of the tests has this cpp block"),
    ({"doc/page.md": PAGE.replace("if (x)\n  f(x);", "if (x)")}, "doc/page.md:10: no program"),
    ({"README.md": README.replace("done", "finished")}, "README.md:14: no program of the tests has this text block"),
    ({"README.md": README.replace("find_package(a)", "find_package(b)")}, "README.md:18: no program"),
    ({"README.md": README.replace("`f(x)`", "`f(y)`")}, "README.md:24: no example has `f(y)`"),
    ({"README.md": README.replace("`if (x)`", "`if (y)`")}, "README.md:24: no example has `if (y)`"),
    ({"README.md": README.replace(f"{FENCE}cpp", f"{FENCE}d")}, "a block of `d`"),
    ({"examples/c/a.c": "// [c]\nf();\n// [end]\n"}, "c/a.c: [c]: in no document"),
    ({"examples/a.f90": "! [f]\ncall f\n! [end]\n"}, "a.f90: [f]: in no document"),
    ({"doc/page.md": PAGE + f"{FENCE}fortran\ncall g\n{FENCE}\n"}, "has this fortran block"),
    ({"doc/page.md": PAGE + f"{FENCE}json\n{{\n{FENCE}\n"}, "doc/page.md:17: no JSON"),
    ({"doc/page.md": PAGE.replace(f"{FENCE}cpp", f"{FENCE}python")}, "has this python block"),
    ({"README.md": README.replace(COMMANDS["demo"], "make")}, "demo` is missing"),
    ({"README.md": README + "cmake --workflow --preset fast\n"}, "no workflow preset `fast`"),
    ({"README.md": README.replace("doc/page.md#", "doc/pages.md#")},
     "links to doc/pages.md#its-first-part, which is missing"),
    ({"README.md": README.replace("#its-first", "#its-last")},
     "links to doc/page.md#its-last-part, which has no such heading"),
    ({"README.md": README + "\n" * README_LINES}, f"lines, more than {README_LINES}"),
    ({"doc/page.md": PAGE.replace("g();", "h();")}, "doc/page.md:7: no program of the tests has this cpp block"),
    ({"doc/page.md": PAGE.replace("../README.md", "README.md")}, "doc/page.md: links to README.md, which is missing"),
    ({"doc/contributing.md": GOOD["doc/contributing.md"].replace("| `asan`", "| asan")}, "should be ['test', 'style', 'asan'"),
    ({"doc/contributing.md": GOOD["doc/contributing.md"].replace("20", str(LONGEST_CI))}, "a change takes 60 minutes"),
    ({"doc/page.md": PAGE + MESSAGES.replace("is no c", "is a c")}, "no header says `weft: a | b is a c: d(a)`"),
    ({"doc/page.md": PAGE + MESSAGES.replace("is no c", "is a c")}, "c.cpp does not expect `weft: a | b is a c: d(a)`"),
    ({"doc/page.md": PAGE + MESSAGES.replace("| `d(a)`", "| `e(a)`")}, "c.cpp has no `e(a)`"),
    ({"doc/page.md": PAGE + MESSAGES.replace("| `d(a)`", "| d(a)")}, "should be message, of, write and test"),
    ({".ci/run": "make test\n"}, ".ci/run: does not run"),
    ({"examples/a.cpp": CPP.replace("f(x)", "f( x)")}, "doc/page.md:10: no program"),
    ({"examples/a.cpp": CPP.replace("// [end]", "")}, "a.cpp: [a] has no [end]"),
    ({"examples/a.cpp": CPP + "// [end]\n"}, "a.cpp:7: [end] out of place"),
    ({"examples/b.cpp": "// [b]\nunseen();\n// [end]\n"}, "b.cpp: [b]: in no document"),
]

if __name__ == "__main__":
    main(check, GOOD, BAD)
