"""Each header compiles alone, and twice. Of public ones uses.py says so."""

import concurrent.futures
import subprocess

from checks import headers, main, needs_python
from uses import cases

JOBS = 2


def check(root, *compiler):
    include = root / "include"
    public = {include / "weft" / header for header in cases(root)[0]}

    def compile_alone(path):
        name = path.relative_to(include)
        source = f"#include <{name}>\n" * 2
        # Before the options, which name weft's own directory: the self-test brings another tree.
        command = [compiler[0], f"-I{include}", *compiler[1:], "-fsyntax-only", "-x", "c++", "-"]
        result = subprocess.run(command, input=source, capture_output=True, text=True)
        return [f"{name} does not compile alone:\n{result.stderr}"] if result.returncode else []

    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        alone = sorted(path for path in set(headers(root)) - public if not needs_python(path))
        return [problem for problems in pool.map(compile_alone, alone) for problem in problems]


A = "include/weft/self_test/a.hpp"
GOOD = {
    A: "#pragma once\nstruct a {};\n",
    "include/weft/self_test/b.hpp": "#pragma once\n#include <weft/self_test/a.hpp>\nstruct b : a {};\n",
}
BAD = [
    ({A: "#pragma once\nstd::size_t n;\n"}, "weft/self_test/a.hpp does not compile alone"),
    ({A: "struct a {};\n"}, "weft/self_test/a.hpp does not compile alone"),
]

if __name__ == "__main__":
    main(check, GOOD, BAD)
