"""Plots by matplotlib: time of an element against the size, speed-ups, a roofline, and how the geometric mean went.

Each function returns a figure, or None where the result has too little for it. Colours are chosen to be read on white
and on dark pages; the background stays transparent. No text covers another: labels are moved apart, with a line to what
they name (test/bench/report.py).
"""
import math

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
from matplotlib.ticker import FuncFormatter, NullLocator  # noqa: E402

import history  # noqa: E402
from questions import QUESTIONS  # noqa: E402

GREY = "#808890"
CACHE = 60e6  # bytes; less than this may come from a cache, of which the slope of the roof knows nothing
LABEL = 7.5  # points
COLOURS = {"weft": "#e8590c", "by hand": "#808890", "Eigen": "#1c7ed6", "xtensor": "#2f9e44", "Armadillo": "#9c36b5",
           "Blitz++": "#b08900", "gfortran": "#0c8599", "Highway": "#5f3dc4", "MKL": "#0b7285",
           "CHOLMOD": "#495057", "SciPy": "#7048e8", "NumPy": "#4263eb", "numexpr": "#74b816", "JAX": "#d6336c", "PyTorch": "#c92a2a"}
# Text stays text, in the widest of the usual fonts: where another one shows it, it takes less room. The salt makes the
# same figure the same file.
STYLE = {"font.family": "DejaVu Sans", "font.size": 9, "svg.fonttype": "none", "svg.hashsalt": "weft",
         "text.color": GREY, "axes.labelcolor": GREY, "axes.edgecolor": GREY, "xtick.color": GREY, "ytick.color": GREY,
         "grid.color": GREY, "grid.alpha": 0.25, "axes.grid": True, "axes.spines.top": False,
         "axes.spines.right": False, "axes.titlesize": 11, "axes.titleweight": "bold", "axes.titlelocation": "left"}


def number(value, _=None):
    if value >= 1e4 and math.log10(value).is_integer():
        return "10" + str(round(math.log10(value))).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"{value:g}"


def figure(width, height, left=0.65, right=0.15, top=0.35, bottom=0.5):
    """Inches. The margins are given: layouts that find them draw everything several times."""
    fig, ax = plt.subplots(figsize=(width, height))
    fig.subplots_adjust(left / width, bottom / height, 1 - right / width, 1 - top / height)
    return fig, ax


def logarithmic(axis, ticks=None):
    """Numbers in place of powers."""
    if ticks:
        axis.set_ticks(ticks)
    axis.set_major_formatter(FuncFormatter(number))
    axis.set_minor_locator(NullLocator())


def spread(wanted, least, low, high):
    """Places for labels near those wanted, at least so far apart and, where there is room, between low and high."""
    order = sorted(range(len(wanted)), key=lambda k: wanted[k])
    places = [wanted[k] for k in order]
    for _ in range(300):
        for k in range(1, len(places)):
            short = least - (places[k] - places[k - 1])
            if short > 0:
                places[k - 1] -= short / 2
                places[k] += short / 2
        below, above = low - places[0], places[-1] - high
        places = [p + max(0, below) - max(0, above) for p in places]
    for k in range(1, len(places)):
        places[k] = max(places[k], places[k - 1] + least)
    return {k: place for k, place in zip(order, places)}


def size_plot(lines, name, kind):
    """Nanoseconds an element against the size, of products GFLOP/s; the end of each line bears its library's name."""
    question = next(q for q in QUESTIONS if q.name == name)
    product = name in ("gemm", "static_matmul")
    of = {n: times for (key, n, of_kind), times in lines.items() if key == name and of_kind == kind}
    sizes = sorted(of)
    libraries = sorted({library for times in of.values() for library in times})
    if len(sizes) < 3 or "weft" not in libraries:
        return None

    def value(n, seconds):
        return question.operations(n) / seconds / 1e9 if product else seconds / question.elements(n) * 1e9

    fig, ax = figure(7.6, 4.4, right=1.2)
    ax.set(xscale="log", yscale="log", title=f"{question.text}, {kind}", xlabel="rows" if product else "elements",
           ylabel="GFLOP/s" if product else "nanoseconds an element")
    logarithmic(ax.xaxis, sizes)
    logarithmic(ax.yaxis)
    ends = []
    for library in libraries:
        of_weft = library == "weft"
        points = [(n, value(n, of[n][library])) for n in sizes if library in of[n]]
        ax.plot(*zip(*points), color=COLOURS.get(library, GREY), lw=2.6 if of_weft else 1.2, marker="o",
                ms=4.5 if of_weft else 3, zorder=3 if of_weft else 2)
        ends.append((library, *points[-1]))
    label_ends(fig, ax, ends)
    return fig


