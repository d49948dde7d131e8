"""Plots as SVG, without a library: time of an element against the size, bars of speed, a roofline.

Colours and lines are chosen to be read on white and on dark pages; the background stays transparent.
"""
import math
from html import escape

from questions import QUESTIONS

GREY = "#808890"
CACHE = 4e6  # bytes; less than this may come from a cache, of which the slope of the roof knows nothing
COLOURS = {"weft": "#e8590c", "by hand": "#808890", "Eigen": "#1c7ed6", "xtensor": "#2f9e44", "Armadillo": "#9c36b5",
           "Blitz++": "#b08900", "gfortran": "#0c8599", "Highway": "#5f3dc4", "MKL": "#0b7285",
           "NumPy": "#4263eb", "numexpr": "#74b816", "JAX": "#d6336c", "PyTorch": "#c92a2a"}
STYLE = ("text{font:13px system-ui,sans-serif;fill:#808890}.strong{font-weight:600;font-size:15px}"
         ".small{font-size:11.5px}")


class Canvas:
    def __init__(self, width, height):
        self.width, self.height, self.parts = width, height, []

    def line(self, x1, y1, x2, y2, colour=GREY, width=1.0, more=""):
        self.parts.append(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" '
                          f'stroke-width="{width}" {more}/>')

    def path(self, points, colour, width):
        text = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.parts.append(f'<polyline points="{text}" fill="none" stroke="{colour}" stroke-width="{width}" '
                          'stroke-linejoin="round"/>')

    def dot(self, x, y, colour, radius=3.0):
        self.parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{colour}"/>')

    def bar(self, x, y, width, height, colour):
        self.parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="1.5" '
                          f'fill="{colour}"/>')

    def text(self, x, y, words, anchor="start", kind="", colour=None, turned=False):
        turn = f' transform="rotate(-90 {x:.1f} {y:.1f})"' if turned else ""
        fill = f' style="fill:{colour}"' if colour else ""
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" class="{kind}"{fill}{turn}>'
                          f"{escape(words)}</text>")

    def svg(self):
        return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" '
                f'width="{self.width}" height="{self.height}"><style>{STYLE}</style>\n' + "\n".join(self.parts) +
                "\n</svg>\n")


class Log:
    """A logarithmic scale on a stretch of the page: of whole decades, or from the first to the last of given ticks."""

    def __init__(self, low, high, start, stop, given=None):
        self.low, self.high = math.floor(math.log10(low) + 1e-9), math.ceil(math.log10(high) - 1e-9)
        self.high = max(self.high, self.low + 1)
        if given:
            self.low, self.high = math.log10(given[0]), math.log10(given[-1])
        self.start, self.stop, self.given = start, stop, given

    def __call__(self, value):
        return self.start + (math.log10(value) - self.low) / (self.high - self.low) * (self.stop - self.start)

    def ticks(self):
        return self.given or [10.0**k for k in range(self.low, self.high + 1)]


def number(value):
    if value >= 1e4:
        digits = str(round(math.log10(value))).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
        return f"10{digits}"
    return f"{value:g}"


def axes(canvas, x, y, x_label, y_label):
    left, right, bottom, top = x.start, x.stop, y.start, y.stop
    for value in x.ticks():
        canvas.line(x(value), bottom, x(value), top, more='opacity="0.25"')
        canvas.text(x(value), bottom + 17, number(value), "middle", "small")
    for value in y.ticks():
        canvas.line(left, y(value), right, y(value), more='opacity="0.25"')
        canvas.text(left - 7, y(value) + 4, number(value), "end", "small")
    canvas.text((left + right) / 2, bottom + 36, x_label, "middle")
    canvas.text(left - 44, (bottom + top) / 2, y_label, "middle", turned=True)


def spread(wanted, least, low, high):
    """Places for labels near those wanted, at least so far apart and within the page."""
    order = sorted(range(len(wanted)), key=lambda k: wanted[k])
    places = [max(low, min(high, wanted[k])) for k in order]
    for _ in range(200):
        for k in range(1, len(places)):
            short = least - (places[k] - places[k - 1])
            if short > 0:
                places[k - 1] -= short / 2
                places[k] += short / 2
        below, above = low - places[0], places[-1] - high
        places = [p + max(0, below) - max(0, above) for p in places]
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

    points = {library: [(n, value(n, of[n][library])) for n in sizes if library in of[n]] for library in libraries}
    values = [v for series in points.values() for _, v in series]
    canvas = Canvas(760, 430)
    x = Log(sizes[0], sizes[-1], 80, 620, sizes)
    y = Log(min(values), max(values), 370, 50)
    canvas.text(80, 26, f"{question.text}, {kind}", kind="strong")
    axes(canvas, x, y, "rows" if product else "elements", "GFLOP/s" if product else "nanoseconds an element")
    ends = spread([y(points[library][-1][1]) for library in libraries], 15, y.stop, y.start)
    for k, library in sorted(enumerate(libraries), key=lambda item: item[1] == "weft"):
        colour, wide = COLOURS.get(library, GREY), 3 if library == "weft" else 1.5
        places = [(x(n), y(ns)) for n, ns in points[library]]
        canvas.path(places, colour, wide)
        for place in places:
            canvas.dot(*place, colour, 3.5 if library == "weft" else 2.2)
        canvas.line(places[-1][0] + 5, places[-1][1], 652, ends[k], colour, 0.7)
        canvas.text(656, ends[k] + 4, library, kind="strong" if library == "weft" else "", colour=colour)
    return canvas.svg()


