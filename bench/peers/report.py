#!/usr/bin/env python3
"""Turns what run.py measured into a table and plots.

usage: report.py RESULT.json NAME            writes NAME.md and NAME-*.svg
       report.py RESULT.json --check         prints the lines that miss their bar; exit status 1 where there are any
       report.py RESULT.json --pages         puts three lines into README.md and a short table into doc/speed.md, between
                                             the marks that are there, and writes bench/results/peers.md and its plots
       report.py RESULT.json --keep          adds it to bench/results/history.json
"""
import argparse
import json
import re
from pathlib import Path
from statistics import geometric_mean

import bars
import history
from questions import SECTIONS

try:
    import plot
except ImportError:  # of matplotlib, which the system's Python may have where another one, first in the path, has not
    plot = None

ROOT = Path(__file__).resolve().parents[2]
TWIN = "by hand"
NATIVE = "weft, native"  # with the flags of the others
OURS = ("weft", NATIVE)
NEAR = 1.05  # a ratio that loses nothing
MARK = "<!-- {}: written by bench/peers/report.py -->"
# What doc/speed.md shows: question, size, type.
SHORT = [
    ("fused", 16, "double"), ("fused", 1000, "double"), ("fused", 10_000_000, "double"),
    ("fused_runtime_rank", 16, "double"), ("rows", 1000, "double"), ("exp", 10_000, "double"),
    ("tan", 10_000, "double"), ("tanh", 10_000, "float"), ("pow", 10_000, "double"), ("broadcast", 1000, "double"),
    ("transpose", 2048, "double"), ("permute", 200, "double"), ("stencil", 1000, "double"), ("where", 1000, "double"),
    ("complex", 1000, "double"), ("dot", 1000, "double"), ("sum_slow_axis", 1000, "double"),
    ("argmax", 1_000_000, "double"), ("softmax", 500, "double"), ("distances", 500, "double"),
    ("static_matmul", 4, "double"), ("gemm", 32, "double"), ("gemm", 1024, "double"), ("gemv", 1024, "double"),
    ("batch", 8, "double"), ("heat", 128, "double"), ("water", 200, "double"), ("conjugate_gradient", 256, "double"),
    ("k_means", 1797, "double"), ("xtensor_1603", 1000, "double"), ("xtensor_2048", 512, "double"),
    ("read_it_later_8812", 200, "double"),
]


def as_json(result):
    """One line for each row, so that versions of a kept file can be compared."""
    head = json.dumps({key: value for key, value in result.items() if key != "rows"}, indent=1)
    rows = ",\n".join("  " + json.dumps(row) for row in result["rows"])
    return head[:-2] + ',\n "rows": [\n' + rows + "\n ]\n}\n"


def lines_of(result):
    """(question, size, type) -> library -> median seconds, in the order of the questions"""
    found = {}
    for row in result["rows"]:
        entry = found.setdefault((row["question"], row["size"], row["type"]), {})
        if "seconds" in row:
            entry[row["library"]] = row["seconds"][1]
    return found


def time_text(seconds):
    for unit, factor in (("ns", 1e9), ("us", 1e6), ("ms", 1e3)):
        if seconds * factor < 9999 or unit == "ms":
            value = seconds * factor
            return f"{value:.0f} {unit}" if value >= 100 else f"{value:.3g} {unit}"
    return ""


def best_other(times):
    others = {library: seconds for library, seconds in times.items() if library not in OURS}
    return min(others.items(), key=lambda item: item[1]) if others else (None, None)


def ratio_of(times, library):
    """The library's time by the best of all others; None without one of them."""
    best = best_other(times)[1]
    return times[library] / best if library in times and best else None


def mark(ratio):
    """In bold where it loses."""
    return f"**{ratio:.2f}**" if ratio > NEAR else f"{ratio:.2f}"


def ratio_text(times):
    ratio = ratio_of(times, "weft")
    return "-" if ratio is None else f"{mark(ratio)} ({best_other(times)[0]})"


def native_text(times):
    ratio = ratio_of(times, NATIVE)
    return "" if ratio is None else mark(ratio)


def has_native(result):
    return NATIVE in result["libraries"]


def libraries_of(result):
    return [library for library in result["libraries"] if library not in (*OURS, TWIN)]


def cell(times, library):
    if library not in times:
        return ""
    return f"{times[library] / times['weft']:.2f}" if "weft" in times else time_text(times[library])


