"""Writes golden/*.npy, golden/*.npz and golden/prints.txt with NumPy. Run once by hand (NumPy 2.4); the tests need neither."""

import io
import pathlib
import zipfile

import numpy as np

FOLDER = pathlib.Path(__file__).parent / "golden"
SIGNS = {"+": "plus", " ": "space", "-": "minus"}
TYPES = "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64 complex64 complex128".split()


def pattern(name):
    """3 x 4 values that npy_format.cpp knows: the extremes of the type at both ends, small steps between."""
    k = np.arange(12)
    kind = np.dtype(name).kind
    if kind == "b":
        values = k % 3 == 0
    elif kind in "iu":
        values = (k if kind == "u" else k - 5).astype(name)
        values[0], values[11] = np.iinfo(name).min, np.iinfo(name).max
    else:
        values = ((k - 5) * 0.375).astype(name)
        if kind == "c":
            values.imag = k * 1.25
    return values.astype(name).reshape(3, 4)


def write_files():
    for name in TYPES:
        a = pattern(name)
        np.save(FOLDER / f"{name}_c.npy", a)
        np.save(FOLDER / f"{name}_fortran.npy", np.asfortranarray(a))
        if a.itemsize > 1:
            np.save(FOLDER / f"{name}_big.npy", a.astype(a.dtype.newbyteorder(">")))
    for version in (1, 2, 3):
        with open(FOLDER / f"version{version}.npy", "wb") as file:
            np.lib.format.write_array(file, pattern("float64"), version=(version, 0))
    np.save(FOLDER / "scalar.npy", np.array(2.5))
    np.save(FOLDER / "vector.npy", np.arange(5.0))
    np.save(FOLDER / "empty_0.npy", np.zeros(0))
    np.save(FOLDER / "empty_3_0_2.npy", np.zeros((3, 0, 2), "int16"))
    np.save(FOLDER / "rank16.npy", np.arange(6, dtype="int32").reshape((1,) * 7 + (2, 3) + (1,) * 7))
    np.save(FOLDER / "fortran_2_3_10.npy", np.asfortranarray(np.arange(60, dtype="uint8").reshape(2, 3, 10)))
    # The spaces for growth are counted from the last extent here: from the first, the header would be 64 bytes longer.
    growing = (np.arange(2000) % 251).astype("uint8").reshape((2,) + (1,) * 12 + (1000,))
    np.save(FOLDER / "fortran_growing.npy", np.asfortranarray(growing))


class Pipe(io.RawIOBase):
    """A file that cannot seek: zipfile writes sums and sizes behind each member."""

    def __init__(self, path):
        self.file = open(path, "wb")

    def writable(self):
        return True

    def write(self, data):
        return self.file.write(data)

    def close(self):
        self.file.close()
        super().close()


def write_archives():
    members = {
        "a": pattern("float64"), "fortran": np.asfortranarray(pattern("int16")), "big": pattern("complex64").astype(">c8"),
        "scalar": np.array(2.5), "empty": np.zeros((3, 0, 2), "int16"),
    }
    np.savez(FOLDER / "stored.npz", **members)
    np.savez_compressed(FOLDER / "deflated.npz", **members, long=np.arange(20000) // 100)
    with Pipe(FOLDER / "piped.npz") as pipe, zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo("readme.txt"), "no tensor")
        for name in ("a", "größe"):
            with archive.open(name + ".npy", "w") as file:
                np.lib.format.write_array(file, members["a"])
        archive.comment = b"PK\x05\x06 may stand in a comment, which ends here"
    # As if these files were beyond 4 GiB: every size and position is in the 64-bit form.
    zipfile.ZIP64_LIMIT, zipfile.ZIP_FILECOUNT_LIMIT = 0, 0
    with zipfile.ZipFile(FOLDER / "zip64.npz", "w") as archive:
        for name in ("a", "fortran"):
            with archive.open(name + ".npy", "w", force_zip64=True) as file:
                np.lib.format.write_array(file, members[name])