def chosen_lines(lines):
    """Of each question in double its greatest size with several libraries, weft among them."""
    last = {}
    for (name, n, kind), times in lines.items():
        if kind == "double" and "weft" in times and len(times) > 2:
            last[name] = (n, times)
    return last


def bars_plot(lines):
    """How often each library's time is weft's, on a logarithmic scale; to the right of 1 weft is faster."""
    chosen = chosen_lines(lines)
    if not chosen:
        return None
    libraries = [library for library in COLOURS if library != "weft"
                 and any(library in times for _, times in chosen.values())]
    row, top = 20, 124
    bottom = top + row * len(chosen)
    canvas = Canvas(760, bottom + 50)
    canvas.text(16, 26, "Time of the others divided by weft's", kind="strong")
    canvas.text(16, 46, "each mark a library; right of the line weft is faster", kind="small")
    ratios = [t / times["weft"] for _, times in chosen.values() for library, t in times.items() if library != "weft"]
    x = Log(max(0.01, min(ratios)), min(1000.0, max(ratios)), 232, 736)
    for k, library in enumerate(libraries):
        place = 236 + 101 * (k % 5), 70 + 18 * (k // 5)
        canvas.dot(*place, COLOURS[library], 4)
        canvas.text(place[0] + 8, place[1] + 4, library, kind="small")
    for value in x.ticks():
        canvas.line(x(value), top - 12, x(value), bottom, width=2 if value == 1 else 1,
                    more='opacity="0.8"' if value == 1 else 'opacity="0.25"')
        canvas.text(x(value), bottom + 17, f"{value:g}", "middle", "small")
    canvas.text(484, bottom + 37, "times weft's time", "middle")
    for k, (name, (n, times)) in enumerate(chosen.items()):
        y = top + row * k
        canvas.text(222, y + 4, f"{name} {n}", "end", "small")
        places = {library: x(min(max(t / times["weft"], 10.0**x.low), 10.0**x.high)) for library, t in times.items()
                  if library != "weft"}
        canvas.line(x(1), y, min(places.values()), y, GREY, 3, 'opacity="0.5"')
        for library, place in places.items():
            canvas.dot(place, y, COLOURS.get(library, GREY), 4)
    return canvas.svg()


def roofline(result, lines):
    """weft's operations in a second against operations per byte, under what the machine can do."""
    machine = result["machine"]
    by_name = {q.name: q for q in QUESTIONS if q.operations and q.bytes}
    points = []
    for name, (n, times) in chosen_lines(lines).items():
        if name in by_name and (by_name[name].bytes(n) > CACHE or name in ("gemm", "batch", "distances")):
            work = by_name[name].operations(n)
            points.append((f"{name} {n}", work / by_name[name].bytes(n), work / times["weft"] / 1e9))
    if not points or len(machine) < 2:
        return None
    peak, bandwidth = machine["gigaflops"], machine["gigabytes_per_second"]
    canvas = Canvas(760, 470)
    x = Log(min(p[1] for p in points), max(p[1] for p in points), 70, 735)
    y = Log(min(p[2] for p in points), max(peak, *(p[2] for p in points)), 410, 60)
    canvas.text(70, 26, "weft under the roof of one core", kind="strong")
    canvas.text(70, 44, f"{bandwidth:.1f} GB/s and {peak:.0f} GFLOP/s measured; shown: products, and what moves more "
                f"than {CACHE / 1e6:.0f} MB", kind="small")
    axes(canvas, x, y, "operations per byte", "GFLOP/s")
    knee = peak / bandwidth
    start = max(10.0**x.low, 10.0**y.low / bandwidth)
    canvas.path([(x(start), y(bandwidth * start)), (x(knee), y(peak)), (x.stop, y(peak))], GREY, 2.5)
    taken = [(x(i) - 4, y(s) - 4, x(i) + 4, y(s) + 4) for _, i, s in points]
    for name, intensity, speed in sorted(points, key=lambda p: -p[2]):
        at = x(intensity), y(speed)
        canvas.dot(*at, COLOURS["weft"], 4)
        label_near(canvas, at, name, taken)
    return canvas.svg()


def label_near(canvas, at, name, taken):
    """The first free place around a point; none is better than one that cannot be read."""
    width = 6.1 * len(name)
    for dx, dy, anchor in ((8, 4, "start"), (-8, 4, "end"), (8, -9, "start"), (8, 17, "start"), (-8, -9, "end"),
                           (-8, 17, "end"), (8, 30, "start"), (8, -22, "start"), (-8, 30, "end"), (-8, -22, "end")):
        left = at[0] + dx - (width if anchor == "end" else 0)
        box = (left, at[1] + dy - 10, left + width, at[1] + dy + 3)
        hides = any(box[0] < b[2] and b[0] < box[2] and box[1] < b[3] and b[1] < box[3] for b in taken)
        if left < 72 or box[2] > 755 or box[3] > 408 or hides:
            continue
        taken.append(box)
        canvas.text(at[0] + dx, at[1] + dy, name, anchor, "small")
        return


def plots(result, lines):
    found = {f"{name}-{kind}": size_plot(lines, name, kind) for name, kind in
             (("fused", "double"), ("fused", "float"), ("gemm", "double"), ("static_matmul", "double"))}
    found["speed"] = bars_plot(lines)
    found["roofline"] = roofline(result, lines)
    return {name: svg for name, svg in found.items() if svg}
