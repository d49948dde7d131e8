"""Makes a repository for Spack with the recipe of this version: spack repo add OUT, spack install weft.

usage: repository.py OUT URL ARCHIVE   (URL: where users get the sources; ARCHIVE: the same file here, for its checksum)
"""
import hashlib
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main():
    out, url, archive = sys.argv[1:]
    header = (HERE.parents[2] / "include/weft/base/config.hpp").read_text()
    values = {"URL": url, "SHA256": hashlib.sha256(Path(archive).read_bytes()).hexdigest(),
              "VERSION": ".".join(re.findall(r"#define WEFT_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", header))}
    package = Path(out) / "packages/weft"
    package.mkdir(parents=True)
    (Path(out) / "repo.yaml").write_text("repo:\n  namespace: weft\n  api: v2.0\n")
    recipe = (HERE / "package.py").read_text()
    (package / "package.py").write_text(re.sub(r"@([A-Z0-9]+)@", lambda found: values[found[1]], recipe))


if __name__ == "__main__":
    main()