def tokens(a):
    for x in a.ravel().tolist():
        parts = (x.real, x.imag) if isinstance(x, complex) else (x,)
        yield from (p.hex() if isinstance(p, float) else str(int(p)) for p in parts)


class Table:
    """Records of `# dtype shape precision threshold edge_items line_width [suppress] [floatmode=] [sign=] [nanstr=] [infstr=]`,
    values, and `>` before what str() gives. A sign is named by a word."""

    def __init__(self):
        self.out = io.StringIO()

    def add(self, a, values=None, precision=8, threshold=1000, edgeitems=3, linewidth=75, suppress=False,
            **more):
        shape = "x".join(map(str, a.shape)) or "-"
        words = "".join(f" {k}={SIGNS.get(v, v)}" for k, v in more.items())
        self.out.write(f"# {a.dtype} {shape} {precision} {threshold} {edgeitems} {linewidth}{' suppress' * suppress}{words}\n")
        self.out.write((values or " ".join(tokens(a))) + "\n")
        with np.printoptions(precision=precision, threshold=threshold, edgeitems=edgeitems, linewidth=linewidth, suppress=suppress,
                             **more):
            self.out.writelines(f">{line}\n" for line in str(a).split("\n"))

    def stepped(self, name, shape, step, **options):
        """Element k is k * step: too many values to list."""
        count = int(np.prod(shape))
        self.add((np.arange(count) * step).astype(name).reshape(shape), f"step {step}", **options)


def add_scalars(table):
    for name in ("float64", "float32"):
        for x in (0, -0.0, 1, 0.1, -2.5, 1e-4, 9.9e-5, 123456.7, 1e6, 1.5e15, 1e16, 1.5e30, 5e-324, 1e-45, np.nan, np.inf, -np.inf):
            table.add(np.array(x, name))
    for name in ("complex128", "complex64"):
        for z in (0, 2j, 1 + 2j, -0.5j, complex(-0.0, 1), complex(1, -2.5), complex(np.nan, np.inf), complex(0, np.nan), 1e16 + 1e-5j, 1e6 + 1j):
            table.add(np.array(z, name))
    for name, x in (("bool", True), ("bool", False), ("int8", -128), ("uint8", 65), ("int64", -(2**63)), ("uint64", 2**64 - 1)):
        table.add(np.array(x, name))


def add_floats(table):
    nan, inf = np.nan, np.inf
    rows = [
        [1, 2, 3], [1.5, 2, 3.25], [0.1, -0.25, 100], [-1, 1], [0, 0], [-0.0, 0], [1 / 3, 2 / 3, 1], [0.1 + 0.2],
        [1e8, 1e7], [1e6, 1e5], [99999999.0, 1e5], [1e-4, 0.1], [9.9e-5, 0.01], [1, 1000], [1, 1001], [1e-300, 1e300], [1e100, -1e-5],
        [nan, 1], [nan, 1.5], [inf, 1], [-inf, 1], [-inf, 1.5], [nan], [inf], [-inf, nan], [nan, -inf, 1e10], [nan, 0],
        [5e-324, 1.123456789], [1e23, 1], [0.123456785, 1], [0.5, 1e-3], [2.5, 3.5], [123456.789, 999.123456789],
        [1.1, 1.17549435e-38], [1e6, 1], [999999, 999], [16777216, 16777215], [0.1, 0.2, 0.30000001],
    ]
    for name in ("float64", "float32"):
        for row in rows:
            with np.errstate(over="ignore"):
                table.add(np.array(row, name))
    for precision in (0, 3, 12, 17):
        table.add(np.array([1 / 3, 100.5, 0.0625]), precision=precision)
        table.add(np.array([1e10 / 3, 1e-10]), precision=precision)


