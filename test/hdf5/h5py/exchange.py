"""A file of h5py is read by weft, which writes another one; h5py reads that, and compares.

    exchange.py PROGRAM [ARGUMENT...]
"""

import pathlib
import subprocess
import sys
import tempfile

try:
    import h5py
    import numpy as np
except ImportError:
    sys.exit(77)

TYPES = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64",
         "complex64", "complex128", ">i4", ">u8", ">f4", ">f8", ">c16"]
TEXT = "Grüße, 1 µm"


def draw(random, kind, shape):
    a = random.integers(0, 2 if kind == "bool" else 100, shape).astype(kind)
    return a * (1 - 2j) if a.dtype.kind == "c" else a


def write(path, random):
    """The arrays that the file has, by their names."""
    arrays = {kind.replace(">", "swapped_"): draw(random, kind, (7, 12)).astype(kind) for kind in TYPES}
    arrays |= {"chunked": random.random((50, 40)), "deep/er/fortran": np.asfortranarray(random.random((3, 4, 5))),
               "scalar": np.float64(2.5), "empty": np.zeros((0, 3), "f4"), "line": np.arange(5)}
    with h5py.File(path, "w") as out:
        for name, a in arrays.items():
            if name == "chunked":
                out.create_dataset(name, data=a, chunks=(7, 9), compression="gzip", shuffle=True)
            else:
                out[name] = a
        out["float64"].attrs["numbers"] = np.arange(4, dtype="i2")
        out["float64"].attrs["text"] = TEXT
        out["texts/long"] = TEXT * 10
        out["texts/fixed"] = np.bytes_(b"fixed")
    return arrays


def differences(path, arrays):
    a = arrays["float64"]
    expected = arrays | {"transposed": a.T, "every_second": a[::2, ::-2], "half": np.array([0.5, -2], "f2"),
                         "growing": np.concatenate([a, a]), "part": arrays["chunked"][3:40:7, 1:30]}
    with h5py.File(path) as found:
        for name, value in expected.items():
            if name not in found:
                yield f"{name} is missing"
                continue
            there = found[name][()]
            if there.dtype != value.dtype.newbyteorder("="):
                yield f"{name}: {there.dtype}, should be {value.dtype}"
            if there.shape != value.shape or not np.array_equal(there, value):
                yield f"{name}: the values differ"
        if found["chunked"].compression != "gzip" or not found["chunked"].shuffle:
            yield "chunked is not compressed"
        if found["growing"].maxshape != (None, 12):
            yield "growing does not grow"
        for name, text in [("texts/long", TEXT * 10), ("texts/fixed", "fixed")]:
            if found[name].asstr()[()] != text:
                yield f"{name}: {found[name][()]}"
        attributes = found["float64"].attrs
        if not np.array_equal(attributes["numbers"], np.arange(4.0)):
            yield f"numbers: {attributes['numbers']}"
        text = attributes["text"]
        if (text.decode() if isinstance(text, bytes) else text) != TEXT:
            yield f"the attribute text: {text}"


def main():
    problems = []
    for seed in range(3):
        with tempfile.TemporaryDirectory() as folder:
            given, made = pathlib.Path(folder) / "given.h5", pathlib.Path(folder) / "made.h5"
            arrays = write(given, np.random.default_rng(seed))
            subprocess.run([*sys.argv[1:], given, made], check=True)
            problems += differences(made, arrays)
    print("\n".join(problems))
    return 1 if problems else 0


sys.exit(main())
