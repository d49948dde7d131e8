"""Makes the folders that Conan Center asks for, recipes/weft with this version, and prints the version.

usage: center.py OUT URL ARCHIVE   (URL: where users get the sources; ARCHIVE: the same file here, for its checksum)
"""
import hashlib
import re
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def main():
    out, url, archive = sys.argv[1:]
    header = (ROOT / "include/weft/base/config.hpp").read_text()
    version = ".".join(re.findall(r"#define WEFT_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", header))
    checksum = hashlib.sha256(Path(archive).read_bytes()).hexdigest()
    recipe = Path(out) / "recipes/weft"
    every = recipe / "all"
    (every / "test_package").mkdir(parents=True)
    (recipe / "config.yml").write_text(f'versions:\n  "{version}":\n    folder: all\n')
    (every / "conandata.yml").write_text(f'sources:\n  "{version}":\n    url: "{url}"\n    sha256: "{checksum}"\n')
    shutil.copy(ROOT / "conanfile.py", every)
    for name in ["test/package/conan/conanfile.py", "test/package/conan/CMakeLists.txt", "test/package/main.cpp",
                 "examples/c/string.c", "examples/fortran/string.f90"]:
        text = (ROOT / name).read_text()
        if name.endswith(".txt"):  # all are in one folder there
            text = re.sub(r"(?:\.\./)+(?:\w+/)*", "", text)
        (every / "test_package" / Path(name).name).write_text(text)
    print(version)


if __name__ == "__main__":
    main()