def add_suppressed(table):
    for row in ([1e-5, 1], [1e-10, 1], [1, 1001], [1e8, 1], [0.123456789, 1e5], [1e-300], [-1e-9, np.nan, 1e4]):
        for name in ("float64", "float32", "complex128"):
            table.add(np.array(row, name), suppress=True)
    table.add(np.array(1e-5), suppress=True)


def add_complex(table):
    nan, inf = np.nan, np.inf
    rows = [
        [1 + 2j, 3 - 4j], [1.5 + 2j, 3.25 - 4.125j], [1j], [0], [complex(nan, 1), complex(1, nan)], [1e10 + 1j, 1],
        [complex(inf, -inf), 1 + 1j], [complex(nan, -inf), 3.5 - 4j, 1e10 + 2j], [1e-5j, 1 + 1j], [complex(nan, nan)],
        [1 / 3 + 1j / 7, -2 + 0.5j],
    ]
    for name in ("complex128", "complex64"):
        for row in rows:
            table.add(np.array(row, name))
    table.stepped("complex64", (3, 4), 0.5)


def add_integers(table):
    for name in TYPES[1:9]:
        info = np.iinfo(name)
        table.add(np.array([info.min, 0, info.max], name))
        table.add(np.array([[1, 10], [100, 5]], name))
    table.add(np.array([-1, 100]))
    table.add(np.array([True, True]))
    table.add(np.array([[True, False], [False, True]]))


def add_frames(table):
    for shape in ((0,), (3, 0, 2), (0, 5)):
        table.add(np.zeros(shape))
    for shape in ((1,), (1, 1), (20,), (40,), (6, 7), (2, 3, 4), (2, 2, 2, 2), (1, 1, 1, 2, 1, 1, 3), (2, 30), (2, 2, 40), (1,) * 16):
        table.stepped("int32", shape, 1)
        table.stepped("float64", shape, 0.25)
    for shape in ((1000,), (1001,), (40, 30), (10, 2, 100), (7, 6, 60), (1001, 1), (1, 1001), (3, 1000), (2, 2, 3, 200)):
        table.stepped("int64", shape, 1)
    table.stepped("float64", (50, 50), 0.125)
    table.stepped("float32", (2000,), 1000)
    table.stepped("complex128", (40, 40), 1)
    table.stepped("int32", (9,), 1, threshold=5)
    table.stepped("int32", (4, 9), 1, threshold=5, edgeitems=1)
    table.stepped("int32", (4, 30), 1, linewidth=20)
    table.stepped("float64", (5, 6), 1.5, linewidth=3)
    table.stepped("int32", (1200,), 1, threshold=2000)