def row_of(key, times, columns, text, native):
    question, size, kind = key
    name = f"{question} {size}" + (" float" if kind == "float" else "")
    cells = [name, text.replace("|", "\\|"), time_text(times["weft"]) if "weft" in times else "-", ratio_text(times),
             *([native_text(times)] if native else []), bars.text_of(question, size),
             bars.verdict(bars.of_bar(question, size, times))]
    return "| " + " | ".join(cells + [cell(times, library) for library in columns]) + " |"


def head_of(columns, native):
    names = ["question", "", "weft", "weft / best other", *(["native / best"] if native else []), "bar", "kept",
             *(f"{c} / weft" for c in columns)]
    return ["| " + " | ".join(names) + " |", "|---" * len(names) + "|"]


def texts():
    return {question.name: question.text for section in SECTIONS.values() for question in section}


def conditions(result):
    versions = ", ".join(f"{name} {about['version']}" for name, about in result["libraries"].items()
                         if name not in (*OURS, TWIN))
    compiler = result["libraries"].get("weft", {}).get("compiler", "?")
    threads = "one pinned core" if result["threads"] == 1 else f"{result['threads']} threads"
    state = f" ({result['commit']})" if result.get("commit") else ""
    lines = [f"{result['date']}, {result['processor']}, {threads}; {compiler}, weft{state} at `-O2 -DNDEBUG`, "
             f"{'native and ' if has_native(result) else ''}the others at `-O3 -march=native -DNDEBUG`. {versions}."]
    left_out = "; ".join(f"{name}: {why}" for name, why in result["left_out"].items())
    return lines + ([f"Left out: {left_out}."] if left_out else [])


def summary(result):
    def near(library):
        ratios = [ratio_of(times, library) for times in lines_of(result).values()]
        known = [ratio for ratio in ratios if ratio is not None]
        return sum(ratio <= NEAR for ratio in known), len(known)

    (at, of), (native, of_native) = near("weft"), near(NATIVE)
    also = f" With the flags of the others: on {native} of {of_native}." if of_native else ""
    return (f"weft is the fastest, or within 5 % of the fastest, on {at} of {of} lines; on the other "
            f"{of - at}, in bold, somebody else is.{also} Times of the others are divided by weft's: above 1 weft is "
            f"faster. {kept_text(result)}")


def of_bars(result):
    """(question, size, type) -> weft's time by what its bars allow"""
    found = {key: bars.of_bar(key[0], key[1], times) for key, times in lines_of(result).items()}
    return {key: ratio for key, ratio in found.items() if ratio is not None}


def kept_text(result):
    ratios = of_bars(result).values()
    return (f"Bars were set beforehand (bench/peers/bars.py): {sum(ratio <= bars.NEAR for ratio in ratios)} of "
            f"{len(ratios)} lines keep theirs or are within 2 % of it.")


def whole_table(result):
    found, columns, words, native = lines_of(result), [TWIN] + libraries_of(result), texts(), has_native(result)
    out = conditions(result) + ["", summary(result)]
    for title, questions in SECTIONS.items():
        names = {question.name for question in questions}
        keys = [key for key in found if key[0] in names]
        if keys:
            out += ["", f"### {title}", ""] + head_of(columns, native)
            out += [row_of(key, found[key], columns, words[key[0]], native) for key in keys]
    errors = [row for row in result["rows"] if "error" in row]
    if errors:
        out += ["", "No result, or a wrong one:", ""]
        out += [f"- {row['library']}, {row['question']} {row['size']} {row['type']}: {row['error']}" for row in errors]
    return "\n".join(out) + "\n"


def short_table(result):
    """For doc/speed.md, with two plots."""
    found, words = lines_of(result), texts()
    columns = [name for name in [TWIN] + libraries_of(result) if name in
               (TWIN, "Eigen", "xtensor", "NumPy", "JAX", "gfortran")]
    native = has_native(result)
    rows = [row_of(key, found[key], columns, words[key[0]], native) for key in SHORT if key in found]
    share = (f"{len(rows)} of these lines; the others, and the libraries without a column here, are in "
             "[bench/results/peers.md](../bench/results/peers.md):")
    parts = [*conditions(result), summary(result), went(result), *images(PLOTS[:2], "../bench/results/"), share,
             "\n".join(head_of(columns, native) + rows)]
    return "\n\n".join(part for part in parts if part) + "\n"


