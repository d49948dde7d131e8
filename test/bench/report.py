"""bench/peers/report.py and plot.py on a result made up here: the table says who is faster, every plot is an image."""

import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml
from pathlib import Path

ROOT = Path(sys.argv.pop(1)).resolve()
sys.path.insert(0, str(ROOT / "bench/peers"))
import bars  # noqa: E402
import plot  # noqa: E402
import report  # noqa: E402
from questions import QUESTIONS  # noqa: E402

FACTORS = {"weft": 1.0, "weft, native": 0.9, "by hand": 1.5, "Eigen": 0.5, "NumPy": 30.0}


def result():
    rows = [{"question": q.name, "size": n, "type": kind, "library": library,
             "seconds": [1e-9 * n * factor] * 3, "rounds": [1e-9 * n * factor], "worst": 0}
            for q in QUESTIONS for n in q.sizes for kind in q.types for library, factor in FACTORS.items()]
    rows.append({"question": "sum", "size": 1000, "type": "double", "library": "Eigen", "error": "differs by 1"})
    return {"date": "2000-01-01", "processor": "p", "threads": 1, "left_out": {"blitz": "not installed"},
            "machine": {"gigabytes_per_second": 10, "gigaflops": 50}, "rows": rows,
            "libraries": {name: {"version": "1", "compiler": "GCC"} for name in FACTORS}}


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

    def test_the_plots_are_xml_within_their_frame(self):
        plots = plot.plots(result(), report.lines_of(result()))
        self.assertEqual(set(plots), {"fused-double", "fused-float", "gemm-double", "static_matmul-double", "speed",
                                      "roofline"})
        for name, svg in plots.items():
            root = xml.fromstring(svg)
            for element in root.iter("{http://www.w3.org/2000/svg}text"):
                x, y = float(element.get("x")), float(element.get("y"))
                inside = 0 <= x <= float(root.get("width")) and 0 <= y <= float(root.get("height"))
                self.assertTrue(inside, (name, element.text))

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