def label_ends(fig, ax, ends):
    """The names at the right of the frame, apart from each other, each with a line to the last point of its library."""
    fig.draw_without_rendering()
    to_frame = ax.transData + ax.transAxes.inverted()
    heights = [to_frame.transform((x, y))[1] for _, x, y in ends]
    least = 13 / 72 * fig.dpi / ax.get_window_extent().height
    places = spread(heights, least, 0, 1)
    for k, (library, x, y) in enumerate(ends):
        ax.annotate(library, (x, y), (1.05, places[k]), textcoords=ax.transAxes, va="center", annotation_clip=False,
                    color=COLOURS.get(library, GREY), weight="bold" if library == "weft" else "normal",
                    arrowprops={"arrowstyle": "-", "color": COLOURS.get(library, GREY), "lw": 0.6, "shrinkA": 1,
                                "relpos": (0, 0.5)})


def chosen_lines(lines, kind="double"):
    """Of each question its greatest size with several libraries, weft among them."""
    last = {}
    for (name, n, of_kind), times in lines.items():
        if of_kind == kind and "weft" in times and len(times) > 2:
            last[name] = (n, times)
    return last


def speed_plot(lines):
    """Times of the others by weft's, on a logarithmic scale; to the right of 1 weft is faster."""
    chosen = chosen_lines(lines)
    if not chosen:
        return None
    low, high = 0.1, 1000.0
    fig, ax = figure(7.6, 1.6 + 0.2 * len(chosen), left=1.65, top=0.95)
    ax.set(xscale="log", xlim=(low / 1.3, high * 1.3), ylim=(len(chosen) - 0.4, -0.6), xlabel="times weft's time")
    ax.set_title("Time of the others divided by weft's: right of the line weft is faster", pad=48, x=-0.28)
    logarithmic(ax.xaxis, [0.1, 1, 10, 100, 1000])
    ax.set_yticks(range(len(chosen)), [f"{name} {n}" for name, (n, _) in chosen.items()], fontsize=8)
    ax.axvline(1, color=GREY, lw=1.6)
    for library in [library for library in COLOURS if library != "weft"]:
        marks = [(min(max(times[library] / times["weft"], low), high), row)
                 for row, (_, times) in enumerate(chosen.values()) if library in times]
        if marks:
            ax.plot(*zip(*marks), "o", ms=5, color=COLOURS[library], label=library)
    ax.legend(loc="lower left", bbox_to_anchor=(-0.29, 1.0), ncols=6, frameon=False)
    return fig