def add_modes(table):
    """Every floatmode and sign, for numbers of all sizes."""
    nan, inf = np.nan, np.inf
    rows = [
        [0.1, 1.25, -3], [1 / 3, 2 / 3, 100], [0.0, -0.0], [nan, 1.5, -inf], [inf, 2], [nan], [inf], [-inf], [1e-300, 1e300, -1],
        [1.1, 1.17549435e-38], [1e8 / 3, 1], [1e22, 1], [1e-5, 0.1], [99999.99999, 1 / 7], [2.5, 3.5, 0.5], [7, 8], [nan, 1e10 / 3],
    ]
    modes = ("fixed", "unique", "maxprec", "maxprec_equal")
    for name in ("float64", "float32"):
        for row in rows:
            for mode in modes:
                for sign, precision in ("+", 8), (" ", 8), ("-", 8), ("-", 3):
                    with np.errstate(over="ignore"):
                        table.add(np.array(row, name), precision=precision, floatmode=mode, sign=sign)
    for mode in modes:
        for precision in (0, 20):
            table.add(np.array([0.1, 123.456, 2.5]), precision=precision, floatmode=mode)
            table.add(np.array([1e-10, 123.456]), precision=precision, floatmode=mode)
            table.add(np.array([0.1, 16777216], "float32"), precision=precision, floatmode=mode)
        table.add(np.array([1e-5, 1, 1001.5]), floatmode=mode, suppress=True)
        table.stepped("float64", (3, 4), 0.375, floatmode=mode, precision=2)
        table.stepped("float32", (2, 3, 2), 0.1, floatmode=mode, sign=" ")
        table.stepped("float64", (40, 40), 1.25, floatmode=mode, sign="+")
        table.stepped("float64", (60,), 1.1, floatmode=mode, sign=" ", linewidth=40)
        table.add(np.array(1 / 3), floatmode=mode, precision=3, sign="+")
        for sign in "+ -":
            for name in ("complex128", "complex64"):
                for row in ([1 + 2j, -0.5j], [1 / 3 - 1j / 7, 2], [complex(nan, -inf), 1.5 + 2j], [1e10 + 1e-5j, 1j], [complex(-0.0, 0)]):
                    table.add(np.array(row, name), floatmode=mode, sign=sign)
            table.stepped("complex128", (40, 40), 0.25, floatmode=mode, sign=sign)
    for sign in "+ ":
        for name in ("int8", "int64", "uint16"):
            table.add(np.array([1, 100, 0], name), sign=sign)
        table.add(np.array([[-1, 10], [100, 5]]), sign=sign)
        table.add(np.array([-100, 5]), sign=sign)
        table.add(np.array([-1, -2]), sign=sign)
        table.add(np.array([True, False]), sign=sign)
        table.add(np.array(5), sign=sign)
        table.stepped("int32", (1200,), 1, sign=sign)
    for names in ({"nanstr": "missing"}, {"infstr": "oo"}, {"nanstr": "?", "infstr": "Infinity"}):
        for row in ([nan, 1.5, -inf], [nan], [inf, 123456.5], [1e10, nan]):
            for sign in "+ -":
                table.add(np.array(row), sign=sign, **names)
        table.add(np.array([complex(nan, inf), 1 + 2j]), **names)


def npy_bytes(a):
    out = io.BytesIO()
    np.save(out, a, allow_pickle=True)
    return out.getvalue()


def write_mixed_archive():
    """What archives hold besides tensors that weft reads, and names that are not those of savez."""
    numbers = pattern("float64")
    with zipfile.ZipFile(FOLDER / "mixed.npz", "w") as file:
        for name, a in (
            ("a", numbers),
            ("text", np.array(["one", "two"])),
            ("format", np.array(b"csr")),
            ("record", np.zeros(2, [("x", "f8"), ("k", "i4")])),
            ("dates", np.array(["2026-11-28"], "M8[D]")),
            ("objects", np.array([None, {}])),
            ("half", np.float16([1, 2])),
            ("wide", np.longdouble([1, 2])),
            ("deep", np.zeros((1,) * 17)),
        ):
            file.writestr(f"{name}.npy", npy_bytes(a))
        file.writestr("plain", npy_bytes(numbers))
        file.writestr("LOUD.NPY", npy_bytes(numbers))
        file.writestr("both", npy_bytes(np.array(1)))
        file.writestr("both.npy", npy_bytes(np.array(2)))
        file.writestr("pair", b"no tensor")
        file.writestr("pair.npy", npy_bytes(numbers))
        file.writestr("sub/", b"")
        file.writestr("sub/b.npy", npy_bytes(numbers))
        file.writestr("readme.txt", b"no tensor")
        for k in (1, 2, 3):
            file.writestr("twice.npy", npy_bytes(np.array(k)))


def main():
    FOLDER.mkdir(exist_ok=True)
    write_files()
    write_archives()
    write_mixed_archive()
    table = Table()
    for part in (add_scalars, add_floats, add_complex, add_integers, add_frames, add_suppressed, add_modes):
        part(table)
    (FOLDER / "prints.txt").write_text(table.out.getvalue())


if __name__ == "__main__":
    main()
