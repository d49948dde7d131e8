#include "functions.hpp"

#include <weft/python/pybind11.hpp>

#include <pybind11/stl.h>

PYBIND11_MODULE(bound_by_pybind11, m) {
  weft::python::register_errors(m);
  bound::define(m, pybind11::return_value_policy::reference, pybind11::call_guard<pybind11::gil_scoped_release>());
}