def three_lines(result):
    """For README.md: how often weft is near the fastest, how far it is on average, and where it is worst."""
    ratios = {key: ratio_of(times, "weft") for key, times in lines_of(result).items()}
    ratios = {key: ratio for key, ratio in ratios.items() if ratio is not None}
    near = sum(ratio <= NEAR for ratio in ratios.values())
    against = {library: [times[library] / times["weft"] for times in lines_of(result).values()
                         if library in times and "weft" in times] for library in ("Eigen", "xtensor", "NumPy", TWIN)}
    others = ", ".join(f"{'loops ' if name == TWIN else ''}{name} {geometric_mean(values):.2g}"
                       for name, values in against.items() if values)
    worst = sorted(ratios.items(), key=lambda item: -item[1])[:3]
    names = ", ".join(f"{question} {size}{' float' if kind == 'float' else ''} ({ratio:.2g})"
                      for (question, size, kind), ratio in worst)
    return (f"- One core of an {result['processor'].split(' (')[0]}, {result['date']}, {len(ratios)} questions, weft at "
            f"`-O2`, the others at `-O3 -march=native`: weft is the fastest, or within 5 % of the fastest, on {near}.\n"
            f"- Its time by that of the fastest of all others is {geometric_mean(ratios.values()):.2f} in the geometric "
            f"mean. The others' times by weft's: {others}.\n"
            f"- It is furthest behind, in times of the fastest, on {names}.\n")


PLOTS = [("glance", "Geometric means of the others' times by weft's"),
         ("fused-double", "Nanoseconds an element against the number of elements"),
         ("speed", "Time of the others divided by weft's"), ("fused-float", "The same with numbers of 4 bytes"),
         ("gemm-double", "Products"), ("static_matmul-double", "Products of static shape"),
         ("roofline", "Operations in a second against operations per byte, under the roof of one core"),
         ("history", "Geometric mean from sitting to sitting")]


def images(plots, folder=""):
    return [f"![{words}]({folder}peers-{kind}.svg)" for kind, words in plots]


def went(result):
    return history.words(sittings_like(result))


def sittings_like(result):
    return history.like(history.load(), "peers", result["processor"])


def page(result):
    """bench/results/peers.md"""
    found = [(kind, words) for kind, words in PLOTS if (ROOT / f"bench/results/peers-{kind}.svg").exists()]
    plots = "\n\n".join(images(found))
    return (f"# Beside other libraries\n\nWritten by bench/peers/report.py; what makes it fair, and where others are "
            f"faster, is said in [bench/README.md](../README.md).\n\n{went(result)}\n\n{whole_table(result)}\n"
            f"## Plots\n\n{plots}\n")


def write_plots(result, name):
    if plot is None:
        print("no plots: this Python has no matplotlib; sh cmake/setup.sh installs it for /usr/bin/python3")
        return
    found = {key: {library: seconds for library, seconds in times.items() if library != NATIVE}
             for key, times in lines_of(result).items()}
    plot.save(plot.plots(result, found, sittings_like(result)), name)


def write(result, name):
    Path(f"{name}.json").write_text(as_json(result))
    Path(f"{name}.md").write_text(whole_table(result))
    write_plots(result, name)


def keep(result):
    ratios = {" ".join(map(str, key)): ratio_of(times, "weft") for key, times in lines_of(result).items()}
    history.add(history.sitting("peers", result, {key: ratio for key, ratio in ratios.items() if ratio is not None}))


def between_marks(text, mark, content):
    begin, end = MARK.format(mark), MARK.format(mark + " end")
    replaced, count = re.subn(re.escape(begin) + r"\n.*?" + re.escape(end), lambda _: f"{begin}\n{content}{end}", text,
                              flags=re.DOTALL)
    if count != 1:
        raise SystemExit(f"report.py: the marks {begin} ... {end} are not there, or not once")
    return replaced


def write_pages(result):
    write_plots(result, ROOT / "bench/results/peers")
    for file, text in pages(result).items():
        file.write_text(text)


def pages(result):
    """The files that show the result, and what they say."""
    readme, speed = ROOT / "README.md", ROOT / "doc/speed.md"
    return {readme: between_marks(readme.read_text(), "peers", three_lines(result)),
            speed: between_marks(speed.read_text(), "peers", short_table(result)),
            ROOT / "bench/results/peers.md": page(result)}


def check(result):
    missed = {key: ratio for key, ratio in of_bars(result).items() if ratio > bars.NEAR}
    for (question, size, kind), ratio in missed.items():
        print(f"{question} {size} {kind}: {ratio:.2f} of {bars.text_of(question, size)}")
    print(kept_text(result))
    return 1 if missed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("result", type=Path)
    parser.add_argument("name", nargs="?")
    parser.add_argument("--pages", action="store_true")
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    result = json.loads(given.result.read_text())
    if given.keep:
        keep(result)
    if given.pages:
        write_pages(result)
    if given.name:
        write(result, given.name)
    if given.check:
        return check(result)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
