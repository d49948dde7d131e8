"""What the casters of nanobind and pybind11 promise, asked of both modules. Expected values are NumPy's.

usage: PYTHONPATH=<folder of the modules> python3 -m unittest discover -s test/python
"""

import array
import gc
import importlib
import sys
import threading
import types
import unittest
import weakref

import numpy


class Casters:
    """The tests of both modules. `module` is set by the classes below."""

    def refuses(self, error, text, function, *arguments):
        with self.assertRaises(error) as caught:
            function(*arguments)
        self.assertEqual(str(caught.exception), text)

    # arguments: nothing is copied

    def test_views_see_the_memory_of_the_array(self):
        whole = numpy.arange(24.0).reshape(4, 6)
        for part in (whole, whole[1:3], whole[:, ::2], whole.T, whole[::-1], whole[:, ::-2], whole[2:2], whole[:1, :1]):
            expected, rest = part * 3, whole.copy()
            address = part.__array_interface__["data"][0]
            self.assertEqual(self.module.address(part), address)
            self.module.scale(part, 3)
            numpy.testing.assert_array_equal(part, expected)
            part /= 3
            numpy.testing.assert_array_equal(whole, rest)

    def test_strides_of_both_signs_count_elements(self):
        whole = numpy.zeros((5, 7))
        for part in (whole, whole.T, whole[::-1, ::3], whole[::2, ::-1]):
            numpy.testing.assert_array_equal(self.module.strides(part), numpy.array(part.strides) // 8)

    def test_every_rank_is_one_of_run_time_rank(self):
        for shape in ((), (5,), (2, 3), (2, 0, 3), (2, 3, 4, 5)):
            a = numpy.arange(float(numpy.prod(shape, dtype=int))).reshape(shape)
            self.assertEqual(self.module.total(a), a.sum())

    def test_the_orders_and_extents_of_types_are_asked_for(self):
        fortran = numpy.zeros((3, 2), dtype=numpy.float32, order="F")
        self.module.fill_columns(fortran)
        numpy.testing.assert_array_equal(fortran, numpy.full((3, 2), 7, dtype=numpy.float32))
        self.refuses(ValueError, "expected an array in Fortran order, got strides of (2, 1) elements: "
                     "numpy.asfortranarray(a) has them in order", self.module.fill_columns,
                     numpy.zeros((3, 2), dtype=numpy.float32))
        self.assertEqual(self.module.third(numpy.array([1.0, 2.0, 5.0])), 5.0)
        self.refuses(ValueError, "expected an array of shape (3,), got (4,)", self.module.third, numpy.zeros(4))
        self.refuses(ValueError, "expected an array in C order, got strides of (2,) elements: "
                     "numpy.ascontiguousarray(a) has them in order", self.module.third, numpy.zeros(6)[::2])

    def test_what_does_not_suit_is_named(self):
        scale = self.module.scale
        self.refuses(TypeError, "expected an array of float64, got int64", scale, numpy.ones((2, 2), int), 2)
        self.refuses(TypeError, "expected an array of float64, got complex128", scale, numpy.ones((2, 2), complex), 2)
        self.refuses(ValueError, "expected an array of shape (*, *), got (3,)", scale, numpy.ones(3), 2)
        self.refuses(ValueError, "expected an array of shape (*, *), got (1, 2, 3)", scale, numpy.ones((1, 2, 3)), 2)
        frozen = numpy.ones((2, 2))
        frozen.flags.writeable = False
        self.refuses(ValueError, "expected an array that may be written to, got a read-only one", scale, frozen, 2)
        self.refuses(ValueError, "expected an array that may be written to, got a read-only one", scale,
                     numpy.broadcast_to(1.0, (2, 2)), 2)
        numpy.testing.assert_array_equal(frozen, numpy.ones((2, 2)))
        self.assertEqual(self.module.total(frozen), 4)
        self.assertEqual(self.module.total(numpy.broadcast_to(2.0, (3, 5))), 30)

    def test_elements_that_cpp_cannot_read_are_refused(self):
        total = self.module.total
        self.refuses(TypeError, "expected elements in the byte order of the machine, got >f8: "
                     "a.astype(a.dtype.newbyteorder('=')) has them", total, numpy.ones(3, dtype=">f8"))
        self.refuses(TypeError, "expected an array of numbers or bools, got elements of type <U1", total,
                     numpy.array(["a"]))
        self.refuses(TypeError, "expected an array of numbers or bools, got elements of type longdouble".replace(
            "longdouble", str(numpy.dtype(numpy.longdouble))), total, numpy.ones(2, dtype=numpy.longdouble))
        with self.assertRaisesRegex(TypeError, "^expected an array of numbers or bools: .*"):
            total(numpy.array(["2020-01-01"], dtype="datetime64[D]"))
        lies_between = ("expected elements of float64 at multiples of their size, got an array whose address or strides "
                        "lie between: numpy.ascontiguousarray(a) copies it")
        self.refuses(ValueError, lies_between, total, numpy.zeros(17, dtype=numpy.uint8)[1:].view(numpy.float64))
        packed = numpy.zeros(3, dtype=[("a", "i4"), ("x", "f8")])
        self.refuses(ValueError, lies_between, total, packed["x"])
        even = numpy.zeros(3, dtype=[("n", "i8"), ("x", "f8")])
        even["x"] = [1, 2, 4]
        self.assertEqual(total(even["x"]), 7)
        with self.assertRaises(ValueError):
            total(numpy.zeros((1,) * 17))

    def test_what_is_no_array_is_refused(self):
        for other in ([1.0, 2.0], 3.0, "text", b"bytes", None, numpy.float64(3), {}):
            with self.assertRaises(TypeError):
                self.module.total(other)

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

    def test_untyped_arguments(self):
        a = numpy.arange(6, dtype=numpy.int32).reshape(2, 3)
        self.module.negate(a[:, ::2])
        numpy.testing.assert_array_equal(a, [[0, 1, -2], [-3, 4, -5]])
        before = a.copy()
        numpy.testing.assert_array_equal(self.module.sorted_copy(a.T), before.T + 1)
        numpy.testing.assert_array_equal(a, before)
        self.assertEqual(self.module.lent(a), a.__array_interface__["data"][0])
        self.assertNotEqual(self.module.lent(a.T), a.__array_interface__["data"][0])
        a.flags.writeable = False
        numpy.testing.assert_array_equal(self.module.twice(a), 2 * before)
        self.assertEqual(self.module.lent(a), a.__array_interface__["data"][0])
        self.refuses(ValueError, "expected an array that may be written to, got a read-only one", self.module.negate, a)

    def test_the_buffer_protocol_of_others(self):
        numbers = array.array("d", [1, 2, 4])
        self.assertEqual(self.module.total(numbers), 7)
        self.assertEqual(self.module.total(memoryview(numbers)[::-2]), 5)
        self.refuses(TypeError, "expected an array of float64, got uint8", self.module.total, bytearray(3))

    def test_dlpack(self):
        class Exporter:
            def __init__(self, of, versioned):
                self.of, self.versioned = of, versioned

            def __len__(self):
                return len(self.of)

            def __getitem__(self, k):
                return self.of[k]

            def __dlpack__(self, **options):
                if options and not self.versioned:
                    raise TypeError("an old exporter")
                return self.of.__dlpack__(**options)

            def __dlpack_device__(self):
                return (1, 0)

        a = numpy.arange(12.0).reshape(3, 4)
        for versioned in (False, True):
            for part in (a, a.T, a[:, ::2]):
                self.assertEqual(self.module.total(Exporter(part, versioned)), part.sum())
            references = sys.getrefcount(a)
            expected = a * 2
            self.module.scale(Exporter(a, versioned), 2)
            numpy.testing.assert_array_equal(a, expected)
            self.assertEqual(sys.getrefcount(a), references)
        a.flags.writeable = False
        self.refuses(ValueError, "expected an array that may be written to, got a read-only one", self.module.scale,
                     Exporter(a, True), 2)
        self.refuses(TypeError, "expected an array of float64, got int64", self.module.total,
                     Exporter(numpy.arange(3), True))
        numpy.testing.assert_array_equal(numpy.from_dlpack(self.module.ramp(3)), [0, 0.5, 1])

    # results: they own their memory

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

    def test_bfloat16_has_no_array(self):
        self.refuses(TypeError, "weft: NumPy has no bfloat16: return cast<float>(x)", self.module.brain)

    def test_overloads(self):
        name = self.module.name
        self.assertEqual([name(numpy.ones(2, numpy.float32)), name(numpy.ones(2)), name(numpy.ones((2, 2))), name(2.5),
                          name(3)], [1, 2, 3, 4, 4])
        self.refuses(TypeError, "expected an array of float32, got int64", name, numpy.ones(2, int))

    # records

    def test_records_are_dicts_or_have_attributes(self):
        u, w = numpy.arange(4.0).reshape(2, 2), numpy.array([1.0, 2.0])
        for one in ({"u": u, "w": w, "t": 0.5, "other": 1}, types.SimpleNamespace(u=u, w=w, t=0.5)):
            w[:] = [1, 2]
            stepped = self.module.step(one)
            self.assertEqual(list(stepped), ["u", "w", "t"])
            numpy.testing.assert_array_equal(w, [1.5, 2.5])
            numpy.testing.assert_array_equal(stepped["u"], u)
            self.assertFalse(numpy.shares_memory(stepped["u"], u))
            self.assertTrue(numpy.shares_memory(stepped["w"], w))
            self.assertEqual(stepped["t"], 0.5)
        begun = self.module.begin(2)
        numpy.testing.assert_array_equal(begun["first"]["w"], [1, 1])
        self.assertEqual(begun["count"], 3)
        begun["first"]["u"][:] = 2
        self.assertEqual(self.module.count(begun), 11)

    def test_records_that_do_not_suit_are_named(self):
        u, w = numpy.ones((2, 2)), numpy.ones(2)
        step = self.module.step
        self.refuses(ValueError, "expected a dict or an object with u, w and t, got one without w", step,
                     {"u": u, "t": 1.0})
        self.refuses(TypeError, "w: expected an array of float64, got float32", step,
                     {"u": u, "w": numpy.ones(2, numpy.float32), "t": 1.0})
        self.refuses(ValueError, "u: expected an array of shape (*, *), got (2,)", step, {"u": w, "w": w, "t": 1.0})
        self.refuses(TypeError, "t: str is not what this field is made of", step, {"u": u, "w": w, "t": "late"})
        self.refuses(ValueError, "first: expected a dict or an object with u, w and t, got one without u",
                     self.module.count, {"first": {"w": w, "t": 0.0}, "count": 3})
        for other in (3, None, [u, w, 1.0]):
            with self.assertRaises(TypeError):
                step(other)

    # errors, lives and threads

    def test_errors_of_weft(self):
        numpy.testing.assert_allclose(self.module.solve(numpy.array([[2.0, 1], [1, 3]]), numpy.array([3.0, 5])),
                                      numpy.linalg.solve([[2.0, 1], [1, 3]], [3.0, 5]), rtol=1e-14)
        with self.assertRaisesRegex(numpy.linalg.LinAlgError, "^weft: "):
            self.module.solve(numpy.ones((2, 2)), numpy.ones(2))
        with self.assertRaisesRegex(ValueError, r"^weft: operator\+: "):
            self.module.add(numpy.ones(2), numpy.ones(3))
        with self.assertRaisesRegex(IndexError, "^weft: "):
            self.module.at(numpy.ones(2), 5)

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


class Nanobind(Casters, unittest.TestCase):
    module = importlib.import_module("bound_by_nanobind")

    def test_casters_of_the_standard_library(self):
        choose, total = self.module.choose, self.module.total_or_zero
        self.assertEqual([choose(numpy.ones(2, numpy.float32)), choose(numpy.ones(2)), choose("text")], [0, 1, 2])
        self.assertEqual([total(None), total(numpy.ones(3))], [0, 3])
        for other in (numpy.ones(2, int), numpy.ones((2, 2))):
            with self.assertRaises(TypeError):
                choose(other)
        with self.assertRaises(TypeError):
            total(numpy.ones(2, int))

    def test_signatures(self):
        self.assertIn("scale(arg0: ndarray[dtype=float64, shape=(*, *)], arg1: float, /) -> None", self.module.scale.__doc__)
        self.assertIn("ndarray[dtype=float64, shape=(3), order='C', writable=False]", self.module.third.__doc__)


class Pybind11(Casters, unittest.TestCase):
    module = importlib.import_module("bound_by_pybind11")

    def test_casters_of_the_standard_library(self):
        choose, total = self.module.choose, self.module.total_or_zero
        self.assertEqual([choose(numpy.ones(2, numpy.float32)), choose(numpy.ones(2)), choose("text")], [0, 1, 2])
        self.assertEqual([total(None), total(numpy.ones(3))], [0, 3])
        self.refuses(TypeError, "expected an array of float64, got int64", total, numpy.ones(2, int))

    def test_signatures(self):
        self.assertIn("ndarray[dtype=float64, shape=(*, *)]", self.module.scale.__doc__)


if __name__ == "__main__":
    unittest.main()
