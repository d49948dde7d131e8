"""Comments name their subjects. A sentence that begins with What, Of, Those, Who or Whoever has none that a reader who
was not there can find, nor have "so many", "those of" and "those that".

A word of a name has one meaning: doc/architecture.md lists words that once had several, and the names in which they may
stand. A name of the code, or of a file, with such a word that is not listed means something else by it.

--draw SEED ROOT prints 30 comments, to be read by somebody who has not seen the code.
"""

import fnmatch
import pathlib
import random
import re
import sys

from checks import headers, main
from declarations import without_comments

SENTENCE = re.compile(r"(?:^|[.?!:] )(?:What|Of|Those|Who|Whoever)\b")
VAGUE = re.compile(r"\bso many\b|\bthose (?:of|that)\b")
COMMENT = re.compile(r"(?<![:\"])//[/<]*<? ?(.*)")
GLOSSARY = "doc/architecture.md"
HEAD = "### Words in names\n"
ROWS = 60
TEXT = re.compile(r'"(?:\\.|[^"\\\n])*"')


def check(root):
    sources = sorted(path for path in (root / "src").rglob("*.?pp"))
    files = headers(root) + sources
    return names(root, files) + [
        f"{path.relative_to(root).as_posix()}:{number}: '{found[0].strip('.?!: ')}': {text[:60]}"
        for path in files for number, text in sentences(path.read_text().splitlines())
        for found in (*SENTENCE.finditer(text), *VAGUE.finditer(text))]


def names(root, sources):
    """Names that hold a word of the glossary and are not listed with it."""
    glossary = root / GLOSSARY
    text = glossary.read_text() if glossary.exists() else ""
    rows = re.finditer(r"^\| (\w+(?:, \w+)*) \|.*\|(.*`.*)\|$", section(text), re.MULTILINE)
    listed = {word: re.findall(r"`([^`]+)`", row[2]) for row in rows for word in row[1].split(", ")}
    problems = [f"{GLOSSARY}: more than {ROWS} words"] * (len(listed) > ROWS)
    for path in sources:
        code = TEXT.sub('""', without_comments(path.read_text()))
        file = path.relative_to(root).as_posix()
        for name in sorted({path.stem, *re.findall(r"[A-Za-z_]\w*", code)}):
            problems += [f"{file}: {name}: '{word}' has another meaning ({GLOSSARY})"
                         for word in set(name.strip("_").split("_")) & listed.keys()
                         if not any(fnmatch.fnmatchcase(name, form) for form in listed[word])]
    return problems


def section(text):
    return text.split(HEAD, 1)[1].split("\n## ")[0] if HEAD in text else ""


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
        "src/ops/b.cpp": 'auto url = "http://Of apart";\nbool is_apart; // apart\n',
        GLOSSARY: HEAD + "| word | meaning | names |\n|---|---|---|\n| apart, aparts | of memory | `is_apart`, `set_*` |\n"
        "\n## To\n"}
BAD = [
    ({"include/weft/ops/a.hpp": "\n/// What is read.\n"}, "include/weft/ops/a.hpp:2: 'What'"),
    ({"include/weft/ops/a.hpp": "/// A sum. Of\n/// nothing 0.\n"}, "include/weft/ops/a.hpp:1: 'Of'"),
    ({"src/ops/b.cpp": "int a; ///< so many\n"}, "src/ops/b.cpp:1: 'so many'"),
    ({"src/ops/b.cpp": "int a; // as those\n\n// as those\n// of b\n"}, "src/ops/b.cpp:3: 'those of'"),
    ({"src/ops/b.cpp": "int f(int apart_);\n"}, "src/ops/b.cpp: apart_: 'apart' has another meaning"),
    ({"include/weft/ops/a.hpp": "bool ends_apart;\n"}, "include/weft/ops/a.hpp: ends_apart: 'apart' has another"),
    ({"src/ops/b.cpp": "int all_aparts;\n"}, "src/ops/b.cpp: all_aparts: 'aparts' has another"),
    ({"src/ops/lies_apart.cpp": "int a;\n"}, "src/ops/lies_apart.cpp: lies_apart: 'apart' has another"),
    ({GLOSSARY: HEAD + "".join(f"| w{k} | m | `w` |\n" for k in range(ROWS + 1))}, "more than 60 words"),
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
