#!/bin/sh
# Installs what bench/peers compares weft with: Debian's packages, and a virtual environment in build/peers.
#   sh bench/peers/setup.sh
set -eu
cd "$(dirname "$0")/../.."

packages="gfortran libeigen3-dev libxtensor-dev libarmadillo-dev libblitz0-dev libhwy-dev libsuperlu-dev libsuitesparse-dev python3-numpy python3-scipy python3-matplotlib python3-venv"
missing=
for package in $packages; do
  dpkg -s "$package" 2>/dev/null | grep -q '^Status: .* installed$' || missing="$missing $package"
done
as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}
if [ -n "$missing" ]; then
  echo "bench/peers/setup.sh installs:$missing"
  as_root apt-get update -qq
  # shellcheck disable=SC2086 # a list of words
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $missing >/dev/null
fi

# NumPy is Debian's, with its OpenBLAS, in a process of its own; JAX and PyTorch want a newer one beside them.
[ -x build/peers/bin/python ] || python3 -m venv build/peers
build/peers/bin/pip install -q numexpr jax
# Headers and libraries, which CMake finds there; there are none for other processors.
build/peers/bin/pip install -q mkl mkl-include || echo "bench/peers/setup.sh: without MKL"
build/peers/bin/python -c 'import torch' 2>/dev/null || build/peers/bin/pip install -q torch
