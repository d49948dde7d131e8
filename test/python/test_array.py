"""Arguments that are arrays: nothing is copied, and what does not suit is named."""

import array
import ctypes
import sys
import unittest

import numpy
from casters import modules

try:
    import jax
except ImportError:
    jax = None


class Arguments:
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
        # ctypes hands out no strides.
        self.assertEqual(self.module.total((ctypes.c_double * 3)(1, 2, 4)), 7)
        rows = ((ctypes.c_double * 3) * 2)((1, 2, 3), (4, 5, 6))
        numpy.testing.assert_array_equal(self.module.strides(rows), [3, 1])
        self.module.scale(rows, 10)
        self.assertEqual([list(row) for row in rows], [[10, 20, 30], [40, 50, 60]])
        self.assertEqual(self.module.total(((ctypes.c_double * 3) * 0)()), 0)

    def test_dlpack(self):
        class Exporter:
            def __init__(self, of, versioned):
                self.of, self.versioned = of, versioned

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

    def test_errors_of_exporters_are_told(self):
        class Failing:
            def __init__(self, error):
                self.error = error

            def __dlpack__(self, **options):
                raise self.error

        self.refuses(ValueError, "expected an array that DLPack can share: OSError: no such tensor", self.module.total,
                     Failing(OSError("no such tensor")))
        for last in (KeyboardInterrupt, SystemExit):
            with self.assertRaises(last):
                self.module.name(Failing(last()))

    @unittest.skipIf(jax is None, "JAX is not installed")
    def test_jax(self):
        with jax.enable_x64(True):
            a = jax.numpy.arange(6.0).reshape(2, 3)
            self.assertEqual(self.module.total(a), 15)
            numpy.testing.assert_array_equal(self.module.twice(a), 2 * numpy.arange(6.0).reshape(2, 3))
            self.refuses(ValueError, "expected an array that may be written to, got a read-only one", self.module.scale,
                         a, 2)
            ramp = self.module.ramp(5)
            numpy.testing.assert_array_equal(jax.numpy.from_dlpack(ramp), numpy.linspace(0, 1, 5))
        half = jax.numpy.array([1.5, -2.0], dtype=jax.numpy.bfloat16)
        self.assertEqual(self.module.dtype_of(half), 16)
        self.refuses(ValueError, "expected an array that may be written to, got a read-only one", self.module.negate,
                     half)
        self.assertEqual(float(half[0]), 1.5)

    def test_overloads(self):
        name = self.module.name
        self.assertEqual([name(numpy.ones(2, numpy.float32)), name(numpy.ones(2)), name(numpy.ones((2, 2))), name(2.5),
                          name(3)], [1, 2, 3, 4, 4])
        self.refuses(TypeError, "expected an array of float32, got int64", name, numpy.ones(2, int))

    def test_overloads_that_do_not_convert(self):
        self.assertEqual([self.module.rank_of(numpy.ones(2), 3), self.module.rank_of(numpy.ones((2, 2)), 3)], [1, 2])
        with self.assertRaisesRegex(TypeError, "^rank_of\\(\\): incompatible function arguments"):
            self.module.rank_of(numpy.ones(2, int), 3)

    def test_signatures(self):
        self.assertIn("ndarray[dtype=float64, shape=(*, *)]", self.module.scale.__doc__)
        self.assertIn("ndarray[dtype=float64, writable=False]", self.module.total.__doc__)
        self.assertIn("ndarray[dtype=float64, shape=(3), order='C', writable=False]", self.module.third.__doc__)
        self.assertIn("ndarray[dtype=*]", self.module.twice.__doc__)

    def test_optional_arguments(self):
        total = self.module.total_or_zero
        self.assertEqual([total(None), total(numpy.ones(3))], [0, 3])
        with self.assertRaises(TypeError):
            total(numpy.ones(2, int))

    def test_containers(self):
        a = numpy.ones((2, 3))
        self.assertEqual([self.module.size_or_zero(a[::-1]), self.module.size_or_zero(None)], [6, 0])
        self.assertEqual(self.module.sizes([a, a[0], numpy.ones(2, int)]), 11)
        self.assertEqual(self.module.counts([{"values": a[0], "copy": 1.0}] * 2), 2)
        too_large = numpy.broadcast_to(1.0, (10**7, 10**7))
        for function, argument in ((self.module.size_or_zero, too_large), (self.module.sizes, [a, too_large])):
            with self.assertRaises((MemoryError, TypeError)):
                function(argument)
        with self.assertRaises((ValueError, TypeError)):
            self.module.counts([{"values": a, "copy": 1.0}])


globals().update(modules(Arguments))
del Arguments
