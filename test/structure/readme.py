"""README.md shows only what the tests run.

A ```cpp block is a region of an example, between `// [name]` and `// [end]`, whole and word for word; each region is
shown. Code in a table's column weft occurs in an example. A ```text block is what an example prints: lines of
examples/*.expected, where ... stands for any word. A ```cmake block is lines of test/package. The set-up command of each
preset is as .ci/run and CMakePresets.json know it; .ci/run runs the ```sh blocks on installation.
"""

import json
import re
import textwrap

from checks import main
from output import lines_agree

COMMAND = "sh cmake/setup.sh && cmake --workflow --preset "


def check(root):
    text = (root / "README.md").read_text()
    problems = []
    regions = {}
    for path in sorted((root / "examples").glob("*.cpp")):
        for name, lines in regions_of(path.read_text(), path.name, problems):
            regions[lines] = f"{path.name}: [{name}]"
    printed = files(root, "examples/*.expected")
    packages = files(root, "test/package/*/CMakeLists.txt")
    shown = set()
    for number, language, lines in blocks_of(text):
        found = True
        if language == "cpp":
            found = lines in regions
            shown.add(lines)
        elif language == "text":
            found = any(stands_in(lines, whole) for whole in printed)
        elif language == "cmake":
            found = any(stands_in(lines, whole) for whole in packages)
        elif language != "sh":
            problems.append(f"README.md:{number}: a block of `{language}`: should be cpp, text, cmake or sh")
        if not found:
            problems.append(f"README.md:{number}: no program of the tests has this {language} block")
    problems += [f"{place}: not in README.md" for lines, place in regions.items() if lines not in shown]
    return problems + table_problems(root, text) + command_problems(root, text)


def table_problems(root, text):
    """The pieces of code in the table column with the heading weft, one by one."""
    programs = "".join(path.read_text() for path in sorted((root / "examples").glob("*.cpp")))
    problems, column = [], None
    for number, line in enumerate(text.splitlines(), 1):
        cells = [cell.strip() for cell in line.split("|")] if line.startswith("|") else []
        if "weft" in cells:
            column = cells.index("weft")
        elif not cells:
            column = None
        elif column is not None:
            problems += [f"README.md:{number}: no example has `{code}`"
                         for code in re.findall(r"`([^`]+)`", cells[column]) if code not in programs]
    return problems


def command_problems(root, text):
    presets = json.loads((root / "CMakePresets.json").read_text())["workflowPresets"]
    names = {preset["name"] for preset in presets}
    problems = [f"README.md: no workflow preset `{name}`"
                for name in re.findall(r"--workflow --preset (\w+)", text) if name not in names]
    problems += [f"README.md: `{COMMAND}{name}` is missing" for name in ("demo", "test") if COMMAND + name not in text]
    if COMMAND + "test" not in (root / ".ci/run").read_text():
        problems.append(f".ci/run: does not run `{COMMAND}test`")
    return problems


def regions_of(text, file, problems):
    name, found = None, []
    for number, line in enumerate(text.splitlines(), 1):
        mark = re.fullmatch(r"\s*// \[([\w ]+)\]", line)
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
    """True if the lines stand in the file, one after the other. Indentation does not count, ... in the file is any word."""
    return any(all(map(lines_agree, whole[i:], lines)) for i in range(len(whole) - len(lines) + 1))


FENCE = "```"
README = f"""# a
{FENCE}sh
{COMMAND}demo
{COMMAND}test
{FENCE}
{FENCE}cpp
if (x)
  f(x);
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
"""
CPP = "int main() {\n  // [a]\n  if (x)\n    f(x);\n  // [end]\n}\n"
GOOD = {
    "README.md": README,
    "examples/a.cpp": CPP,
    "examples/a.expected": "begin\ntook ... ms\ndone\n",
    "test/package/a/CMakeLists.txt": "project(a)\nfind_package(a)\n",
    ".ci/run": f"  test) {COMMAND}test ;;\n",
    "CMakePresets.json": '{"workflowPresets": [{"name": "demo"}, {"name": "test"}]}',
}
BAD = [
    ({"README.md": README.replace("  f(x)", "  g(x)")}, "README.md:6: no program of the tests has this cpp block"),
    ({"README.md": README.replace("if (x)\n  f(x);", "if (x)")}, "README.md:6: no program"),
    ({"README.md": README.replace("done", "finished")}, "README.md:10: no program of the tests has this text block"),
    ({"README.md": README.replace("find_package(a)", "find_package(b)")}, "README.md:14: no program"),
    ({"README.md": README.replace("`f(x)`", "`f(y)`")}, "README.md:20: no example has `f(y)`"),
    ({"README.md": README.replace("`if (x)`", "`if (y)`")}, "README.md:20: no example has `if (y)`"),
    ({"README.md": README.replace(f"{FENCE}cpp", f"{FENCE}c")}, "a block of `c`"),
    ({"README.md": README.replace(f"{COMMAND}demo", "make")}, "demo` is missing"),
    ({"README.md": README + "cmake --workflow --preset fast\n"}, "no workflow preset `fast`"),
    ({".ci/run": "make test\n"}, ".ci/run: does not run"),
    ({"examples/a.cpp": CPP.replace("f(x)", "f( x)")}, "README.md:6: no program"),
    ({"examples/a.cpp": CPP.replace("// [end]", "")}, "a.cpp: [a] has no [end]"),
    ({"examples/a.cpp": CPP + "// [end]\n"}, "a.cpp:7: [end] out of place"),
    ({"examples/b.cpp": "// [b]\nunseen();\n// [end]\n"}, "b.cpp: [b]: not in README.md"),
]

if __name__ == "__main__":
    main(check, GOOD, BAD)
