#!/bin/sh
# Installs the Debian or Ubuntu packages that are missing; says nothing when none is.
#   sh cmake/setup.sh             what building and testing weft needs
#   sh cmake/setup.sh --demo      what the demo needs
#   sh cmake/setup.sh --ci        also what the further jobs of .ci/run need
#   sh cmake/setup.sh --mpi       also both MPIs, for the presets mpi and mpich
#   sh cmake/setup.sh --python    also what the job python needs, but for what it has from PyPI
#   sh cmake/setup.sh --site      what the documentation site and its test in a browser need, but for doc/site/requirements.txt
#   sh cmake/setup.sh --debian    what building the Debian packages and looking at them needs
#   sh cmake/setup.sh --windows   what building for Windows and running that need: 950 MB, installed in half a minute
set -eu

packages="g++ ccache cmake ninja-build python3 gdb libboost-dev libtbb-dev libopenblas-dev libxsimd-dev zlib1g-dev libspng-dev libhdf5-dev libsuperlu-dev doctest-dev python3-h5py python3-numpy python3-scipy python3-matplotlib doxygen libbenchmark-dev lld"
case "${1-}" in
  "") ;;
  --demo) packages="g++ cmake ninja-build python3 libboost-dev libopenblas-dev zlib1g-dev libspng-dev" ;;
  --ci) packages="$packages pkg-config python3-venv clang clang-14 clang-19 clang-format-19 clang-tidy-19 lldb-19 libclang-rt-14-dev libclang-rt-19-dev libc++-19-dev libc++abi-19-dev clang-tools-19 qemu-user g++-aarch64-linux-gnu libblas-dev liblapack-dev libeigen3-dev libfmt-dev libhwy-dev libsuitesparse-dev gfortran libopenblas0-pthread libopenblas0-openmp libopenblas0-serial libopenblas64-pthread-dev" ;;
  --mpi) packages="$packages libopenmpi-dev openmpi-bin libmpich-dev mpich libscalapack-openmpi-dev libscalapack-mpich-dev libelpa-dev" ;;
  --python) packages="$packages python3-venv python3-dev" ;;
  --site) packages="python3-venv chromium chromium-driver" ;;
  --debian) packages="debhelper dpkg-dev lintian cmake ninja-build g++ ccache pkg-config libboost-dev libopenblas-dev zlib1g-dev libspng-dev libhdf5-dev libsuperlu-dev" ;;
  --windows) packages="$packages g++-mingw-w64-x86-64-posix wine wine64" ;;
  *)
    echo "usage: sh cmake/setup.sh [--demo|--ci|--mpi|--python|--site|--debian|--windows]" >&2
    exit 2
    ;;
esac

if ! command -v dpkg >/dev/null; then
  echo "cmake/setup.sh knows Debian and Ubuntu only; weft needs what these packages hold: $packages" >&2
  exit 0
fi

missing=
for package in $packages; do
  dpkg -s "$package" 2>/dev/null | grep -q '^Status: .* installed$' || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

echo "cmake/setup.sh installs:$missing"
as_root apt-get update -qq
# shellcheck disable=SC2086 # a list of words
as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $missing >/dev/null
