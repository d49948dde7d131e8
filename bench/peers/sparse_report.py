#!/usr/bin/env python3
"""Turns results of run.py with one and with two threads into bench/results/sparse.md: times, and GB/s beside a triad.

usage: sparse_report.py ONE.json TWO.json REMARK
"""
import json
import sys
from pathlib import Path

import bars
import report
from questions import SPARSE

FILE = Path(__file__).resolve().parents[1] / "results/sparse.md"
NEXT_TO = ("by hand", "Eigen", "MKL", "SciPy", "NumPy", "CHOLMOD")
RATES = ("triad", "csr", "csc", "columns", "turned")


def rate(question, size, seconds):
    """GB/s of the bytes that must move; nothing for what the caches hold."""
    moved = question.bytes(size) if question.bytes and question.name.split("_")[0] in RATES else 0
    return f"{moved / seconds / 1e9:.1f}" if moved > 32e6 else ""


def table(result):
    found, texts = report.lines_of(result), {question.name: question for question in SPARSE}
    columns = [name for name in NEXT_TO if any(name in times for key, times in found.items() if key[0] in texts)]
    lines = ["| question |  | weft | weft / best other | bar | kept | GB/s | " + " | ".join(f"{c} / weft" for c in columns) + " |",
             "|---" * (7 + len(columns)) + "|"]
    for (name, size, kind), times in found.items():
        if name in texts and "weft" in times:
            cells = [f"{name} {size}", texts[name].text, report.time_text(times["weft"]), report.ratio_text(times),
                     bars.text_of(name, size), bars.verdict(bars.of_bar(name, size, times)),
                     rate(texts[name], size, times["weft"]), *(report.cell(times, c) for c in columns)]
            lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main():
    one, two = (json.loads(Path(path).read_text()) for path in sys.argv[1:3])
    text = ["# Sparse matrices beside other libraries",
            "Written by bench/peers/sparse_report.py from a sitting with one thread and one with two. GB/s are the bytes "
            "that must move: values, indices, offsets and both vectors, once. The triad is what memory can do in the same "
            "sitting; it also writes, so that products, which mostly read, may pass it. SciPy's and MKL's products of two "
            "matrices have unsorted rows, those of the others sorted ones. MKL's products with vectors were inspected "
            "beforehand, which is not timed. SuperLU answers `lu` and `cholesky` by hand, SciPy calls it too.",
            sys.argv[3], "## One thread", report.conditions(one)[0], table(one), "## Two threads",
            "The clock on the wall.", table(two)]
    FILE.write_text("\n\n".join(text) + "\n")


if __name__ == "__main__":
    main()
