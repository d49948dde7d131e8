#!/usr/bin/env python3
"""Turns the JSON results of the benchmarks into one markdown table.

usage: table.py FOLDER [--markdown FILE] [--check]
"""
import argparse
import json
import platform
import sys
from datetime import date
from pathlib import Path


NEAR = 1.02  # a line this close to its bar changes sides from run to run


def nanoseconds(x):
    if x < 1e4:
        return f"{x:.3g} ns" if x < 100 else f"{x:.0f} ns"
    return f"{x / 1e3:.3g} us" if x < 1e6 else f"{x / 1e6:.3g} ms"


def processor():
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    fields = dict([part.strip() for part in line.split(":", 1)] for line in lines if ":" in line)
    return f"{fields.get('model name', '?')} (family {fields.get('cpu family', '?')}, model {fields.get('model', '?')})"


def verdict(of_bar):
    return "yes" if of_bar <= 1 else "at the bar" if of_bar <= NEAR else "**no**"


def run_time_table(results):
    """Lines of markdown, how many lines there are, and how many miss their bar or are broken."""
    lines = ["| expression | weft | twin | ratio (quartiles) | best / best | bar | kept |", "|---|---|---|---|---|---|---|"]
    missed = count = 0
    for row in (row for result in results for row in result["benchmarks"]):
        count += 1
        name = row["name"].removesuffix("/manual_time").replace("|", "\\|")
        if row.get("error_occurred"):
            missed += 1
            lines.append(f"| {name} | - | - | - | - | - | **{row['error_message']}** |")
            continue
        missed += row["of_bar"] > NEAR
        # The clock of a virtual machine may stand still for a round.
        best = f"{row['weft_best'] / row['twin_best']:.2f}" if row["twin_best"] > 0 else "-"
        lines.append(f"| {name} | {nanoseconds(row['weft_ns'])} | {nanoseconds(row['twin_ns'])} "
                     f"| {row['ratio']:.2f} ({row['ratio_q1']:.2f}-{row['ratio_q3']:.2f}) "
                     f"| {best} | {row['label']} | {verdict(row['of_bar'])} |")
    return lines, count, missed


def compile_table(rows):
    lines = ["| compiler | translation unit | weft | Eigen | seconds | megabytes | object | kept |",
             "|---|---|---|---|---|---|---|---|"]
    say, missed = "{:.2f} s, {:.0f} MB, {:.0f} kB".format, 0
    for row in rows:
        counted = row["ratio"] if row["eigen"][2] > 2 else row["ratio"][:2]  # an empty object file says nothing
        of_bar = max(ratio / bar for ratio, bar in zip(counted, row["bars"]))
        missed += of_bar > NEAR
        ratios = " | ".join(f"{r:.2f}" for r in row["ratio"])
        lines.append(f"| {row['compiler']} | {row['unit']} | {say(*row['weft'])} | {say(*row['eigen'])} | {ratios} "
                     f"| {verdict(of_bar)} |")
    return lines, len(rows), missed


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("results", type=Path, help="folder of JSON files")
    arguments.add_argument("--markdown", type=Path, help="write the table there, too")
    arguments.add_argument("--check", action="store_true", help="exit status 1 where a line misses its bar")
    given = arguments.parse_args()
    found = {path.stem: json.loads(path.read_text()) for path in sorted(given.results.glob("*.json"))}
    compile_rows = found.pop("compile", [])
    compilers = sorted({result["context"].get("compiler", "?") for result in found.values()})
    lines, count, missed = run_time_table(found.values())
    lines = [f"{date.today()}, {processor()}, weft with {', '.join(compilers)} at -O2", ""] + lines
    if compile_rows:
        more, more_count, more_missed = compile_table(compile_rows)
        lines += [""] + more
        count, missed = count + more_count, missed + more_missed
    lines += ["", f"{count - missed} of {count} lines keep their bar."]
    text = "\n".join(lines) + "\n"
    sys.stdout.write(text)
    if given.markdown:
        given.markdown.write_text(text)
    sys.exit(given.check and missed > 0)


if __name__ == "__main__":
    main()
