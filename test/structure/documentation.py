"""The documentation as it is installed: README.md and the pages of doc/, what they link to among themselves and of the
examples, the table of names, the licence.

Nothing of the build is among it, but for the project to copy.
"""

import re

from checks import main

REQUIRED = ["README.md", "CHANGELOG.md", "LICENSE", "doc/tour.md", "examples/names.md", "examples/first/CMakeLists.txt",
            "examples/python/CMakeLists.txt"]
LINK = re.compile(r"\]\(((?:\.\./)*(?:LICENSE|examples/|doc/|\w+\.md)[^)#]*)")
OF_THE_BUILD = ["**/CMakeLists.txt", "**/*.expected"]


def check(root):
    problems = [f"{name} is missing" for name in REQUIRED if not (root / name).is_file()]
    for page in [root / "README.md", *sorted((root / "doc").rglob("*.md"))]:
        links = sorted(set(LINK.findall(page.read_text()))) if page.is_file() else []
        problems += [f"{page.relative_to(root)} links to {name}, which is missing" for name in links
                     if not (page.parent / name).exists()]
    return problems + [f"{path.relative_to(root)} is of the build" for pattern in OF_THE_BUILD
                       for path in sorted(root.glob(pattern)) if str(path.relative_to(root)) not in REQUIRED]


GOOD = {name: "" for name in REQUIRED} | {
    "README.md": "[a tour](doc/tour.md#part), [pieces](examples/tour.cpp), [terms](LICENSE), [more](bench/README.md)\n",
    "doc/tour.md": "[back](../README.md), [pieces](../examples/tour.cpp)\n", "examples/tour.cpp": "",
}
BAD = [
    ({"README.md": "[a tour](examples/trip.cpp)\n"}, "README.md links to examples/trip.cpp, which is missing"),
    ({"README.md": "[a tour](doc/trip.md#part)\n"}, "README.md links to doc/trip.md, which is missing"),
    ({"doc/tour.md": "[back](README.md)\n"}, "doc/tour.md links to README.md, which is missing"),
    ({"examples/plugin/CMakeLists.txt": ""}, "examples/plugin/CMakeLists.txt is of the build"),
    ({"examples/tour.expected": ""}, "examples/tour.expected is of the build"),
]

if __name__ == "__main__":
    main(check, GOOD, BAD)
