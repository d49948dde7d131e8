"""Comments name their subjects. A sentence that begins with What, Of, Those, Who or Whoever has none that a reader who
was not there can find, nor have "so many", "those of" and "those that".

--draw SEED ROOT prints 30 comments, to be read by somebody who has not seen the code.
"""

import pathlib
import random
import re
import sys

from checks import headers, main

SENTENCE = re.compile(r"(?:^|[.?!:] )(?:What|Of|Those|Who|Whoever)\b")
VAGUE = re.compile(r"\bso many\b|\bthose (?:of|that)\b")
COMMENT = re.compile(r"(?<![:\"])//[/<]*<? ?(.*)")


def check(root):
    sources = sorted(path for path in (root / "src").rglob("*.?pp"))
    return [f"{path.relative_to(root).as_posix()}:{number}: '{found[0].strip('.?!: ')}': {text[:60]}"
            for path in headers(root) + sources for number, text in sentences(path.read_text().splitlines())
            for found in (*SENTENCE.finditer(text), *VAGUE.finditer(text))]


def sentences(lines):
    """(line, text) of comments, a paragraph as one line, because sentences go over line ends."""
    first, text = 0, ""
    for number, line in enumerate([*lines, ""], 1):
        alone = re.match(r"\s*//", line)
        said = COMMENT.search(line)
        if text and not alone:
            yield first, text
            text = ""
        if alone:
            first, text = (first, f"{text} {said[1]}") if text else (number, said[1])
        elif said:
            yield number, said[1]


GOOD = {"include/weft/ops/a.hpp": "/// A sum. It tells what\n/// Of it is left.\nint a; // the values of those\n",
        "src/ops/b.cpp": 'auto url = "http://Of";\n'}
BAD = [
    ({"include/weft/ops/a.hpp": "\n/// What is read.\n"}, "include/weft/ops/a.hpp:2: 'What'"),
    ({"include/weft/ops/a.hpp": "/// A sum. Of\n/// nothing 0.\n"}, "include/weft/ops/a.hpp:1: 'Of'"),
    ({"src/ops/b.cpp": "int a; ///< so many\n"}, "src/ops/b.cpp:1: 'so many'"),
    ({"src/ops/b.cpp": "int a; // as those\n\n// as those\n// of b\n"}, "src/ops/b.cpp:3: 'those of'"),
]


def drawn(seed, root):
    comments = [f"{path.relative_to(root)}:{number}: {text}" for folder in ("include/weft", "src")
                for path in sorted((root / folder).rglob("*.?pp"))
                for number, text in sentences(path.read_text().splitlines()) if not text.startswith("namespace")]
    return random.Random(seed).sample(comments, 30)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--draw"]:
        print(*drawn(int(sys.argv[2]), pathlib.Path(sys.argv[3])), sep="\n")
    else:
        main(check, GOOD, BAD)
