"""bench/peers/report.py, history.py and plot.py on a result made up here: the table says who is faster, and no label of
a plot covers another. The pages that show the kept result say what it says."""

import json
import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path

ROOT = Path(sys.argv.pop(1)).resolve()
sys.path.insert(0, str(ROOT / "bench/peers"))
import bars  # noqa: E402
import history  # noqa: E402
import report  # noqa: E402
from questions import QUESTIONS  # noqa: E402

try:
    import plot
except ImportError:
    print("matplotlib is missing: sh cmake/setup.sh")
    sys.exit(77)

FACTORS = {"weft": 1.0, "weft, native": 0.9, "by hand": 1.5, "Eigen": 0.5, "NumPy": 30.0}


def result():
    rows = [{"question": q.name, "size": n, "type": kind, "library": library,
             "seconds": [1e-9 * n * factor] * 3, "rounds": [1e-9 * n * factor], "worst": 0}
            for q in QUESTIONS for n in q.sizes for kind in q.types for library, factor in FACTORS.items()]
    rows.append({"question": "sum", "size": 1000, "type": "double", "library": "Eigen", "error": "differs by 1"})
    return {"date": "2000-01-01", "processor": "p", "threads": 1, "left_out": {"blitz": "not installed"},
            "machine": {"gigabytes_per_second": 10, "gigaflops double": 50, "gigaflops float": 100}, "rows": rows,
            "libraries": {name: {"version": "1", "compiler": "GCC"} for name in FACTORS}}


SITTINGS = [{"kind": "peers", "date": f"2000-01-0{k}", "commit": str(k), "processor": "p", "lines": lines}
            for k, lines in ((1, {"a": 4.0, "b": 1.0, "c": 9.0}), (2, {"a": 1.0, "b": 1.0}))]


