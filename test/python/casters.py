"""Tests of the casters are classes without a base; modules() makes test cases of both modules of them."""

import importlib
import unittest


class Refusing:
    def refuses(self, error, text, function, *arguments):
        with self.assertRaises(error) as caught:
            function(*arguments)
        self.assertEqual(str(caught.exception), text)


def modules(tests):
    """{name: test case}, for each module that has the functions."""
    return {f"{tests.__name__}By{library.title()}": type(
        f"{tests.__name__}By{library.title()}", (tests, Refusing, unittest.TestCase),
        {"module": importlib.import_module(f"bound_by_{library}")}) for library in ("nanobind", "pybind11")}
