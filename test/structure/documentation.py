"""The documentation as it is installed: README.md, what it links to of the examples, the table of names, the licence.

Nothing of the build is among it.
"""

import re

from checks import main

REQUIRED = ["README.md", "CHANGELOG.md", "LICENSE", "examples/names.md"]
LINK = re.compile(r"\]\((LICENSE|examples/[^)#]*)\)")
OF_THE_BUILD = ["**/CMakeLists.txt", "**/*.expected"]


def check(root):
    problems = [f"{name} is missing" for name in REQUIRED if not (root / name).is_file()]
    if not problems:
        links = sorted(set(LINK.findall((root / "README.md").read_text())))
        problems = [f"README.md links to {name}, which is missing" for name in links if not (root / name).is_file()]
    return problems + [f"{path.relative_to(root)} is of the build"
                       for pattern in OF_THE_BUILD for path in sorted(root.glob(pattern))]


GOOD = {
    "README.md": "[a tour](examples/tour.cpp), [terms](LICENSE), [elsewhere](bench/README.md)\n",
    "CHANGELOG.md": "", "LICENSE": "", "examples/names.md": "", "examples/tour.cpp": "",
}
BAD = [
    ({"README.md": "[a tour](examples/trip.cpp)\n"}, "README.md links to examples/trip.cpp, which is missing"),
    ({"examples/plugin/CMakeLists.txt": ""}, "examples/plugin/CMakeLists.txt is of the build"),
    ({"examples/tour.expected": ""}, "examples/tour.expected is of the build"),
]

if __name__ == "__main__":
    main(check, GOOD, BAD)
