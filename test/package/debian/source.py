"""Makes a Debian source package of a release: weft-VERSION with a folder debian, beside weft_VERSION.orig.tar.gz.

usage: source.py OUT ARCHIVE   (ARCHIVE: what cmake/tarball.sh wrote)

Versions and the name of the library's package come from base/config.hpp, the list of symbols from test/package/abi.
"""
import email.utils
import re
import shutil
import sys
import tarfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
# What the library exports of the standard library and of Boost depends on the compiler.
FOREIGN = r' (optional|regex)"^_Z(T[SIV])?N?K?[A-Z]*(S|5boost|9__gnu_cxx)" '


def main():
    out, archive = map(Path, sys.argv[1:])
    version = re.fullmatch(r"weft-(.+)\.tar\.gz", archive.name)[1]
    abi = version.rpartition(".")[0]
    out.mkdir(parents=True)
    shutil.copy(archive, out / f"weft_{version}.orig.tar.gz")
    with tarfile.open(archive) as sources:
        date = max(member.mtime for member in sources.getmembers())
        sources.extractall(out)
    values = {"VERSION": version, "ABI": abi, "DATE": email.utils.formatdate(date)}
    folder = out / f"weft-{version}" / "debian"
    for template in sorted((HERE / "debian").rglob("*")):
        if template.is_file():
            path = folder / filled(str(template.relative_to(HERE / "debian")), values)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(filled(template.read_text(), values))
            shutil.copymode(template, path)
    (folder / f"libweft{abi}.symbols").write_text(symbols("weft", f"libweft{abi}", abi))
    (folder / f"libweft-c{abi}.symbols").write_text(symbols("weft_c", f"libweft-c{abi}", abi))
    print(folder.parent)


def filled(text, values):
    return re.sub(r"@([A-Z]+)@", lambda found: values[found[1]], text)


def symbols(library, package, abi):
    names = (ROOT / f"test/package/abi/{library}-{abi}.txt").read_text().splitlines()
    lines = [f"lib{library}.so.{abi} {package} #MINVER#", "* Build-Depends-Package: libweft-dev", FOREIGN + f"{abi}.0"]
    names_of_c = [f" {name}@Base {abi}.0" for name in names if name.isidentifier()]
    return "\n".join(lines + names_of_c + [f' (c++)"{name}@Base" {abi}.0' for name in names if not name.isidentifier()]) + "\n"


if __name__ == "__main__":
    main()