class Report(unittest.TestCase):
    def test_the_table(self):
        text = report.whole_table(result())
        line = ("| fused 1000 | d = a*b + c*2 - a/(b+1) | 1000 ns | **2.00** (Eigen) | **1.80** | 1.03 x best | **no** "
                "| 1.50 | 0.50 | 30.00 |")
        self.assertIn(line, text)
        self.assertIn("With the flags of the others: on 0 of ", text)
        for words in ("blitz: not installed", "- Eigen, sum 1000 double: differs by 1", "weft is the fastest"):
            self.assertIn(words, text)

    def test_bars(self):
        times = {"weft": 10e-9, "by hand": 8e-9, "Eigen": 20e-9, "NumPy": 9e-9}
        cases = [  # question, size, text, weft's time by what is allowed
            ("fused", 16, "10 ns", 1), ("fused", 30_000, "1.03 x best", 10 / 8.24), ("fused", 100, "", None),
            ("fused_static", 16, "by hand + 3 ns", 10 / 11), ("exp", 10_000, "1 x best, 0.25 x by hand", 5),
            ("softmax", 500, "0.6 x best library", 10 / 5.4), ("gemm", 32, "1 x best", 10 / 8),
            ("gemm", 64, "1 x by hand or Eigen", 10 / 8), ("complex", 1000, "1.05 x by hand", 10 / 8.4),
            ("rows", 32, "", None)]
        for question, size, text, ratio in cases:
            self.assertEqual(bars.text_of(question, size), text)
            found = bars.of_bar(question, size, times)
            self.assertEqual(found and round(found, 9), ratio and round(ratio, 9), question)
        self.assertEqual([bars.verdict(ratio) for ratio in (None, 0.5, 1, 1.01, 1.5)],
                         ["", "yes", "yes", "at the bar", "**no**"])
        self.assertIsNone(bars.of_bar("softmax", 500, {"weft": 1, "by hand": 2}))  # no library has an answer

    def test_every_bar_is_that_of_a_question(self):
        names = {question.name for question in QUESTIONS}
        self.assertLessEqual({*bars.FUNCTIONS, *bars.APPLICATIONS, *bars.PRECISE, *bars.OWN_LOOPS}, names)

    def test_missed_bars_are_a_failure(self):
        self.assertEqual(report.check(result()), 1)
        fast = result()
        for row in fast["rows"]:
            if row["library"] == "weft":
                row["seconds"] = [1e-12] * 3
        self.assertEqual(report.check(fast), 0)

    def test_no_label_of_a_plot_covers_another(self):
        kept = json.loads((ROOT / "bench/results/peers.json").read_text())
        for one in (result(), kept):
            figures = plot.plots(one, report.lines_of(one), SITTINGS)
            self.assertEqual(set(figures), {kind for kind, _ in report.PLOTS})
            for name, figure in figures.items():
                self.assertEqual(plot.covered(figure), [], name)
                plot.plt.close(figure)

    def test_a_covered_label_is_found(self):
        figure = plot.plt.figure(figsize=(4, 3))
        for place, words in ((0.5, "one"), (0.52, "two"), (0.9, "at the edge, cut off")):
            figure.text(place, 0.5, words)
        self.assertEqual(plot.covered(figure), [("one", "two"), ("at the edge, cut off", "the edge")])
        plot.plt.close(figure)

    def test_the_roof_tells_precisions_apart(self):
        figure = plot.plots(result(), report.lines_of(result()))["roofline"]
        words = {text.get_text() for text in figure.axes[0].get_legend().get_texts()}
        self.assertEqual(words, {"10.0 GB/s", "50 GFLOP/s in double", "100 GFLOP/s in float", "double", "float"})
        unmeasured = dict(result(), machine={"gigabytes_per_second": 10})
        figure = plot.plots(unmeasured, report.lines_of(unmeasured))["roofline"]
        words = {text.get_text() for text in figure.axes[0].get_legend().get_texts()}
        self.assertEqual(words, {"10.0 GB/s", "double", "float"})
        plot.plt.close("all")

    def test_history(self):
        self.assertEqual([round(mean, 9) for mean in history.means(SITTINGS)], [2, 1])  # of a and b alone
        self.assertEqual(history.common(SITTINGS), ["a", "b"])
        self.assertIn("on the 2 lines that all kept sittings on this processor have: 2.00 (2000-01-01, 1), 1.00 "
                      "(2000-01-02, 2)", history.words(SITTINGS))
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "history.json"
            for one in [*SITTINGS, dict(SITTINGS[0], lines={"a": 5.0}), dict(SITTINGS[1], processor="q", commit="3")]:
                history.add(one, file)
            kept = history.load(file)
            self.assertEqual([(one["commit"], one["lines"].get("a")) for one in kept], [("1", 5), ("2", 1), ("3", 1)])
            self.assertEqual([one["commit"] for one in history.like(kept, "peers", "p")], ["1", "2"])

    def test_the_pages_say_what_the_kept_result_says(self):
        kept = json.loads((ROOT / "bench/results/peers.json").read_text())
        for file, text in report.pages(kept).items():
            self.assertEqual(file.read_text(), text, f"{file}: report.py bench/results/peers.json --keep --pages")
        before = report.sittings_like(kept)
        with unittest.mock.patch.object(report.history, "add", lambda new: self.assertIn(new, before)):
            report.keep(kept)

    def test_between_the_marks(self):
        begin, end = report.MARK.format("a"), report.MARK.format("a end")
        text = f"before\n{begin}\nold\n{end}\nafter\n"
        self.assertEqual(report.between_marks(text, "a", "new\n"), text.replace("old", "new"))
        for wrong in ("", text + text):
            with self.assertRaises(SystemExit):
                report.between_marks(wrong, "a", "new\n")

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            report.write(result(), Path(folder) / "r")
            self.assertEqual({path.suffix for path in Path(folder).iterdir()}, {".json", ".md", ".svg"})


if __name__ == "__main__":
    unittest.main()
