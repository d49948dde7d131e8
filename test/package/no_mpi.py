"""A weft that was built without MPI has no trace of it.

usage: no_mpi.py PREFIX       looks at what is installed there, but for documents
       no_mpi.py --self-test

It reads names of files, CMake's and pkg-config's files, headers that include one of weft/mpi, what a preprocessed
weft/weft.hpp declares, and the symbols and needed libraries of libweft.
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

NAME = re.compile(r"(?<![A-Za-z])(lib)?(weft[_-]?)?mpi(?![a-z])", re.IGNORECASE)
TEXT = re.compile(r"\bMPI\b|\bmpi\b|MPI_|mpi_|_mpi|weft::mpi|ScaLAPACK|ELPA", re.IGNORECASE)
HEADER = re.compile(r"#\s*include\s*[<\"](weft/mpi|mpi\.h)")
SYMBOL = re.compile(r"\bmpi\b|\bmpi_|\bMPI_|\bP?MPI_|\bompi_", re.IGNORECASE)


def output_of(*command, **more):
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, **more).stdout


def lines_with(pattern, text):
    return [line.strip() for line in text.splitlines() if pattern.search(line)]


def traces_of_files(prefix):
    found = []
    for path in sorted(p for p in prefix.rglob("*") if p.is_file()):
        name = path.relative_to(prefix).as_posix()
        if name.startswith("share/doc/"):
            continue
        if NAME.search(name):
            found.append(f"{name}: its name")
        pattern = HEADER if path.suffix in (".hpp", ".h", ".cppm") else TEXT if path.suffix in (".cmake", ".pc") else None
        if pattern:
            found += [f"{name}: {line}" for line in lines_with(pattern, path.read_text(encoding="utf-8"))]
    return found


def traces_of_libraries(prefix):
    found = []
    for path in sorted([*prefix.rglob("libweft*.so"), *prefix.rglob("libweft*.a")]):
        shared = path.suffix == ".so"
        names = output_of("nm", "-C", *(["-D"] if shared else []), str(path), stderr=subprocess.DEVNULL)
        if shared:
            names += "\n".join(line for line in output_of("readelf", "-d", str(path)).splitlines() if "NEEDED" in line)
        found += [f"{path.name}: {line}" for line in lines_with(SYMBOL, names)[:5]]
    return found


def traces_of_program(prefix):
    text = output_of(os.environ.get("CXX", "g++"), "-std=c++20", "-I", str(prefix / "include"), "-E", "-x", "c++", "-",
                     input="#include <weft/weft.hpp>\n")
    ours = re.compile(r"\bnamespace mpi\b|\bmpi::|\bmpi_\w|weft/mpi|\bMPI_")
    return [f"weft/weft.hpp: {line}" for line in lines_with(ours, text)[:5]]


def self_test():
    with tempfile.TemporaryDirectory() as folder:
        prefix = Path(folder)
        texts = {
            "include/weft/weft.hpp": "#pragma once\n#define WEFT_COMPILES 1\n", "lib/cmake/weft/weftConfig.cmake": "simple()\n",
            "share/doc/weft/mpi.md": "MPI\n", "include/weft/eval/compiled.hpp": "// compiled\n"}
        faults = {
            "include/weft/mpi.hpp": "", "lib/pkgconfig/weft-mpi.pc": "", "lib/libweft_mpi.la": "",
            "include/weft/a.hpp": "#include <weft/mpi/message.hpp>\n", "lib/cmake/weft/a.cmake": "find_dependency(MPI)\n"}
        for name, text in texts.items():
            (prefix / name).parent.mkdir(parents=True, exist_ok=True)
            (prefix / name).write_text(text)
        assert not traces_of_files(prefix) and not traces_of_program(prefix), traces_of_files(prefix)
        for name, text in faults.items():
            (prefix / name).parent.mkdir(parents=True, exist_ok=True)
            (prefix / name).write_text(text)
            assert len(traces_of_files(prefix)) == 1, name
            (prefix / name).unlink()
        (prefix / "include/weft/weft.hpp").write_text("namespace weft::mpi { struct mpi_piece; }\n")
        assert traces_of_program(prefix)


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    prefix = Path(sys.argv[1])
    found = traces_of_files(prefix) + traces_of_libraries(prefix) + traces_of_program(prefix)
    if found:
        sys.exit("a trace of MPI in a weft that was built without it:\n  " + "\n  ".join(found))


main()
