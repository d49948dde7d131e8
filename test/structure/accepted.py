"""The programs of a folder that must not compile with WEFT_REJECT (reject.py) compile without: a share of them at once.

    accepted.py FOLDER 2/4 COMPILER...     the second of four shares

Each program is a namespace of one file, behind the headers of all; what is wrong is said of the program's own lines.
"""

import re
import subprocess

from checks import main

REJECTED = re.compile(r"^#ifdef WEFT_REJECT\n.*?^(?:#else\n(.*?)^)?#endif\n", re.MULTILINE | re.DOTALL)
INCLUDE = re.compile(r"^#include .*\n", re.MULTILINE)


def check(folder, share, *compiler):
    number, shares = map(int, share.split("/"))
    includes, programs = set(), ""
    for path in sorted(folder.glob("*.cpp"))[number - 1::shares]:
        text = REJECTED.sub(accepted_lines, path.read_text())
        includes.update(INCLUDE.findall(text))
        programs += f'namespace {path.stem}_ {{\n#line 1 "{path.name}"\n{INCLUDE.sub(chr(10), text)}}}\n'
    command = [*compiler, f"-I{folder}", "-fsyntax-only", "-x", "c++", "-fdiagnostics-color=never", "-"]
    done = subprocess.run(command, input="".join(sorted(includes)) + programs, capture_output=True, text=True)
    return [f"does not compile without WEFT_REJECT:\n{done.stderr}"] if done.returncode else []


def accepted_lines(found):
    """The lines behind #else, if there are any, where they stood."""
    def blank(text):
        return "\n" * text.count("\n")
    if found[1] is None:
        return blank(found[0])
    return blank(found[0][:found.start(1) - found.start()]) + found[1] + blank(found[0][found.end(1) - found.start():])


SAMPLE = """// reject: rank must be [0-9]
#include <vector>
int main() {
  std::vector<int> v;
#ifdef WEFT_REJECT
  v.none();
#else
  v.size();
#endif
}
"""
GOOD = {"a.cpp": SAMPLE, "b.cpp": SAMPLE}
BAD = [({"b.cpp": SAMPLE.replace("v;", "v(none);")}, "b.cpp:4"),
       ({"a.cpp": SAMPLE.replace("size", "none")}, "a.cpp:8:"),
       ({"a.cpp": SAMPLE.replace("#endif\n", "#endif\n  v.none();\n")}, "a.cpp:10:"),
       ({"a.cpp": SAMPLE.replace("#else\n  v.size();\n#endif\n", "#endif\n  v.none();\n")}, "a.cpp:8:"),
       ({"a.cpp": SAMPLE.replace("<vector>", "<none>")}, "does not compile")]

if __name__ == "__main__":
    main(check, GOOD, BAD)
