"""bench/compare.py on rounds whose truth is known."""

import json
import random
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(sys.argv.pop(1)).resolve()
sys.path.insert(0, str(ROOT / "bench"))
import compare  # noqa: E402

LINES = 40


def result(rng, factor, noise, machine=1.0, rounds=7, reference=True):
    """Lines of seconds around 1e-6, weft's multiplied by factor, all by what the machine did."""
    rows = []
    for n in range(LINES):
        for library, own in (("weft", factor), ("by hand", 1.0)) if reference else (("weft", factor),):
            times = [1e-6 * own * machine * (1 + noise * abs(rng.gauss(0, 1))) for _ in range(rounds)]
            rows.append({"question": "q", "size": n, "type": "double", "library": library, "rounds": times})
    return {"processor": "p", "rows": rows}


def verdicts(old, new, **more):
    words = [row[4] for row in compare.compare(old, new, **more)]
    return {word: words.count(word) / len(words) for word in words}


class Verdicts(unittest.TestCase):
    def setUp(self):
        self.rng = random.Random(7)

    def pair(self, factor, noise, **more):
        return result(self.rng, 1.0, noise, **more), result(self.rng, factor, noise, **more)

    def test_the_same_is_the_same(self):
        self.assertEqual(verdicts(*self.pair(1.0, 0.005)), {"same": 1.0})

    def test_noise_is_no_change(self):
        for noise in (0.02, 0.1, 0.3):
            found = verdicts(*self.pair(1.0, noise))
            self.assertLessEqual(found.get("slower", 0) + found.get("faster", 0), 0.05, noise)

    def test_a_change_is_found(self):
        self.assertGreater(verdicts(*self.pair(1.1, 0.01)).get("slower", 0), 0.95)
        self.assertGreater(verdicts(*self.pair(0.9, 0.01)).get("faster", 0), 0.95)

    def test_a_slower_machine_is_no_slower_weft(self):
        old, new = result(self.rng, 1.0, 0.005), result(self.rng, 1.0, 0.005, machine=1.5)
        self.assertEqual(verdicts(old, new), {"same": 1.0})
        self.assertEqual(verdicts(old, new, raw=True), {"slower": 1.0})

    def test_without_the_reference(self):
        self.assertGreater(verdicts(*self.pair(1.2, 0.01, reference=False)).get("slower", 0), 0.95)

    def test_two_rounds_prove_nothing(self):
        self.assertEqual(verdicts(*self.pair(2.0, 0.01, rounds=2)), {"too few rounds": 1.0})

    def test_the_ratio_and_its_interval(self):
        for _, ratio, low, high, _ in compare.compare(*self.pair(1.25, 0.01)):
            self.assertTrue(low <= ratio <= high and 1.2 < ratio < 1.3, (low, ratio, high))

    def test_exit_status(self):
        with tempfile.TemporaryDirectory() as folder:
            files = []
            for name, factor in (("old", 1.0), ("new", 1.3)):
                files.append(Path(folder) / name)
                files[-1].write_text(json.dumps(result(self.rng, factor, 0.01)))
            for pair, status in ((files, 1), (files[::-1], 0), (files[:1] * 2, 0)):
                command = [sys.executable, "-B", ROOT / "bench/compare.py", *pair]
                done = subprocess.run(command, capture_output=True, text=True)
                self.assertEqual(done.returncode, status, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
