#include "functions.hpp"

#include <weft/python/nanobind.hpp>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>

NB_MODULE(bound_by_nanobind, m) {
  weft::python::register_errors(m);
  bound::define(m, nanobind::rv_policy::reference);
}