def roofline(result, lines):
    """weft's operations in a second against operations per byte, under what the machine can do in either precision.

    Numbers of 4 bytes have half the bytes of those of 8. A sitting without a measured peak has the slope alone."""
    machine = result["machine"]
    by_name = {q.name: q for q in QUESTIONS if q.operations and q.bytes}
    points = []
    for kind, part in (("double", 1), ("float", 0.5)):
        for name, (n, times) in chosen_lines(lines, kind).items():
            if name not in by_name:
                continue
            work, moved = by_name[name].operations(n), by_name[name].bytes(n) * part
            if moved > CACHE or name in ("gemm", "batch", "distances"):
                points.append((f"{name} {n}", kind, work / moved, work / times["weft"] / 1e9))
    if not points or "gigabytes_per_second" not in machine:
        return None
    bandwidth = machine["gigabytes_per_second"]
    peaks = {kind: machine[f"gigaflops {kind}"] for kind in ("double", "float") if f"gigaflops {kind}" in machine}
    fig, ax = figure(7.6, 5.4)
    x = [min(p[2] for p in points) / 2, max(1, *(p[2] for p in points), *(1.5 * p / bandwidth for p in peaks.values()))]
    ax.set(xscale="log", yscale="log", xlabel="operations per byte", ylabel="GFLOP/s",
           title=f"weft under the roof of one core: products, and what moves more than {CACHE / 1e6:.0f} MB")
    logarithmic(ax.xaxis)
    logarithmic(ax.yaxis)
    top = max(peaks.values(), default=bandwidth * x[1])
    ax.plot([x[0], top / bandwidth], [bandwidth * x[0], top], color=GREY, lw=2, ls=":", label=f"{bandwidth:.1f} GB/s")
    for kind, peak in peaks.items():
        ax.plot([peak / bandwidth, x[1]], [peak, peak], color=GREY, lw=2, ls="-" if kind == "double" else "--",
                label=f"{peak:.0f} GFLOP/s in {kind}")
    for kind in ("double", "float"):
        of = [(i, s) for _, k, i, s in points if k == kind]
        if of:
            ax.plot(*zip(*of), "o", color=COLOURS["weft"], ms=5, mfc=COLOURS["weft"] if kind == "double" else "none",
                    label=kind, ls="none")
    ax.legend(loc="upper left", frameon=False)
    roof = [(i, min(bandwidth * i, peak)) for peak in [*peaks.values()] or [math.inf] for k in range(201)
            for i in [x[0] * (x[1] / x[0]) ** (k / 200)] if peaks or bandwidth * i < top]
    label_points(fig, ax, [(name, i, s) for name, _, i, s in points], roof)
    return fig


def label_points(fig, ax, points, roof):
    """Each name at the free place nearest to its point, apart from the roof, with a line where that is not beside it."""
    fig.draw_without_rendering()
    renderer = fig.canvas.get_renderer()
    frame = ax.get_window_extent()
    scale = fig.dpi / 72
    at = [ax.transData.transform((x, y)) for _, x, y in points]
    taken = [(x - 4 * scale, y - 4 * scale, x + 4 * scale, y + 4 * scale) for x, y in at]
    taken += [(x - scale, y - scale, x + scale, y + scale) for x, y in ax.transData.transform(roof)]
    taken += [tuple(ax.get_legend().get_window_extent(renderer).extents)]
    steps = [(r * math.cos(a), r * math.sin(a)) for r in range(8, 260, 6) for a in [k * math.pi / 8 for k in range(16)]]
    for (name, x, y), place in sorted(zip(points, at), key=lambda item: -item[1][1]):
        words = ax.text(0, 0, name, fontsize=LABEL)
        size = words.get_window_extent(renderer)
        words.remove()
        for dx, dy in steps:
            left = place[0] + dx * scale - (size.width if dx < 0 else 0)
            box = (left - 1, place[1] + dy * scale - size.height / 2, left + size.width + 1,
                   place[1] + dy * scale + size.height / 2)
            inside = (frame.x0 < box[0] and box[2] < frame.x1 and frame.y0 < box[1] and box[3] < frame.y1)
            if inside and not any(hides(box, other) for other in taken):
                break
        taken.append(box)
        line = {"arrowstyle": "-", "color": GREY, "lw": 0.5, "shrinkA": 0, "shrinkB": 3, "relpos": (int(dx < 0), 0.5)}
        ax.annotate(name, (x, y), (dx, dy), textcoords="offset points", fontsize=LABEL, va="center",
                    ha="right" if dx < 0 else "left", arrowprops=line if math.hypot(dx, dy) > 13 else None)


def hides(a, b):
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def extent_of(text, renderer):
    """Of the words alone: an annotation counts its line too."""
    return matplotlib.text.Text.get_window_extent(text, renderer)


