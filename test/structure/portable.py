"""What GCC and Clang add to C++20 stands in base/config.hpp, behind macros, or in branches of #if WEFT_GNU.

So another compiler finds all of it there, and with WEFT_GNU=0 the headers are plain C++20 (test/base/config_plain.cpp).
"""

import re

from checks import headers, main

ADDED = re.compile(r"__builtin_\w+|__attribute__|\[\[(?:gnu|clang)::|\basm\b|_Pragma|#\s*pragma (?!once)")
CONDITION = re.compile(r"#\s*(ifdef|ifndef|if|else|elif|endif)\b(.*)")


def check(root):
    problems = []
    for path in headers(root):
        name = path.relative_to(root / "include/weft")
        if str(name) == "base/config.hpp":
            continue
        inside = []  # of each open #if: is this branch for compilers that know it?
        for number, line in enumerate(path.read_text().splitlines(), 1):
            code = line.split("//")[0]
            if found := CONDITION.match(code):
                if found[1].startswith("if"):
                    inside.append(found[2].strip() == "WEFT_GNU")
                elif found[1] == "endif":
                    inside.pop()
                elif inside:
                    inside[-1] = False
            elif (added := ADDED.search(code)) and not any(inside):
                problems.append(f"{name}:{number}: {added[0]} outside of #if WEFT_GNU")
    return problems


GOOD = {
    "include/weft/base/config.hpp": "#define WEFT_API [[gnu::visibility(\"default\")]]\n",
    "include/weft/base/a.hpp": "#pragma once\n#if WEFT_GNU\nint n = __builtin_popcount(3);\n#else\nint n = 2;\n#endif\n"
                               "// asm says it\n",
}
A = "include/weft/base/a.hpp"
BAD = [
    ({A: "int n = __builtin_popcount(3);\n"}, "base/a.hpp:1: __builtin_popcount outside"),
    ({A: "#if WEFT_GNU\n#else\n[[gnu::noinline]] int f();\n#endif\n"}, "base/a.hpp:3: [[gnu:: outside"),
    ({A: "#if WEFT_GNU\n#endif\nasm(\"\");\n"}, "base/a.hpp:3: asm outside"),
    ({A: "#pragma once\n#pragma GCC diagnostic push\n"}, "base/a.hpp:2: #pragma  outside"),
]

if __name__ == "__main__":
    main(check, GOOD, BAD)
