"""Programs that must not compile, and say why.

The first lines of each are `// reject: <regex>`. It compiles as it is (accepted.py); with WEFT_REJECT defined it does not, for
each regex a diagnostic (or a line that it quotes from a header) matches it, there are few errors, and the reader is led
to the program itself: by the first error, or by a note that names where a template was instantiated. A line `// errors:
<n>` says how many there may be where functions of the standard library fail one by one.
"""

import itertools
import re
import subprocess

from checks import main
from diagnostics import INCLUDE, LOCATED, errors_of

# The lines between them quote sources: the regex may match those of a header (a function that is refused with a reason),
# not the program's own text.
REJECT = "// reject: "
MAX_ERRORS = 5
ALLOWED = re.compile(r"^// errors: (\d+)$", re.MULTILINE)
INSTANTIATED = re.compile(r"required from|requested here|in .constexpr. expansion of")


def check(folder, share, *compiler):
    """A program alone, by its name, or a share of all: 2/4 is the second of four."""
    if share.endswith(".cpp"):
        return check_alone(folder, share, compiler)
    number, shares = map(int, share.split("/"))
    alike = {}
    for path in sorted(folder.glob("*.cpp"))[number - 1::shares]:
        text = path.read_text()
        # What only another program includes might be what refuses this one. Headers of the standard library refuse nothing.
        included = frozenset(line for line in INCLUDE.findall(text) if "/" in line or '"' in line)
        alike.setdefault(included, {})[path.name] = text
    return [problem for programs in alike.values() for problem in check_at_once(folder, programs, compiler)]


def check_at_once(folder, programs, compiler):
    """The compiler reports an error of a template once: who repeats it has none, and is compiled without the first."""
    while len(programs) > 1:
        errors = errors_of(programs, [*compiler, "-DWEFT_REJECT"], folder)
        left = {name: text for name, text in programs.items()
                if name not in errors or problems_of(name, text, errors[name])}
        if len(left) == len(programs):
            break
        programs = left
    return [problem for name in programs for problem in check_alone(folder, name, compiler)]


def check_alone(folder, name, compiler):
    command = [*compiler, "-DWEFT_REJECT", "-fsyntax-only", "-fdiagnostics-color=never", name]
    rejected = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    if not rejected.returncode:
        return [f"{name} compiles with WEFT_REJECT"]
    lines = rejected.stderr.splitlines()
    problems = problems_of(name, (folder / name).read_text(), lines)
    return problems + lines if problems else []


def problems_of(name, text, lines):
    first = itertools.takewhile(lambda line: line.startswith(REJECT), text.splitlines())
    patterns = [line.removeprefix(REJECT) for line in first]
    if not patterns:
        return [f"{name}: the first line is not `{REJECT}<regex>`"]
    diagnostics = [line for line in lines if LOCATED.match(line)]
    errors = [line for line in diagnostics if "error:" in line]
    print(f"{name}: {len(errors)} errors in {len(lines)} lines")
    problems = []
    allowed = int(match[1]) if (match := ALLOWED.search(text)) else MAX_ERRORS
    if len(errors) > allowed:
        problems.append(f"{name}: {len(errors)} errors, should be {allowed} at most")
    read = diagnostics + quoted_from_headers(lines, name)
    problems += [f"{name}: no diagnostic matches `{pattern}`" for pattern in patterns
                 if not any(re.search(pattern, line) for line in read)]
    leads = errors[:1] + [line for line in diagnostics if INSTANTIATED.search(line)]
    if not any(line.startswith(f"{name}:") for line in leads):
        problems.append(f"{name}: neither the first error nor an instantiation note names the program")
    return problems


def quoted_from_headers(lines, name):
    quoted, file = [], name
    for line in lines:
        located = LOCATED.match(line)
        if located:
            file = located[1]
        elif file != name:
            quoted.append(line)
    return quoted


REJECTING = """// reject: rank must be [0-9]
#include "library.hpp"
int main() {
  f<2>();
#ifdef WEFT_REJECT
  f<3>();
#endif
}
"""
SAMPLE = "sample.cpp"
GOOD = {
    "library.hpp": 'template <int N> void f() { static_assert(N == 2, "rank must be 2"); }\n',
    SAMPLE: REJECTING,
    "first.cpp": REJECTING,
    "other.cpp": REJECTING.replace("f<3>", "f<4>"),
}
DELETED = "template <int N> void f() {}\ntemplate <> void f<3>() = delete; // rank must be 2\n"
BAD = [
    ({SAMPLE: REJECTING.replace("f<3>", "f<2>")}, "compiles with WEFT_REJECT"),
    ({SAMPLE: REJECTING.replace("rank must", "extent must")}, "no diagnostic matches `extent must be [0-9]`"),
    ({SAMPLE: REJECTING.replace("rank must", "extent must").replace("f<3>();", "f<3>(); // extent must be 2")},
     "no diagnostic matches"),
    ({SAMPLE: REJECTING.replace("  f<3>();", "  f<5>(); f<6>(); f<7>();") + "// errors: 2\n"}, "3 errors, should be 2"),
    ({SAMPLE: REJECTING.replace("rank must", "extent must"), "library.hpp": DELETED},
     "no diagnostic matches `extent must be [0-9]`"),
    ({SAMPLE: REJECTING.replace("  f<3>();", "  f<5>(); f<6>(); f<7>(); f<8>(); f<9>(); f<10>();")}, "6 errors"),
    ({SAMPLE: REJECTING.replace("  f<3>();", '#include "broken.hpp"'), "broken.hpp": "#error rank must be 2\n"},
     "neither the first error"),
    ({SAMPLE: "\n" + REJECTING}, "the first line is not"),
    ({SAMPLE: "// reject: extent\n" + REJECTING}, "no diagnostic matches `extent`"),
    ({SAMPLE: REJECTING.replace("\n", "\n// reject: extent\n", 1)}, "no diagnostic matches `extent`"),
]

if __name__ == "__main__":
    main(check, GOOD, BAD)
