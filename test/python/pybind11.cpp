#include "functions.hpp"

#include <weft/python/pybind11.hpp>

#include <pybind11/stl.h>

PYBIND11_MODULE(bound_by_pybind11, m) {
  weft::python::register_errors(m);
  bound::define(m, pybind11::return_value_policy::reference, pybind11::call_guard<pybind11::gil_scoped_release>());
  bound::define_strict<pybind11::arg>(m);
  pybind11::class_<bound::model>(m, "Model")
      .def(pybind11::init<>())
      .def_readwrite("u", &bound::model::u)
      .def_readwrite("untyped", &bound::model::untyped)
      .def_property_readonly(
          "seen", [](bound::model& x) -> auto& { return x.u; }, pybind11::return_value_policy::reference_internal)
      .def_property_readonly(
          "corner", [](bound::model& x) -> auto& { return x.corner; },
          pybind11::return_value_policy::reference_internal);
}
