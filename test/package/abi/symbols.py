"""What a shared weft exports: a program that was linked with one version runs with the next that exports as much.

usage: symbols.py LIBRARY              fails if a name of the list of this version is missing
       symbols.py --write LIBRARY      writes the list: while a minor version is not released
       symbols.py --self-test COMPILER

test/package/abi/<library>-<major>.<minor>.txt holds the names of weft itself, sorted, without those of other libraries'
templates. Later versions with the same major and minor number may add names.
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
OURS = re.compile(r"_Z(T[VISC]|GV|Tv|Th)?N?[KVRO]*4weft|weft_")


def exported(library):
    text = subprocess.run(["nm", "-D", "--defined-only", "--format=posix", library], stdout=subprocess.PIPE, text=True,
                          check=True).stdout
    names = "\n".join(name for name in (line.split()[0] for line in text.splitlines()) if OURS.match(name))
    readable = subprocess.run(["c++filt"], input=names, stdout=subprocess.PIPE, text=True, check=True).stdout
    return set(readable.splitlines())


def list_of(library):
    header = (HERE.parents[2] / "include/weft/base/config.hpp").read_text()
    numbers = re.findall(r"#define WEFT_VERSION_(?:MAJOR|MINOR) (\d+)", header)
    name = re.match(r"lib(\w+)\.so", Path(library).name)[1]
    return HERE / f"{name}-{'.'.join(numbers)}.txt"


def compared(library, listed):
    """The names that are not exported any more, and those that are new."""
    names = exported(library)
    return sorted(listed - names), sorted(names - listed)


def check(library):
    path = list_of(library)
    listed = set(path.read_text().splitlines())
    missing, added = compared(library, listed)
    for name in missing:
        print(f"{library}: error: {path.name} has a name that is not exported: {name}")
    print(f"{len(listed)} names of {path.name}, {len(added)} more")
    return 1 if missing or not listed else 0


SOURCE = """#include <vector>
namespace weft { int f() { return 1; } struct s { virtual ~s(); }; s::~s() {} }
namespace weft { [[gnu::visibility("hidden")]] int hidden(int) { return 1; } }
namespace other { int g() { return 1; } }
extern "C" int weft_h() { return 1; }
template class std::vector<weft::s>;
"""


def self_test(compiler):
    with tempfile.TemporaryDirectory() as folder:
        library = f"{folder}/library.so"
        command = [compiler, "-shared", "-fPIC", "-x", "c++", "-", "-o", library]
        subprocess.run(command, input=SOURCE, text=True, check=True)
        missing, added = compared(library, {"weft::f()", "weft::hidden(int)", "weft_h", "vtable for weft::s"})
        right = missing == ["weft::hidden(int)"] and "weft::s::~s()" in added and all("weft::s" in name for name in added)
        right = right and not any(name.startswith("std::vector") for name in added)
        if not right:
            print(f"problem: missing {missing}, added {added}")
        return 0 if right else 1


def main():
    *options, subject = sys.argv[1:]
    if options == ["--self-test"]:
        sys.exit(self_test(subject))
    if options == ["--write"]:
        list_of(subject).write_text("".join(f"{name}\n" for name in sorted(exported(subject))))
    else:
        sys.exit(check(subject))


if __name__ == "__main__":
    main()
