"""What a shared weft exports: a program that was linked with one version runs with the next that exports as much.

usage: symbols.py LIBRARY          fails if a name of the list of this version is missing
       symbols.py --write LIBRARY  writes the list: while a minor version is not released
       symbols.py --added LIBRARY  prints what the list does not have

test/package/abi/<major>.<minor>.txt holds the names of weft itself, without those of other libraries' templates, sorted.
Later versions with the same major and minor number may add names.
"""
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
OURS = re.compile(r"_Z(T[VISC]|GV|Tv|Th)?N?[KVRO]*4weft|weft_")


def exported(library):
    text = subprocess.run(["nm", "-D", "--defined-only", "--format=posix", library], stdout=subprocess.PIPE, text=True,
                          check=True).stdout
    names = "\n".join(name for name in (line.split()[0] for line in text.splitlines()) if OURS.match(name))
    return set(subprocess.run(["c++filt"], input=names, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines())


def list_of_version():
    header = (HERE.parents[2] / "include/weft/base/config.hpp").read_text()
    numbers = re.findall(r"#define WEFT_VERSION_(?:MAJOR|MINOR) (\d+)", header)
    return HERE / f"{'.'.join(numbers)}.txt"


def main():
    *options, library = sys.argv[1:]
    names, path = exported(library), list_of_version()
    if options == ["--write"]:
        path.write_text("".join(f"{name}\n" for name in sorted(names)))
        return
    listed = set(path.read_text().splitlines())
    added, missing = sorted(names - listed), sorted(listed - names)
    if options == ["--added"]:
        print(*added, sep="\n")
        return
    for name in missing:
        print(f"{library}: error: {path.name} has a name that is not exported: {name}")
    print(f"{len(listed)} names of {path.name}, {len(added)} more")
    sys.exit(1 if missing or not listed else 0)


if __name__ == "__main__":
    main()