def covered(fig):
    """Pairs of texts of which one covers the other, and texts that the figure cuts off."""
    fig.draw_without_rendering()
    renderer = fig.canvas.get_renderer()
    unseen = {id(label) for ax in fig.axes for axis in (ax.xaxis, ax.yaxis)
              for place, label in zip(axis.get_majorticklocs(), axis.get_majorticklabels())
              if not min(axis.get_view_interval()) <= place <= max(axis.get_view_interval())}
    seen = [(text.get_text(), extent_of(text, renderer).extents) for text in fig.findobj(matplotlib.text.Text)
            if text.get_visible() and text.get_text().strip() and id(text) not in unseen]
    pairs = [(a[0], b[0]) for k, a in enumerate(seen) for b in seen[k + 1:] if hides(a[1], b[1])]
    width, height = fig.bbox.width, fig.bbox.height
    return pairs + [(words, "the edge") for words, (x0, y0, x1, y1) in seen
                    if x0 < -1 or y0 < -1 or x1 > width + 1 or y1 > height + 1]


def glance_plot(lines):
    """A bar for each library: the geometric mean of its time by weft's, over the lines that both have."""
    ratios = {}
    for times in lines.values():
        for library, seconds in times.items():
            if library != "weft" and "weft" in times:
                ratios.setdefault(library, []).append(math.log(seconds / times["weft"]))
    means = sorted((math.exp(sum(logs) / len(logs)), library, len(logs)) for library, logs in ratios.items())
    if not means:
        return None
    fig, ax = figure(7.6, 0.8 + 0.24 * len(means), left=1.4, right=1.0)
    values = [mean for mean, _, _ in means]
    ax.barh(range(len(means)), [mean - 1 for mean in values], left=1, height=0.6,
            color=[COLOURS.get(library, GREY) for _, library, _ in means])
    ax.axvline(1, color=COLOURS["weft"], lw=2)
    ax.set_yticks(range(len(means)), [f"{library} ({count})" for _, library, count in means])
    ax.set(xscale="log", xlim=(min(*values, 0.9) * 0.9, max(values) * 1.15), ylim=(-0.6, len(means) - 0.4),
           title="Time divided by weft's (geometric mean over the questions of both)")
    logarithmic(ax.xaxis, [tick for tick in (0.5, 1, 2, 5, 10, 20, 50, 100) if tick < max(values)])
    ax.grid(axis="y", visible=False)
    for k, mean in enumerate(values):
        ax.annotate(f"{mean:.2g}", (max(mean, 1), k), (4, 0), textcoords="offset points", va="center")
    return fig


def history_plot(sittings):
    """The geometric mean of weft's time by that of the fastest other, over the lines that all sittings have."""
    if len(sittings) < 2:
        return None
    fig, ax = figure(7.6, 2.6)
    means = history.means(sittings)
    ax.plot(range(len(means)), means, "o-", color=COLOURS["weft"], lw=2)
    ax.axhline(1, color=GREY, lw=1)
    ax.set_xticks(range(len(means)), [f"{s['date']}\n{s['commit']}" for s in sittings], fontsize=7.5)
    ax.set(xlim=(-0.5, len(means) - 0.5), ylim=(0.95 * min(*means, 1), 1.1 * max(*means, 1)),
           title="Geometric mean of weft's time by that of the fastest other")
    for k, mean in enumerate(means):
        ax.annotate(f"{mean:.2f}", (k, mean), (0, 6), textcoords="offset points", ha="center", color=COLOURS["weft"])
    return fig


def plots(result, lines, sittings=()):
    with plt.rc_context(STYLE):
        found = {f"{name}-{kind}": size_plot(lines, name, kind) for name, kind in
                 (("fused", "double"), ("fused", "float"), ("gemm", "double"), ("static_matmul", "double"))}
        found["glance"] = glance_plot(lines)
        found["speed"] = speed_plot(lines)
        found["roofline"] = roofline(result, lines)
        found["history"] = history_plot(sittings)
    return {name: fig for name, fig in found.items() if fig}


def save(figures, name):
    """As NAME-*.svg."""
    with plt.rc_context(STYLE):
        for kind, fig in figures.items():
            fig.savefig(f"{name}-{kind}.svg", transparent=True, metadata={"Date": None})
            plt.close(fig)
