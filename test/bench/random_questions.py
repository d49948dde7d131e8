"""bench/peers/random_*.py: questions stay what their seed says, look at elements that exist, and spread as computed."""

import itertools
import math
import sys
import unittest
from pathlib import Path

ROOT = Path(sys.argv.pop(1)).resolve()
sys.path.insert(0, str(ROOT / "bench/peers"))
import random_questions  # noqa: E402
import random_report  # noqa: E402
import random_sources  # noqa: E402
from random_questions import Axis, Operand, leaves, questions  # noqa: E402

MANY = questions(1, 2000)


def all_parts(of):
    return [(question, operand) for question in MANY for operand in (*question.operands, question.target)
            if of(operand)]


def by_definition(operand, extents, index):
    """Where the element lies: positions along the stored axes, the last one (by columns the first) changing fastest."""
    place, stored = 0, operand.stored if operand.order == "row" else operand.stored[::-1]
    for n in stored:
        axis = operand.axes[n]
        i = 0 if axis.of is None else index[axis.of]
        at = extents[axis.of] - 1 - i if axis.step < 0 else axis.start + axis.step * i
        place = place * axis.stored(extents) + at
    return place


class RandomQuestions(unittest.TestCase):
    def test_a_longer_list_begins_with_the_shorter_one(self):
        self.assertEqual(questions(1, 20), MANY[:20])
        self.assertNotEqual(questions(2, 20), MANY[:20])

    def test_the_seed_says_what_is_asked(self):
        texts = ["tensor<double, 2, column_major> a(4, 3); tensor<double, 2> b(4, 3); tensor<double, 1> d(4); "
                 "d = sum((b + a) + (a * 1.125), 1)",
                 "tensor<double, 1> a(50552); double d; d = max(a)",
                 "tensor<double, 3> a(8, 30, 1); tensor<double, 3> b(8, 30, 1); tensor<double, 3> d(8, 30, 1); "
                 "d = tanh(b * (b - 0.875)) * a"]
        self.assertEqual([random_sources.text_of(question) for question in MANY[:3]], texts)

    def test_everything_is_drawn(self):
        for found, wanted in (({q.kind for q in MANY}, random_questions.KINDS),
                              ({q.type for q in MANY}, random_questions.TYPES),
                              ({operand.layout for _, operand in all_parts(bool)}, random_questions.LAYOUTS),
                              ({q.reducer for q in MANY if q.reducer}, random_questions.REDUCTIONS),
                              ({len(q.extents) for q in MANY}, {1, 2, 3, 4})):
            self.assertEqual(found, set(wanted))

    def test_bounds(self):
        for question in MANY:
            self.assertLessEqual(question.bytes, random_questions.MEMORY)
            self.assertLessEqual(math.prod(question.extents[:2 if question.kind == "take" else 4]),
                                 10**14 if question.kind == "take" else max(1e7, random_questions.WORK))
            if question.static:
                self.assertTrue(all(2 <= n <= 8 for n in question.extents))
            used = {leaf[1] for leaf in leaves(question.tree)}
            self.assertEqual(used | {question.added} - {None} | ({1} if question.kind == "take" else set()),
                             set(range(len(question.operands))))

    def test_operands_hold_what_is_looked_at(self):
        for question, operand in all_parts(lambda operand: operand.axes):
            self.assertEqual(sorted(operand.stored), list(range(len(operand.axes))))
            for axis in operand.axes:
                last = 0 if axis.of is None else axis.start + abs(axis.step) * (question.extents[axis.of] - 1)
                self.assertLess(last, axis.stored(question.extents))

    def test_places_in_memory(self):
        for _, operand in all_parts(lambda operand: operand.type in random_questions.VALUES and operand.axes)[:2000]:
            extents = (3, 2, 4, 5)
            names = {f"n{axis}": n for axis, n in enumerate(extents)}
            for line in random_sources.strides("a", operand)[1]:
                exec(line.removeprefix("const long ").removesuffix(";"), names)
            text = compile(random_sources.place_in("a", operand), "place", "eval")
            for index in itertools.product(*map(range, extents)):
                names.update({f"i{axis}": i for axis, i in enumerate(index)})
                self.assertEqual(eval(text, names), by_definition(operand, extents, index), operand)

    def test_fast_loops_do_not_answer_where_they_would_cancel(self):
        a, b, one = ("leaf", 0, ()), ("leaf", 1, ()), ("scalar", 1)
        for tree, wanted in ((("-", a, ("-", a, one)), True), (("exp", ("/", ("*", a, b), a)), True),
                             (("-", ("*", a, a), b), False), (("+", a, a), False), (("-", a, one), False), (a, False)):
            self.assertEqual(random_questions.may_cancel(tree), wanted, tree)
        (question,) = [q for q in MANY[:30] if q.number == 21]  # a / (a * 1.0)
        self.assertIsNone(random_sources.function(question, "fast"))
        self.assertTrue(random_sources.function(question, "loops"))

    def test_views_as_text(self):
        question = MANY[2]
        cases = [((Axis(0), Axis(1, room=2, start=1)), (0, 1), "a(all, range(1, end - 1))", "a.block(0, 1, n0, n1)"),
                 ((Axis(0, step=3, start=2), Axis(1)), (1, 0), "transpose(a(all, range(2, end, 3)))",
                  "a(Eigen::all, seq(2, last, fix<3>)).transpose()"),
                 ((Axis(0), Axis(1, step=-1)), (0, 1), "reverse(a, 1)", "a.rowwise().reverse()")]
        eigen = random_sources.Eigen(question)
        eigen.flat = False
        for axes, stored, weft, other in cases:
            operand = Operand("double", "row", axes, stored)
            self.assertEqual(random_sources.Weft(question).looked_at("a", operand), weft)
            self.assertEqual(eigen.looked_at("a", operand), other)


