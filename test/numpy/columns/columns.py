"""Random structured arrays, which NumPy writes as .npy and Python as CSV, are read into tables and written back.

    columns.py PROGRAM [ARGUMENT...]

The fields have any order, gaps, alignment and byte orders, stand in records within or beside others, and are of the types
of the table or of narrower ones.
"""

import csv
import pathlib
import random
import subprocess
import sys
import tempfile

try:
    import numpy as np
except ImportError:
    sys.exit(77)

ROUNDS = 60
TABLE = np.dtype([("a", "f8"), ("b", "i4"), ("flag", "?"), ("z", "c16"), ("at.x", "f4"), ("at.y", "f4"), ("small", "u2")])
KINDS = {"a": ["f8", "f4", "i4"], "b": ["i4", "i2", "u1"], "flag": ["?"], "z": ["c16", "c8"], "at.x": ["f4", "f2"],
         "at.y": ["f4"], "small": ["u2", "u1"], "label": ["U7", "S5"]}
OTHERS = [("other", "M8[s]"), ("raw", "V3"), ("matrix", "f4", (2, 3)), ("inner", [("a", "f8"), ("b", "i4")])]


def file_type(draw):
    fields = [(name, draw.choice("<>") + draw.choice(kinds)) for name, kinds in KINDS.items()]
    if draw.random() < 0.5:  # the members of `at` in a record
        fields = [f for f in fields if not f[0].startswith("at.")] + [("at", [("y", ">f4"), ("x", "f4")])]
    fields += draw.sample(OTHERS, draw.randrange(len(OTHERS)))
    draw.shuffle(fields)
    return np.dtype(fields, align=draw.random() < 0.5)


def field(array, name):
    return array["at"][name[3:]] if name.startswith("at.") and name not in array.dtype.names else array[name]


def drawn(draw, dtype, n):
    array = np.zeros(n, dtype)
    array.view("V%d" % dtype.itemsize)[:] = np.frombuffer(draw.randbytes(n * dtype.itemsize), "V%d" % dtype.itemsize)
    for name, values in (("a", range(-9, 9)), ("b", range(200)), ("flag", (0, 1)), ("z", (1.5, -2j, 1 + 1j)),
                         ("at.x", (0.25, -7)), ("at.y", (3, 1e9)), ("small", range(256))):
        field(array, name)[:] = [draw.choice(values) for _ in range(n)]
    array["label"] = ["".join(draw.choice("abc,\" ;") for _ in range(draw.randrange(6))).strip() for _ in range(n)]
    return array


def expected(array):
    texts = array["label"].astype(str)
    longest = max([1] + [len(text) for text in texts])
    out = np.zeros(len(array), np.dtype(TABLE.descr + [("label", f"U{longest}")]))
    for name in out.dtype.names:
        out[name] = texts if name == "label" else field(array, name)
    return out


def write_csv(path, table, draw):
    names = list(table.dtype.names) + ["not asked for"]
    draw.shuffle(names)
    with open(path, "w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(names)
        for row in table:
            rows.writerow([repr(row[name].item()) if name in TABLE.names else str(row[name]) if name == "label" else "?"
                           for name in names])


def main(*program):
    draw = random.Random(1)
    tables = []
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for k in range(ROUNDS):
            array = drawn(draw, file_type(draw), draw.choice((0, 1, 5, 300)))
            np.save(folder / f"{k}.npy", array)
            tables.append(expected(array))
            write_csv(folder / f"{k}.csv", tables[-1], draw)
        subprocess.run([*program, str(folder)], check=True)
        for k, table in enumerate(tables):
            np.save(folder / "expected.npy", table)
            wanted = (folder / "expected.npy").read_bytes()
            for made in (f"{k}.out.npy", f"{k}.table.npy"):
                if (folder / made).read_bytes() != wanted:
                    sys.exit(f"{made} is {np.load(folder / made)}, not {table}")


if __name__ == "__main__":
    main(*sys.argv[1:])
