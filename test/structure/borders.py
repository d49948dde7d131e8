"""Containers of the standard library that change in its modes stay on one side of the border of the compiled library.

_GLIBCXX_DEBUG gives std::vector and its kin another layout and another name. So no class of the headers is laid out
otherwise in that mode, and no function that src/ defines takes or returns such a container: both have plain_vector. What
is a template is compiled in the program, and may have them.
"""

import concurrent.futures
import pathlib
import re
import subprocess
import tempfile

from checks import headers, main, needs_python

CONTAINER = re.compile(r"\bstd::(vector|deque|list|forward_list|map|set|multimap|multiset|unordered_\w+|bitset)\b")
INLINE = re.compile(r"\b(WEFT_FN|WEFT_INLINE|WEFT_SLOW|WEFT_COLD|using|template)\b")
CLASS = re.compile(r"\n?Class (weft::.*)\n   size=(\d+)")
COMMENT = re.compile(r"//[^\n]*")


def check(root, *compile):
    problems = [f"{path.relative_to(root)}: {text}" for path in headers(root) for text in crossings(path)]
    return problems + other_layouts(root, compile)


def crossings(path):
    """Declarations of functions, defined elsewhere, in which a container stands."""
    text = COMMENT.sub("", path.read_text())
    found = {}
    for match in CONTAINER.finditer(text):
        begin = max(text.rfind(sign, 0, match.start()) for sign in ";{}") + 1
        ends = [at for at in (text.find(sign, match.end()) for sign in ";{") if at >= 0]
        statement = " ".join(text[begin:min(ends, default=len(text))].split())
        statement = re.sub(r"^(public|private|protected): ", "", statement)
        if INLINE.search(statement) or "(" not in statement:
            continue
        if "WEFT_API" in statement or "class WEFT_API" in enclosing(text, begin):
            found[statement] = f"a container of a mode crosses: {statement}"
    return list(found.values())


def enclosing(text, place):
    """What stands before the brace that is open there."""
    depth = 0
    for at in range(place - 1, -1, -1):
        if text[at] == "}":
            depth += 1
        elif text[at] == "{":
            depth -= 1
            if depth < 0:
                return text[max(text.rfind(sign, 0, at) for sign in ";{}") + 1:at]
    return ""


def other_layouts(root, compile):
    with concurrent.futures.ThreadPoolExecutor(2) as pool, tempfile.TemporaryDirectory() as folder:
        modes = [[], ["-D_GLIBCXX_DEBUG"]]
        usual, debug = pool.map(lambda k: sizes(root, compile, modes[k], pathlib.Path(folder) / str(k)), range(2))
    if not usual:
        return ["no class of weft in the compiler's list"]
    return [f"{name} has {size} bytes, and {debug[name]} with _GLIBCXX_DEBUG"
            for name, size in sorted(usual.items()) if debug.get(name, size) != size]


def sizes(root, compile, mode, out):
    text = "".join(f"#include <{path.relative_to(root / 'include')}>\n" for path in headers(root)
                   if not needs_python(path))
    subprocess.run([*compile, *mode, "-I", root / "include", "-w", "-x", "c++", "-", "-fsyntax-only",
                    f"-fdump-lang-class={out}"], input=text, text=True, check=True)
    return dict(CLASS.findall(out.read_text()))


API = "#define WEFT_API\n#define WEFT_FN\n"
GOOD = {"include/weft/a.hpp": "#pragma once\n" + API + """#include <string>
#include <vector>
namespace weft {
struct WEFT_API text { std::string words; std::string const& get() const; };
WEFT_FN inline std::vector<int> made(int n) { return std::vector<int>(n); }
template <class T> struct list { std::vector<T> values; };
class WEFT_API reader {
  WEFT_FN std::vector<int> numbers() const { return std::vector<int>(count()); }
  int count() const;
};
}
"""}
A = GOOD["include/weft/a.hpp"]
BAD = [
    ({"include/weft/a.hpp": A.replace("std::string words", "std::vector<int> words")}, "weft::text has 24 bytes"),
    ({"include/weft/a.hpp": A.replace("int count() const;", "int count() const;\n  std::vector<int> rest_;")},
     "weft::reader has 24 bytes"),
    ({"include/weft/a.hpp": A.replace("int count() const;", "std::vector<int>\n  all() const;\n  int count() const;")},
     "crosses: std::vector<int> all() const"),
    ({"include/weft/a.hpp": A + "namespace weft {\nWEFT_API void take(int, std::vector<\n  int> const&);\n}\n"},
     "crosses: WEFT_API void take"),
    ({"include/weft/a.hpp": A + "namespace weft {\nWEFT_API std::vector<int> const& give();\n}\n"},
     "crosses: WEFT_API std::vector<int> const& give"),
]

if __name__ == "__main__":
    main(check, GOOD, BAD)
