"""Structs are dicts, or objects with attributes."""

import types

import numpy
from casters import modules


class Records:
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

    def test_members_that_cannot_be_computed_are_named(self):
        class Broken:
            u, t = numpy.ones((2, 2)), 0.5

            @property
            def w(self):
                raise OSError("no such file")

        self.refuses(ValueError, "expected a member w: OSError: no such file", self.module.step, Broken())

    def test_members_that_are_called_as_methods_of_dicts(self):
        scaled = self.module.scaled_values
        numpy.testing.assert_array_equal(scaled({"values": numpy.arange(3.0), "copy": 2.0}), [0, 2, 4])
        self.refuses(ValueError, "expected a dict or an object with values and copy, got one without values", scaled,
                     {"copy": 2.0})


globals().update(modules(Records))
del Records
