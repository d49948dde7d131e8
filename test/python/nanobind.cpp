#include "functions.hpp"

#include <weft/python/nanobind.hpp>

#include <nanobind/stl/optional.h>

NB_MODULE(bound_by_nanobind, m) {
  weft::python::register_errors(m);
  bound::define(m, nanobind::rv_policy::reference, nanobind::call_guard<nanobind::gil_scoped_release>());
}