class Report(unittest.TestCase):
    def row(self, ours, native, others):
        rounds = {"weft": [ours] * 3, "weft, native": [native] * 3, **{name: [t] * 3 for name, t in others.items()}}
        return {"question": 1, "kind": "dot", "type": "double", "layout": "plain", "extents": [10], "elements": 10,
                "text": "d = a",
                "rounds": rounds, "worst": {}, "errors": {}}

    def test_the_best_is_one_of_the_others(self):
        row = self.row(2.0, 1.0, {"by hand": 4.0, "Eigen": 2.5})
        self.assertEqual(random_report.best_of(row), "Eigen")
        self.assertEqual([random_report.ratio_of(row, name) for name in random_report.SETTINGS], [0.8, 0.4])
        self.assertIsNone(random_report.ratio_of(self.row(1.0, 1.0, {}), "weft"))

    def test_a_ratio_is_the_median_of_rounds(self):
        row = self.row(1.0, 1.0, {"by hand": 1.0})
        row["rounds"].update({"weft": [1.0, 9.0, 8.0], "by hand": [1.0, 3.0, 4.0]})  # 1, 3, 2
        self.assertEqual(random_report.ratio_of(row, "weft"), 2.0)

    def test_the_spread(self):
        spread = random_report.spread([float(n) for n in range(1, 101)])
        self.assertEqual((spread["median"], spread["90 %"], spread["99 %"]), (50, 90, 99))
        self.assertAlmostEqual(random_report.spread([1.0, 4.0])["geometric mean"], 2)

    def test_the_text(self):
        rows = [self.row(1.0, 1.0, {"by hand": 2.0}), self.row(6e-9, 3e-9, {"by hand": 2e-9})]
        libraries = {name: {"version": "1", "compiler": "GCC"} for name in ("weft", "Eigen")}
        text = random_report.text({"date": "2000-01-01", "processor": "p", "commit": "c", "seed": 1, "load": 0.0,
                                   "rows": rows, "libraries": libraries})
        for words in ("| kind: dot | 2 | 0.50 | 3.00 | 3.00 | 1.22 | 0.50 | 1.50 | 1.50 | 0.87 |",
                      "| 1, dot | 3.00 | 1.50 | 6 ns | 2 ns (by hand) | `d = a` |", "median 0.50 of 1.1"):
            self.assertIn(words, text)

    def test_without_times(self):
        row = dict(self.row(1.0, 1.0, {}), rounds={})
        result = {"date": "2000-01-01", "processor": "p", "commit": "c", "seed": 1, "load": 0.0, "rows": [row],
                  "libraries": {"weft": {"version": "1", "compiler": "GCC"}}}
        self.assertIn("All results agree", random_report.text(result))
        result["rows"] = [dict(row, errors={"Eigen": "differs by 1"})]
        self.assertIn("- Eigen, question 1: differs by 1: `d = a`", random_report.text(result))


if __name__ == "__main__":
    unittest.main()
