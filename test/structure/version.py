"""Every other place says the version of include/weft/base/config.hpp, and there are lists of exported symbols.

    version.py ROOT              checks
    version.py --print           prints the version
    version.py --set VERSION     writes VERSION into all places of this tree, dates the changelog's first section, and
                                 keeps the lists of symbols under new names
"""

import datetime
import pathlib
import re
import sys

from checks import main

HEADER = "include/weft/base/config.hpp"
FILES = ["README.md", "CITATION.cff", "doc/**/*.md", "examples/**/CMakeLists.txt", "test/package/**/CMakeLists.txt",
         "test/package/vcpkg/weft/vcpkg.json"]
# What stands before a version, two numbers or three.
PLACE = re.compile(r"((?:^|\n)Version |\bfind_package\(weft |`weft/|`libweft|(?:^|\n)version: |"
                   r"\"weft\",\n  \"version\": \")(\d+\.\d+(?:\.\d+)?)\b")
# Where a version must stand, that nobody takes the line away.
REQUIRED = ["README.md", "CITATION.cff", "test/package/vcpkg/weft/vcpkg.json"]
SECTION = re.compile(r"^## \[(.+?)\](?: - (\d{4}-\d\d-\d\d))?$", re.MULTILINE)


def version_of(root):
    return ".".join(re.findall(r"#define WEFT_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", (root / HEADER).read_text()))


def places(root):
    return sorted({path for pattern in FILES for path in root.glob(pattern)})


def as_long(version, text):
    """The version with as many numbers as the text has."""
    return ".".join(version.split(".")[:text.count(".") + 1])


def symbols_of(root, version):
    return sorted((root / "test/package/abi").glob(f"*-{as_long(version, '0.0')}.txt"))


def check(root):
    version = version_of(root)
    problems = []
    for path in places(root):
        name = path.relative_to(root)
        found = PLACE.findall(path.read_text())
        problems += [f"{name}: version {text}, should be {as_long(version, text)} as in config.hpp" for _, text in found
                     if text != as_long(version, text)]
        if str(name) in REQUIRED and not found:
            problems.append(f"{name}: no version")
    sections = SECTION.findall((root / "CHANGELOG.md").read_text())
    released = [(number, date) for number, date in sections if number != "Unreleased"]
    problems += [f"CHANGELOG.md: version {number} has no date" for number, date in released if not date]
    if not sections or (released and sections[0][0] not in ("Unreleased", version)):
        problems.append(f"CHANGELOG.md: the first section is neither Unreleased nor {version}")
    if not symbols_of(root, version):
        problems.append(f"test/package/abi has no list of symbols of {version}: symbols.py beside it writes it")
    return problems


def set_version(root, version):
    before = version_of(root)
    header = (root / HEADER).read_text()
    for name, number in zip(("MAJOR", "MINOR", "PATCH"), version.split("."), strict=True):
        header = re.sub(rf"(#define WEFT_VERSION_{name} )\d+", rf"\g<1>{number}", header)
    (root / HEADER).write_text(header)
    for path in places(root):
        text = path.read_text()
        changed = PLACE.sub(lambda found: found[1] + as_long(version, found[2]), text)
        changed = re.sub(r"(?m)^date-released: .*$", f"date-released: {datetime.date.today()}", changed)
        if changed != text:
            path.write_text(changed)
    changes = (root / "CHANGELOG.md").read_text()
    dated = changes.replace("## [Unreleased]", f"## [{version}] - {datetime.date.today()}", 1)
    (root / "CHANGELOG.md").write_text(dated)
    minor, last = as_long(version, "0.0"), as_long(before, "0.0")
    if minor != last:
        for path in symbols_of(root, before):
            path.with_name(path.name.replace(last, minor)).write_text(path.read_text())
            if f"## [{last}." not in changes:  # programs were linked with released versions alone
                path.unlink()


GOOD = {
    HEADER: "#define WEFT_VERSION_MAJOR 1\n#define WEFT_VERSION_MINOR 2\n#define WEFT_VERSION_PATCH 3\n",
    "README.md": "Version 1.2: used.\n\nfind_package(weft 1.2 CONFIG)\n", "CITATION.cff": "version: 1.2.3\n",
    "doc/a.md": "Ask for `weft/1.2.3`, with OpenBLAS 0.3 and\n  \"version\": \"0.2.0\"\n", "CHANGELOG.md": "## [Unreleased]\n\n## [1.2.3] - 2026-01-02\n",
    "test/package/vcpkg/weft/vcpkg.json": '{\n  "name": "weft",\n  "version": "1.2.3"\n}\n', "test/package/abi/weft-1.2.txt": "weft::f()\n",
}
BAD = [
    ({"README.md": "Version 1.1: used.\n"}, "README.md: version 1.1, should be 1.2"),
    ({"README.md": "find_package(weft 1.3 CONFIG)\n"}, "README.md: version 1.3, should be 1.2"),
    ({"README.md": "Used.\n"}, "README.md: no version"),
    ({"CITATION.cff": "version: 1.2.2\n"}, "CITATION.cff: version 1.2.2, should be 1.2.3"),
    ({"doc/a.md": "Ask for `weft/0.2.3`.\n"}, "doc/a.md: version 0.2.3"),
    ({"examples/first/CMakeLists.txt": "find_package(weft 1.1)\n"}, "CMakeLists.txt: version 1.1"),
    ({"test/package/vcpkg/weft/vcpkg.json": '{\n  "name": "weft",\n  "version": "1.2.4"\n}\n'}, "vcpkg.json: version 1.2.4"),
    ({"CHANGELOG.md": "## [1.2.2] - 2026-01-02\n"}, "neither Unreleased nor 1.2.3"),
    ({"CHANGELOG.md": "## [1.2.3]\n"}, "version 1.2.3 has no date"),
    ({HEADER: GOOD[HEADER].replace("MINOR 2", "MINOR 3")}, "no list of symbols of 1.3.3"),
]

if __name__ == "__main__":
    tree = pathlib.Path(__file__).resolve().parents[2]
    if sys.argv[1] == "--set":
        set_version(tree, sys.argv[2])
    elif sys.argv[1] == "--print":
        print(version_of(tree))
    else:
        main(check, GOOD, BAD)
