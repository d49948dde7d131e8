#include "functions.hpp"

#include <weft/python/nanobind.hpp>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

NB_MODULE(bound_by_nanobind, m) {
  weft::python::register_errors(m);
  bound::define(m, nanobind::rv_policy::reference, nanobind::call_guard<nanobind::gil_scoped_release>());
  bound::define_strict<nanobind::arg>(m);
  nanobind::class_<bound::model>(m, "Model")
      .def(nanobind::init<>())
      .def_rw("u", &bound::model::u)
      .def_rw("untyped", &bound::model::untyped)
      .def_prop_ro(
          "seen", [](bound::model& x) -> auto& { return x.u; }, nanobind::rv_policy::reference_internal)
      .def_prop_ro(
          "corner", [](bound::model& x) -> auto& { return x.corner; }, nanobind::rv_policy::reference_internal);
}
