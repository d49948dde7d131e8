import types
import unittest

import numpy

import reactor


def laplacian(a):
    return a[:-2, 1:-1] + a[2:, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:] - 4 * a[1:-1, 1:-1]


def step(u, v, feed, kill, dt):
    inside = (slice(1, -1), slice(1, -1))
    reaction = u[inside] * v[inside] ** 2
    of_u = 0.16 * laplacian(u) - reaction + feed * (1 - u[inside])
    of_v = 0.08 * laplacian(v) + reaction - (feed + kill) * v[inside]
    u[inside] += dt * of_u
    v[inside] += dt * of_v


class Reactor(unittest.TestCase):
    def setUp(self):
        self.random = numpy.random.default_rng(7)

    def test_step_writes_into_the_arrays(self):
        u, v = self.random.random((2, 30, 40))
        expected_u, expected_v = u.copy(), v.copy()
        for number in range(20):
            reactor.step({"u": u, "v": v} if number % 2 else types.SimpleNamespace(u=u, v=v), 0.06, 0.062, dt=0.9)
            step(expected_u, expected_v, 0.06, 0.062, 0.9)
        numpy.testing.assert_allclose(u, expected_u, rtol=1e-12)
        numpy.testing.assert_allclose(v, expected_v, rtol=1e-12)

    def test_laplacian_of_any_strides(self):
        a = self.random.random((12, 9))
        for part in (a, a.T, a[::-1, ::2]):
            numpy.testing.assert_allclose(reactor.laplacian(part), laplacian(part), rtol=1e-12, atol=1e-14)

    def test_formula(self):
        x, y = self.random.random((5, 1)), self.random.random(4)
        found = reactor.evaluate("exp(-(x^2 + y^2) / s)", {"x": x, "y": y, "s": numpy.array(0.5)})
        numpy.testing.assert_allclose(found, numpy.exp(-(x**2 + y**2) / 0.5), rtol=1e-14)
        with self.assertRaisesRegex(ValueError, "line 1"):
            reactor.evaluate("exp(x", {"x": x})

    def test_solve(self):
        a, b = self.random.random((20, 20)) + 20 * numpy.eye(20), self.random.random(20)
        numpy.testing.assert_allclose(reactor.solve(a, b), numpy.linalg.solve(a, b), rtol=1e-12)
        with self.assertRaises(numpy.linalg.LinAlgError):
            reactor.solve(numpy.zeros((2, 2)), numpy.ones(2))

    def test_what_does_not_suit_is_named(self):
        with self.assertRaisesRegex(TypeError, r"^expected an array of float64, got float32$"):
            reactor.laplacian(numpy.ones((3, 3), numpy.float32))
        frozen = numpy.ones((3, 3))
        frozen.flags.writeable = False
        with self.assertRaisesRegex(ValueError, r"^u: expected an array that may be written to"):
            reactor.step({"u": frozen, "v": numpy.ones((3, 3))}, 0.1, 0.1)


if __name__ == "__main__":
    unittest.main()
