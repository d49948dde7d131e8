#!/usr/bin/env python3
"""How the ratios of random_run.py spread: the whole, by class, and the lines that are worst.

usage: random_report.py RESULT.json [--worst 10]
"""
import argparse
import json
import math
from collections import Counter
from pathlib import Path
from statistics import geometric_mean, median

import random_sources
import history
from report import as_json, time_text

SETTINGS = {"weft": "`-O2 -DNDEBUG`", "weft, native": "the flags of the others"}
GOALS = {"weft": {"median": 1.1}, "weft, native": {"median": 1.0, "90 %": 1.2, "99 %": 2.0}}


def row_of(question, line):
    """What is kept of one question."""
    return {"question": question.number, "kind": question.kind, "type": question.type, "layout": question.layout,
            "extents": question.extents, "elements": question.elements, "text": random_sources.text_of(question),
            "rounds": line.seconds, "worst": line.worst, "errors": line.errors}


def best_of(row):
    """The fastest of the others, or None."""
    others = {name: median(rounds) for name, rounds in row["rounds"].items() if name not in SETTINGS}
    return min(others, key=others.get) if others else None


def ratio_of(row, setting):
    """The median over rounds; None without an answer."""
    best, rounds = best_of(row), row["rounds"]
    if best is None or setting not in rounds:
        return None
    return median(ours / theirs for ours, theirs in zip(rounds[setting], rounds[best]))


def quantile(values, q):
    values = sorted(values)
    return values[min(len(values) - 1, math.ceil(q * len(values)) - 1)]


def spread(ratios):
    return {"median": quantile(ratios, 0.5), "90 %": quantile(ratios, 0.9), "99 %": quantile(ratios, 0.99),
            "geometric mean": geometric_mean(ratios)}


def size_class(row):
    """Of the largest operand."""
    limits = ((16, "16"), (64, "64"), (1000, "1000"), (32_000, "32 000"), (10**6, "10⁶"))
    return next((f"up to {text} elements" for limit, text in limits if row["elements"] <= limit), "more elements")


CLASSES = {"kind": lambda row: row["kind"], "element": lambda row: row["type"], "operands": lambda row: row["layout"],
           "size": size_class}


def cells(rows, setting):
    ratios = [ratio for ratio in (ratio_of(row, setting) for row in rows) if ratio is not None]
    return [f"{value:.2f}" for value in spread(ratios).values()] if ratios else ["-"] * 4


def tables(result):
    names = ["median", "90 %", "99 %", "mean"]
    heads = [f"{name}, {flags}" for flags in ("-O2", "native") for name in names]
    lines = ["| class | questions | " + " | ".join(heads) + " |", "|---" * 10 + "|"]
    groups = [("all", result["rows"])]
    for words, of in CLASSES.items():
        found = {}
        for row in result["rows"]:
            found.setdefault(of(row), []).append(row)
        groups += [(f"{words}: {name}", rows) for name, rows in sorted(found.items(), key=lambda item: -len(item[1]))]
    for name, rows in groups:
        parts = [cell for setting in SETTINGS for cell in cells(rows, setting)]
        lines.append(f"| {name} | {len(rows)} | " + " | ".join(parts) + " |")
    return lines


def goals(result):
    lines = []
    for setting, wanted in GOALS.items():
        ratios = [ratio for ratio in (ratio_of(row, setting) for row in result["rows"]) if ratio is not None]
        if ratios:
            found = spread(ratios)
            words = ", ".join(f"{name} {found[name]:.2f} of {goal}" for name, goal in wanted.items())
            lines.append(f"Goals with {SETTINGS[setting]}: {words}.")
    return lines


def worst(result, count):
    """The lines with the largest ratios at either flags, with their text."""
    rated = [(max(ratio or 0 for ratio in (ratio_of(row, setting) for setting in SETTINGS)), row)
             for row in result["rows"] if best_of(row)]
    lines = ["| question | -O2 | native | weft, -O2 | best | |", "|---" * 6 + "|"]
    for _, row in sorted(rated, key=lambda pair: -pair[0])[:count]:
        best, ratios = best_of(row), [ratio_of(row, setting) for setting in SETTINGS]
        numbers = [f"{ratio:.2f}" if ratio else "-" for ratio in ratios]
        times = time_text(median(row["rounds"]["weft"])) if "weft" in row["rounds"] else "-"
        lines.append(f"| {row['question']}, {row['kind']} | {' | '.join(numbers)} | {times} | "
                     f"{time_text(median(row['rounds'][best]))} ({best}) | `{row['text']}` |".replace("||", "\\|\\|"))
    return lines


def keep(result):
    """Both settings of weft are sittings of their own; a mean is over questions of one seed."""
    for setting, flags in SETTINGS.items():
        ratios = {str(row["question"]): ratio_of(row, setting) for row in result["rows"]}
        found = {number: ratio for number, ratio in ratios.items() if ratio is not None}
        if found:
            history.add(history.sitting(kind_of(result, flags), result, found))


def kind_of(result, flags):
    return f"random questions of seed {result['seed']}, {flags.replace('`', '')}"


def went(result):
    """The history of each setting, where one is kept."""
    found = {flags: history.words(history.like(history.load(), kind_of(result, flags), result["processor"]))
             for flags in SETTINGS.values()}
    return [f"With {flags}: {words}" for flags, words in found.items() if words]


def text(result, count=10):
    rows = result["rows"]
    bests = Counter(best_of(row) for row in rows if best_of(row))
    errors = [f"- {name}, question {row['question']}: {why}: `{row['text']}`"
              for row in rows for name, why in row["errors"].items()]
    about = result["libraries"]
    eigen = f"Eigen {about['Eigen']['version']}" if "Eigen" in about else "without Eigen"
    head = (f"{result['date']}, {result['processor']}, one pinned core; {about['weft']['compiler']}, weft "
            f"({result['commit']}), {eigen}; {len(rows)} questions of seed {result['seed']}. "
            f"Load of the machine when it ended: {result['load']:.1f}.")
    if not bests:
        return "\n".join([head, *(errors or ["All results agree with the oracle."])])
    winners = ", ".join(f"{name} {number} times" for name, number in bests.most_common())
    parts = [[head, f"The best was {winners}.", *goals(result), *went(result)], tables(result), worst(result, count)]
    parts += [["No result, or a wrong one:", "", *errors]] if errors else []
    return "\n\n".join("\n".join(part) for part in parts)


def write(result, name):
    Path(f"{name}.json").write_text(as_json(result))
    Path(f"{name}.md").write_text(text(result) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("result", type=Path)
    parser.add_argument("--worst", type=int, default=10)
    given = parser.parse_args()
    print(text(json.loads(given.result.read_text()), given.worst))


if __name__ == "__main__":
    main()
