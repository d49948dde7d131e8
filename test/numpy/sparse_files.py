"""Files that SciPy writes and weft reads, and the other way round."""

import io

import numpy as np
import scipy.io
import scipy.sparse as sp

from commands import NAMES, TYPES, Check, Refused, Unsuitable, command, exact_if_tame
from sparse_operands import FEW, finite, matrix, matrix_of, scipy_of, some_places, some_shape, with_values


def file_of(g, write):
    """A register with the bytes that write(file) writes."""
    out = io.BytesIO()
    write(out)
    content = out.getvalue()
    return g.add("new", ("u", (len(content),), tuple(content)))


def read(parse, content):
    return parse(io.BytesIO(content.tobytes()))


# Matrix Market.


def some_entries(g, letter, square=False):
    shape = some_shape(g)
    if square:
        shape = (shape[0], shape[0])
    rows, columns = some_places(g, shape)
    values = np.array(g.values(letter if letter != "j" else "i", len(rows)), TYPES[letter])
    return sp.coo_matrix((values, (rows, columns)), shape=shape)


def written_by_scipy(g):
    """A file of each kind of elements and of symmetry, and the letter of its elements."""
    letter = g.r.choice("dddfDFij")
    symmetry = g.r.choice(("general", "general", "symmetric", "skew-symmetric", "hermitian"))
    if symmetry == "hermitian" and letter not in "DF":
        symmetry = "symmetric"
    s = some_entries(g, letter, square=symmetry != "general")
    if not np.isfinite(s.data).all():
        raise Unsuitable  # SciPy has no words for them that it reads
    if symmetry != "general":
        lower = sp.tril(s, -1 if symmetry == "skew-symmetric" else 0).tocsr()
        across = {"symmetric": lower.T, "skew-symmetric": -lower.T, "hermitian": lower.conj().T}[symmetry]
        s = (lower + across).tocoo()
    field = "pattern" if letter in "di" and symmetry in ("general", "symmetric") and g.r.random() < 0.2 else None
    skew = symmetry == "skew-symmetric" and letter in "DF"  # SciPy does not read the arrays that it writes of these
    if g.r.random() < 0.15 and field is None and 0 not in s.shape and not skew:
        s = s.toarray()
    comment = g.r.choice(("", " a comment\n and another one"))
    return file_of(g, lambda f: scipy.io.mmwrite(f, s, comment, field, symmetry=symmetry)), letter


def mtx_operands(g):
    file, letter = written_by_scipy(g)
    like = {"j": "jid", "i": "id", "f": "fdFi", "d": "dDj", "F": "FD", "D": "D"}[letter]
    kind = g.r.choice([k for k in FEW if k[0] in like]) if g.r.random() < 0.93 else g.r.choice(FEW)
    return file, *kind


def load_mtx(content, t, o, x):
    s = read(scipy.io.mmread, content)
    field = content.tobytes().split(b"\n")[0].split()[3].decode()
    if field == "complex" and t not in "DF" or field == "real" and t in "ij" and not whole(s):
        raise Refused("other")
    return matrix_of(sp.coo_array(s), t + o + x)


def of_text(content, *more):
    """Entries of one place are summed, in the type of the file or in that of the matrix."""
    s = read(scipy.io.mmread, content)
    return exact_if_tame(s if isinstance(s, np.ndarray) else s.data)


def whole(s):
    data = s if isinstance(s, np.ndarray) else s.data
    return bool((data == np.floor(data.real)).all())


def same_matrix(m, s):
    b = matrix_of(s, m.kind)
    a = scipy_of(m)
    same = b.shape == m.shape and np.array_equal(b.indices, m.indices) and np.array_equal(b.offsets, m.offsets)
    if same and np.array_equal(b.values, a.data, equal_nan=m.dtype.kind != "i"):
        return None
    return f"SciPy reads {b.values.tolist()} of {b.shape}"


def save_mtx(m):
    finite(m)
    m = with_values(m, m.values)  # later commands may write into the matrix
    return Check(lambda content: same_matrix(m, sp.coo_array(read(scipy.io.mmread, content))))


command("sparse_load_mtx", "sparse file", mtx_operands, load_mtx, of_text)
command("sparse_save_mtx", "sparse file", lambda g: (matrix(g, FEW),), save_mtx)


# Archives.

# The elements of a file, of the matrix that is asked for, and what is said of the conversion.
LOADS = [(t, t, how) for t in "dfDFij" for how in ("none", "converting", "casting")] + [
    ("i", "d", "converting"), ("f", "d", "converting"), ("d", "D", "converting"), ("j", "i", "converting"),
    ("d", "f", "casting"), ("j", "d", "casting"), ("d", "f", "converting"), ("d", "i", "converting"),
]
REFUSED = [("d", "f", "none"), ("i", "d", "none"), ("D", "d", "converting"), ("F", "D", "none"), ("D", "f", "casting")]


def archive_operands(g):
    source, t, how = g.r.choice(LOADS) if g.r.random() < 0.9 else g.r.choice(REFUSED)
    s = some_entries(g, source)
    if t != source and not np.isfinite(s.data).all():
        raise Unsuitable
    make = g.r.choice(("csr", "csc", "coo"))
    if make == "coo":
        saved = s
    else:  # with indices in any order, and some twice
        lines, others = (s.row, s.col) if make == "csr" else (s.col, s.row)
        order = np.argsort(lines, kind="stable")
        offsets = np.searchsorted(lines[order], np.arange(s.shape[make == "csc"] + 1))
        saved = getattr(sp, make + "_matrix")((s.data[order], others[order], offsets), shape=s.shape)
    if g.r.random() < 0.5:
        for name in ("indices", "indptr", "row", "col"):
            if hasattr(saved, name):
                setattr(saved, name, getattr(saved, name).astype(np.int64))
    file = file_of(g, lambda f: sp.save_npz(f, saved, compressed=g.r.random() < 0.5))
    return file, *g.r.choice([k for k in FEW if k[0] == t]), how, source


def load_npz(content, t, o, x, how, source):
    if (source, t, how) in REFUSED:
        raise Refused("other")
    values = read(np.load, content)["data"]
    if t == "i" and not (values == np.floor(values)).all():
        raise Refused("other")
    return matrix_of(read(sp.load_npz, content).astype(TYPES[t]), t + o + x)


def save_npz(m):
    m = with_values(m, m.values)

    def look(content):
        s = read(sp.load_npz, content)
        if s.format != "cs" + m.order or str(s.dtype) != NAMES[m.kind[0]] or s.shape != m.shape:
            return f"SciPy reads {s.format} of {s.dtype} and {s.shape}"
        members = np.load(io.BytesIO(content.tobytes()))
        if members["indices"].dtype != m.indices.dtype or members["indptr"].dtype != m.offsets.dtype:
            return "indices of another type"
        same = np.array_equal(s.indptr, m.offsets) and np.array_equal(s.indices, m.indices)
        same = same and s.data.tobytes() == m.values.tobytes()
        return None if same else f"SciPy reads {s.data.tolist()}"

    return Check(look)


command("sparse_load_npz", "sparse file", archive_operands, load_npz,
        lambda content, *more: exact_if_tame(read(np.load, content)["data"]))
command("sparse_save_npz", "sparse file", lambda g: (matrix(g, FEW),), save_npz)
command("sparse_save_npz_compressed", "sparse file", lambda g: (matrix(g, FEW),), save_npz)
