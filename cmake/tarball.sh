#!/bin/sh
# Writes weft-<version>.tar.gz, the sources of a release, into a folder. Its bytes follow from the commit alone, for one
# version of git and of gzip: neither the time, nor settings of git, nor the masks of files have a part in it.
#   sh cmake/tarball.sh FOLDER [COMMIT]
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
commit=${2-HEAD}
mkdir -p "$1"
version=$(git -C "$root" show "$commit:include/weft/base/config.hpp" | sed -n 's/^#define WEFT_VERSION_[A-Z]* //p' | paste -sd .)
git -C "$root" -c core.autocrlf=false -c core.attributesFile=/dev/null -c tar.umask=0022 archive --format=tar \
  --prefix="weft-$version/" "$commit" >"$1/weft-$version.tar"
gzip -9nf "$1/weft-$version.tar"
