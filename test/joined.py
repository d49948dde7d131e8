"""Joins test sources to fewer files, which the compiler reads in place of them.

    joined.py plan BYTES SOURCE...   prints what to compile, one line each: a source, or several with | between them
    joined.py write OUT [--within NAMESPACE] SOURCE...
                                     writes the file that joins the sources, which add to a namespace of their headers
    joined.py --self-test

Tests of one folder instantiate the same functions of weft, and a compiler that reads them at once writes each function
once. A joined file includes all headers first, then each source in a namespace of its own: equal names of two sources
do not meet. So a source is joined only if its includes come before its code, if it has no other directive, and if it
adds nothing to the namespaces of others. BYTES limits the sizes of sources that are joined: the compiler needs 45 kB of
memory for each function.
"""

import os
import pathlib
import re
import sys
import tempfile

INCLUDE = re.compile(r'^#include ([<"])(.*)[>"]', re.M)
ALONE = re.compile(
    r"^ *#(?!include )"  # macros and conditions hold in the sources that follow, too
    r"|^(namespace (weft|std|doctest)\b|template *<>|(template *<.*> *)?struct weft::|extern |int main\(|BOOST_|TYPE_TO_STRING)",
    re.M,
)
# Text that runs although no other source calls it.
TEST = re.compile(r"^ *TEST_CASE|^const commands_of_source added", re.M)


def can_join(text):
    code = re.search(r"^(?!#include |//|\s*$).", text, re.M)
    return bool(TEST.search(text)) and not ALONE.search(text) and "\n#include " not in text[code.start() :]


def plan(limit, sources):
    """The groups: sources that include the same headers, which instantiate more of the same, are neighbours."""
    groups, room = [], 0
    texts = {source: source.read_text() for source in sources}
    for source, text in sorted(texts.items(), key=lambda item: (INCLUDE.findall(item[1]), item[0])):
        if not can_join(text):
            groups.insert(0, [source])
        elif len(text) <= room:
            groups[-1].append(source)
            room -= len(text)
        else:
            groups.append([source])
            room = limit - len(text)
    return groups


def headers(source, folder):
    """The names in the includes of a source, as a file of that folder has to write them."""
    for mark, name in INCLUDE.findall(source.read_text()):
        beside = source.parent / name
        if mark == '"' and beside.exists():
            yield f'"{os.path.relpath(beside, folder)}"'
        else:
            yield f"{mark}{name}{'>' if mark == '<' else mark}"


def joined(folder, sources, within=None):
    for source in sources:
        if not can_join(source.read_text()):
            raise SystemExit(f"{source} can no longer be joined: configure the build again")
    names = dict.fromkeys(name for source in sources for name in headers(source, folder))
    lines = [f"#include {name}" for name in names]
    for source in sources:
        space = "joined_" + re.sub(r"\W", "_", source.stem)
        lines.append(f"namespace {space} {{")
        if within:
            lines.append(f"namespace {within} {{ using namespace ::{within}; }}")
        lines += [f'#include "{os.path.relpath(source, folder)}"', f"}} // namespace {space}"]
    return "\n".join(lines) + "\n"


def self_test():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        test = "TEST_CASE() {}\n"
        texts = {
            "one": '#include "own.hpp"\n\n#include <weft/weft.hpp>\n' + test,
            "two": "#include <weft/weft.hpp>\n// words\n" + test,
            "long": test + "//" + 300 * "x" + "\n",
            "defines": "#define X\n" + test,
            "conditional": "#include <a>\n  #if X\n#endif\n" + test,
            "specialises": "template <>\nstruct weft::is_scalar<x> {};\n" + test,
            "opens": "namespace weft::detail {}\n" + test,
            "late": test + "#include <late>\n",
            "part": "int helper();\n",
        }
        for stem, text in texts.items():
            (folder / (stem + ".cpp")).write_text(text)
        (folder / "own.hpp").write_text("")
        found = [[s.stem for s in group] for group in plan(200, [folder / (stem + ".cpp") for stem in texts])]
        assert sorted(found) == sorted([["one", "two"]] + [[stem] for stem in list(texts)[2:]]), found
        out = folder / "build"
        text = joined(out, [folder / "one.cpp", folder / "two.cpp"])
        assert text == (
            '#include "../own.hpp"\n#include <weft/weft.hpp>\n'
            'namespace joined_one {\n#include "../one.cpp"\n} // namespace joined_one\n'
            'namespace joined_two {\n#include "../two.cpp"\n} // namespace joined_two\n'
        ), text
        assert "{\nnamespace own { using namespace ::own; }\n#include" in joined(out, [folder / "one.cpp"], "own")


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    command, argument, *names = sys.argv[1:]
    within = None
    if names[:1] == ["--within"]:
        within, names = names[1], names[2:]
    sources = [pathlib.Path(name) for name in names]
    if command == "plan":
        print("\n".join("|".join(map(str, group)) for group in plan(int(argument), sources)))
    else:
        out = pathlib.Path(argument)
        out.write_text(joined(out.parent, sources, within))


if __name__ == "__main__":
    main()
