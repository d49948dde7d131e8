"""Results are arrays that own their memory; errors, lives and threads."""

import gc
import sys
import threading
import weakref

import numpy
from casters import modules


class Results:
    def test_all_dtypes_pass_both_ways(self):
        for name in ("bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64 complex64 complex128 "
                     "float16").split():
            a = numpy.array([[0, 1, 3], [7, 0, 5]]).astype(name)
            twice = self.module.twice(a[:, ::-1])
            numpy.testing.assert_array_equal(twice.astype(complex), 2 * a[:, ::-1].astype(complex))
            changed = self.module.sorted_copy(a) if name != "bool" else a
            self.assertEqual(changed.dtype, a.dtype)
        self.assertEqual([self.module.dtype_of(numpy.zeros(1, t)) for t in "?bhlqBHLQfdFDe"],
                         [0, 1, 2, 4, 4, 5, 6, 8, 8, 9, 10, 11, 12, 13])

    def test_tensors_are_moved_into_arrays(self):
        a = self.module.ramp(5)
        self.assertIs(type(a), numpy.ndarray)
        numpy.testing.assert_array_equal(a, numpy.linspace(0, 1, 5))
        self.assertTrue(a.flags.writeable and a.flags.c_contiguous)
        a[0] = 9
        numpy.testing.assert_array_equal(self.module.small(), numpy.array([[1, 2], [3, 4]], dtype=numpy.float32))
        self.assertEqual(self.module.small().dtype, numpy.float32)
        b = self.module.columns(numpy.arange(6.0).reshape(2, 3))
        self.assertTrue(b.flags.f_contiguous)
        numpy.testing.assert_array_equal(b, numpy.arange(6.0).reshape(2, 3))
        self.assertEqual(self.module.ramp(0).shape, (0,))
        numpy.testing.assert_array_equal(self.module.row_of_temporary(300), numpy.ones(300))

    def test_expressions_are_computed(self):
        x, y = numpy.arange(6.0).reshape(2, 3), numpy.array([1.0, -2.0, 3.0])
        numpy.testing.assert_array_equal(self.module.axpy(2.5, x[::-1], y), 2.5 * x[::-1] + y)
        self.refuses(ValueError, "weft: operator+: shape (2,3) and shape (4) do not broadcast on axis 1",
                     self.module.axpy, 1.0, x, numpy.ones(4))

    def test_a_view_of_an_argument_keeps_its_array(self):
        a = numpy.arange(7.0)
        b = self.module.every_second(a)
        numpy.testing.assert_array_equal(b, a[::2])
        self.assertTrue(numpy.shares_memory(a, b))
        gone = weakref.ref(a)
        del a
        gc.collect()
        self.assertIsNotNone(gone())
        numpy.testing.assert_array_equal(b, [0, 2, 4, 6])
        del b
        gc.collect()
        self.assertIsNone(gone())
        self.assertFalse(self.module.read_only(numpy.ones(3)).flags.writeable)

    def test_what_belongs_to_cpp_is_copied_unless_a_policy_says_so(self):
        seen = self.module.kept()
        seen[0] = 8
        numpy.testing.assert_array_equal(self.module.copy_of_kept(), [8, 2, 3])
        for copied in (self.module.copy_of_kept(), self.module.borrowed()):
            copied[:] = 0
        numpy.testing.assert_array_equal(seen, [8, 2, 3])
        seen[0] = 1

    def test_untyped_tensors_of_cpp(self):
        seen = self.module.kept_untyped()
        seen[0] = 8
        self.module.copy_of_untyped()[:] = 0
        to_read = self.module.untyped_to_read()
        numpy.testing.assert_array_equal(to_read, [8, 2])
        self.assertFalse(to_read.flags.writeable)
        model = self.module.Model()
        member = model.untyped
        self.assertEqual((member.dtype, member.tolist()), (numpy.int32, [1, 2, 3]))
        if member.flags.writeable:
            member[0] = 9
            self.assertEqual(model.untyped[0], 9)
        model.untyped = numpy.ones((2, 2))
        numpy.testing.assert_array_equal(model.untyped, numpy.ones((2, 2)))
        self.assertEqual(member.tolist()[1:], [2, 3])

    def test_members_of_classes(self):
        model = self.module.Model()
        numpy.testing.assert_array_equal(model.u, numpy.ones((2, 3)))
        self.assertFalse(model.u.flags.writeable)
        model.u = numpy.arange(6.0).reshape(3, 2).T
        numpy.testing.assert_array_equal(model.u, numpy.arange(6.0).reshape(3, 2).T)
        self.refuses(ValueError, "expected an array of shape (*, *), got (3,)", setattr, model, "u", numpy.ones(3))
        seen, corner = model.seen, model.corner
        seen[1, 2] = 9
        corner[0] = 7
        self.assertEqual((model.u[1, 2], model.corner[0]), (9, 7))
        del model
        gc.collect()
        self.assertEqual((seen[1, 2], corner[0], corner[1]), (9, 7, 2))

    def test_bfloat16_has_no_array(self):
        self.refuses(TypeError, "weft: NumPy has no bfloat16: return cast<float>(x)", self.module.brain)

    def test_errors_of_weft(self):
        numpy.testing.assert_allclose(self.module.solve(numpy.array([[2.0, 1], [1, 3]]), numpy.array([3.0, 5])),
                                      numpy.linalg.solve([[2.0, 1], [1, 3]], [3.0, 5]), rtol=1e-14)
        with self.assertRaisesRegex(numpy.linalg.LinAlgError, "^weft: "):
            self.module.solve(numpy.ones((2, 2)), numpy.ones(2))
        with self.assertRaisesRegex(ValueError, r"^weft: operator\+: "):
            self.module.add(numpy.ones(2), numpy.ones(3))
        with self.assertRaisesRegex(IndexError, "^weft: "):
            self.module.at(numpy.ones(2), 5)

    def test_errors_of_others(self):
        for kind, error in enumerate((IndexError, ValueError, RuntimeError)):
            self.refuses(error, str(kind), self.module.fails, kind)
        with self.assertRaises(RuntimeError):
            self.module.fails(3)

    def test_nothing_leaks(self):
        a = numpy.ones((3, 3))
        references = sys.getrefcount(a)
        for _ in range(100):
            self.module.scale(a, 1.0)
            self.module.total(a.T)
            with self.assertRaises(ValueError):
                self.module.third(a)
            self.module.axpy(1.0, a, a)
            with self.assertRaises(ValueError):
                self.module.step({"u": a, "w": a, "t": 1.0})
        gc.collect()
        self.assertEqual(sys.getrefcount(a), references)

    def test_functions_that_give_up_the_interpreter(self):
        a = numpy.arange(5.0)
        numpy.testing.assert_array_equal(self.module.reversed_freely(a), a[::-1])
        self.refuses(TypeError, "expected an array of float64, got int64", self.module.reversed_freely, numpy.ones(2, int))
        with self.assertRaisesRegex(ValueError, "^u: expected an array of shape"):
            self.module.count_freely({"u": a, "w": a, "t": 1})

    def test_threads(self):
        a = numpy.arange(1000.0)
        results = []

        def work():
            for _ in range(200):
                results.append(self.module.every_second(a).sum() == a[::2].sum())

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual((len(results), all(results)), (800, True))


globals().update(modules(Results))
del Results
