"""Headers are plain ASCII, protected against a second inclusion, and leave no macros but WEFT_* of base/config.hpp."""

import re

from checks import headers, main

DEFINE = re.compile(r"^\s*#\s*define\s+(\w+)", re.MULTILINE)


def check(root):
    problems = []
    for path in headers(root):
        name = str(path.relative_to(root / "include/weft"))
        data = path.read_bytes()
        text = data.decode(errors="replace")
        problems += [f"{name}:{line}: not ASCII: {content.strip()}"
                     for line, content in enumerate(text.splitlines(), 1) if not content.isascii()]
        if text.splitlines().count("#pragma once") != 1:
            problems.append(f"{name}: #pragma once is missing")
        for macro in DEFINE.findall(text):
            if not macro.startswith("WEFT_"):
                problems.append(f"{name}: macro {macro} does not begin with WEFT_")
            elif name != "base/config.hpp":
                problems.append(f"{name}: macro {macro} belongs into base/config.hpp")
    return problems


GOOD = {
    "include/weft/base/config.hpp": "#pragma once\n#define WEFT_A 1\n",
    "include/weft/ops/a.hpp": "#pragma once\n// #define in words\n",
}
BAD = [
    ({"include/weft/base/config.hpp": "#pragma once\n#define MAX 1\n"}, "macro MAX"),
    ({"include/weft/ops/a.hpp": "#pragma once\n # define WEFT_B\n"}, "macro WEFT_B belongs"),
    ({"include/weft/ops/a.hpp": "\n"}, "#pragma once is missing"),
    ({"include/weft/ops/a.hpp": "\ufeff#pragma once\n"}, "ops/a.hpp:1: not ASCII"),
    ({"include/weft/ops/a.hpp": "#pragma once\n// \u03c0\n"}, "ops/a.hpp:2: not ASCII"),
]

if __name__ == "__main__":
    main(check, GOOD, BAD)
