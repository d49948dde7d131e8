"""The commands of sparse matrices: check.py --sparse."""

import scipy

import sparse_entries  # noqa: F401, it and the others register commands
import sparse_files, sparse_iterating, sparse_making, sparse_meshes, sparse_products  # noqa: E401, F401

# How often commands of a group are taken, beside those of generator.py.
WEIGHTS = {"view": 20, "write": 3, "sparse make": 22, "sparse": 34, "sparse dense": 20, "sparse pair": 16,
           "sparse file": 8, "sparse solve": 14, "sparse mesh": 7}
VERSION = scipy.__version__
