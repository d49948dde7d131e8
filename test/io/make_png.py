"""Writes golden/*.png after the specification of PNG, with Python's zlib. Run once by hand; the tests need neither.

Sample c of pixel (i, j) is (37 i + 11 j + 101 c + 5) modulo 2^depth, for 16 bits times 257. In palettes it is the number
of a colour k: (3 k, 255 - k, 7 k) modulo 256, with the alpha 40 k for the first three of those that have one.
"""

import pathlib
import struct
import zlib

FOLDER = pathlib.Path(__file__).parent / "golden"
ROWS, COLUMNS = 9, 11
GREY, COLOUR, PALETTE, GREY_ALPHA, COLOUR_ALPHA = 0, 2, 3, 4, 6
CHANNELS = {GREY: 1, COLOUR: 3, PALETTE: 1, GREY_ALPHA: 2, COLOUR_ALPHA: 4}
ADAM7 = ((0, 0, 8, 8), (0, 4, 8, 8), (4, 0, 8, 4), (0, 2, 4, 4), (2, 0, 4, 2), (0, 1, 2, 2), (1, 0, 2, 1))


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def sample(i, j, c, depth):
    value = 37 * i + 11 * j + 101 * c + 5
    return value % 256 * 257 if depth == 16 else value % (1 << depth)


def line(i, columns, kind, depth):
    """One row, packed to bytes from the most significant bit on."""
    bits = "".join(format(sample(i, j, c, depth), f"0{depth}b") for j in columns for c in range(CHANNELS[kind]))
    bits += "0" * (-len(bits) % 8)
    return bytes(int(bits[k:k + 8], 2) for k in range(0, len(bits), 8))


def paeth(a, b, c):
    p = a + b - c
    return min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]


def filtered(lines, kind, depth):
    """Each row by another of the five filters."""
    step = max(1, CHANNELS[kind] * depth // 8)
    above, out = bytes(len(lines[0])) if lines else b"", b""
    for number, now in enumerate(lines):
        left, corner = bytes(step) + now, bytes(step) + above
        guess = {0: lambda k: 0, 1: lambda k: left[k], 2: lambda k: above[k], 3: lambda k: (left[k] + above[k]) // 2,
                 4: lambda k: paeth(left[k], above[k], corner[k])}[number % 5]
        out += bytes([number % 5]) + bytes((now[k] - guess(k)) % 256 for k in range(len(now)))
        above = now
    return out


def png(kind, depth, interlaced=False, transparent=False):
    passes = ADAM7 if interlaced else ((0, 0, 1, 1),)
    data = b"".join(filtered([line(i, range(first, COLUMNS, step), kind, depth) for i in range(top, ROWS, down)],
                             kind, depth) for top, first, down, step in passes)
    out = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", COLUMNS, ROWS, depth, kind, 0, 0, interlaced))
    if kind == PALETTE:
        out += chunk(b"PLTE", b"".join(bytes((3 * k % 256, 255 - k, 7 * k % 256)) for k in range(1 << depth)))
        if transparent:
            out += chunk(b"tRNS", bytes((0, 40, 80)))
    packed = zlib.compress(data)
    half = len(packed) // 2
    return out + chunk(b"IDAT", packed[:half]) + chunk(b"IDAT", packed[half:]) + chunk(b"IEND", b"")


def main():
    names = {GREY: "grey", COLOUR: "colour", PALETTE: "palette", GREY_ALPHA: "grey_alpha", COLOUR_ALPHA: "colour_alpha"}
    for kind, depths in ((GREY, (1, 2, 4, 8, 16)), (COLOUR, (8, 16)), (PALETTE, (1, 4, 8)), (GREY_ALPHA, (8, 16)),
                         (COLOUR_ALPHA, (8, 16))):
        for depth in depths:
            (FOLDER / f"{names[kind]}{depth}.png").write_bytes(png(kind, depth))
    (FOLDER / "palette2_alpha.png").write_bytes(png(PALETTE, 2, transparent=True))
    (FOLDER / "grey4_interlaced.png").write_bytes(png(GREY, 4, interlaced=True))
    (FOLDER / "colour8_interlaced.png").write_bytes(png(COLOUR, 8, interlaced=True))


if __name__ == "__main__":
    main()
