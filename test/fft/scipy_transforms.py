"""Writes scipy_transforms.txt: transforms by SciPy of arrays that scipy_transforms.cpp makes too.

    python3 test/fft/scipy_transforms.py >test/fft/scipy_transforms.txt     # needs scipy

A line has the function, r or c for real or complex elements, the shape, the axes, the lengths, the norm, the shape of the
result, and its elements. A list is its number of entries and the entries; without axes or lengths that number is 0. Of real
element k the value is ((37 k + 11) % 101 - 50) / 16; the imaginary part of a complex one is ((53 k + 29) % 97 - 48) / 16.
"""

import itertools

import numpy as np
import scipy.fft

LINES = ["fft", "ifft", "rfft", "irfft", "hfft", "ihfft", "dct", "idct"]
NESTS = ["fft2", "ifft2", "rfft2", "irfft2", "fftn", "ifftn", "rfftn", "irfftn"]
REAL_ONLY = {"rfft", "ihfft", "rfft2", "rfftn", "dct", "idct"}


def operand(shape, kind):
    k = np.arange(int(np.prod(shape)), dtype=float).reshape(shape)
    x = ((37 * k + 11) % 101 - 50) / 16
    return x if kind == "r" else x + 1j * ((53 * k + 29) % 97 - 48) / 16


def listed(values):
    return " ".join(str(v) for v in [len(values), *values])


def write(name, kind, shape, axes=(), lengths=(), norm="backward"):
    x = operand(shape, kind)
    options = {"norm": norm}
    if name in LINES:
        options.update({"axis": axes[0]} if axes else {}, **({"n": lengths[0]} if lengths else {}))
    else:
        options.update({"axes": axes} if axes else {}, **({"s": lengths} if lengths else {}))
    y = getattr(scipy.fft, name)(x, **options)
    numbers = np.ascontiguousarray(y).view(float).ravel() if np.iscomplexobj(y) else y.ravel()
    print(name, kind, listed(shape), listed(axes), listed(lengths), norm, listed(y.shape), "c" if np.iscomplexobj(y) else "r",
          *[repr(float(v)) for v in numbers])


def kinds(name):
    return ["r"] if name in REAL_ONLY else ["r", "c"]


for name in LINES:
    for kind in kinds(name):
        for n in (2, 3, 4, 5, 8, 13):
            write(name, kind, (n,))
        if name in ("irfft", "hfft"):
            write(name, kind, (1,), (), (1,))
        else:
            write(name, kind, (1,))
        for norm in ("ortho", "forward"):
            write(name, kind, (6,), (), (), norm)
            write(name, kind, (3, 4), (0,), (), norm)
        for axis in (0, 1, 2):
            write(name, kind, (2, 3, 4), (axis,))
        for n in (1, 3, 7, 10):
            write(name, kind, (2, 5), (1,), (n,))
        write(name, kind, (5, 2), (0,), (4,), "ortho")
        write(name, kind, (0, 4))
for name in NESTS:
    for kind in kinds(name):
        for shape in ((3, 4), (4, 5), (2, 3, 4)):
            for norm in ("backward", "ortho", "forward"):
                write(name, kind, shape, (), (), norm)
        for axes in itertools.permutations((0, 1, 2), 2):
            write(name, kind, (2, 3, 5), axes)
        write(name, kind, (3, 4), (0, 1), (5, 3))
        write(name, kind, (3, 4), (1, 0), (2, 6), "ortho")
        if name.endswith("n"):
            write(name, kind, (2, 3, 4), (), (4, 6))
            write(name, kind, (7,))
