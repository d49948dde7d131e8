#!/usr/bin/env python3
"""Compares two results of bench/peers/run.py: what a change costs or brings, before it is merged.

Each line is measured in rounds; the ratio is that of their medians, new by old. Its confidence interval comes from
drawing rounds again and again (bootstrap). A line is slower or faster only where the whole interval lies beyond the
threshold on one side; a machine that others use widens the intervals, not the verdicts. Where the loops by hand were
measured in both results, their own ratio is divided out: it is what the machine did, not the change.

usage: compare.py OLD.json NEW.json [--library weft] [--threshold 0.03] [--confidence 0.95] [--raw] [--all]
       exit status 1 where a line is slower
"""
import argparse
import json
import random
import sys
from pathlib import Path

DRAWS = 400
REFERENCE = "by hand"
VERDICTS = ("slower", "faster", "same", "unclear", "too few rounds")


def rounds_of(result, library):
    """(question, size, type) -> seconds of each round"""
    return {(row["question"], row["size"], row["type"]): row["rounds"] for row in result["rows"]
            if row["library"] == library and row.get("rounds")}


def median(rounds):
    """The lower one of two: rounds are only ever made longer by others."""
    return sorted(rounds)[(len(rounds) - 1) // 2]


def drawn(rng, rounds):
    return median(rng.choices(rounds, k=len(rounds)))


def interval(rng, new, old, machine, confidence):
    """The ratio of medians and its confidence interval. `machine`: the rounds of the reference, new and old."""
    def ratio(middle):
        value = middle(new) / middle(old)
        return value * middle(machine[1]) / middle(machine[0]) if machine else value

    draws = sorted(ratio(lambda rounds: drawn(rng, rounds)) for _ in range(DRAWS))
    tail = round((1 - confidence) / 2 * (DRAWS - 1))
    return ratio(median), draws[tail], draws[DRAWS - 1 - tail]


def verdict(low, high, threshold, rounds):
    if rounds < 3:
        return "too few rounds"
    if low > 1 + threshold:
        return "slower"
    if high < 1 / (1 + threshold):
        return "faster"
    return "same" if high / low < (1 + threshold) ** 4 else "unclear"


def compare(old, new, library="weft", threshold=0.03, confidence=0.95, raw=False):
    """One row for each line that both results have: key, ratio, low, high, verdict."""
    before, after = rounds_of(old, library), rounds_of(new, library)
    machine = (rounds_of(new, REFERENCE), rounds_of(old, REFERENCE))
    rng, rows = random.Random(1), []
    for key in (key for key in after if key in before):
        known = not raw and library != REFERENCE and all(key in rounds for rounds in machine)
        reference = [rounds[key] for rounds in machine] if known else None
        ratio, low, high = interval(rng, after[key], before[key], reference, confidence)
        least = min(len(after[key]), len(before[key]))
        rows.append((key, ratio, low, high, verdict(low, high, threshold, least)))
    return rows


def table(rows, everything):
    shown = rows if everything else [row for row in rows if row[4] not in ("same", "too few rounds")]
    lines = ["| question | new / old | interval | verdict |", "|---|---|---|---|"] if shown else []
    for (question, size, kind), ratio, low, high, word in sorted(shown, key=lambda row: -row[1]):
        lines.append(f"| {question} {size} {kind} | {ratio:.3f} | {low:.3f}-{high:.3f} | {word} |")
    words = [row[4] for row in rows]
    count = [f"{words.count(word)} {word}" for word in VERDICTS if word in words]
    return lines + [f"{len(rows)} lines: " + ", ".join(count)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--library", default="weft")
    parser.add_argument("--threshold", type=float, default=0.03)
    parser.add_argument("--confidence", type=float, default=0.95)
    parser.add_argument("--raw", action="store_true", help="do not divide by what the loops by hand took")
    parser.add_argument("--all", action="store_true", help="also the lines that are the same")
    given = parser.parse_args()
    old, new = (json.loads(path.read_text()) for path in (given.old, given.new))
    if old["processor"] != new["processor"]:
        print(f"two processors: {old['processor']}, {new['processor']}")
    rows = compare(old, new, given.library, given.threshold, given.confidence, given.raw)
    missing = set(rounds_of(old, given.library)) - set(rounds_of(new, given.library))
    for question, size, kind in sorted(missing):
        print(f"no longer there: {question} {size} {kind}")
    print("\n".join(table(rows, given.all)))
    sys.exit(any(row[4] == "slower" for row in rows) or bool(missing))


if __name__ == "__main__":
    main()
