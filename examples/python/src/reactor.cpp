#include <weft/dynamic.hpp>
#include <weft/linalg.hpp>
#include <weft/python/nanobind.hpp>

#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>

#include <map>
#include <string>

using namespace weft;
namespace nb = nanobind;

namespace {

// [state]
/// Two substances that diffuse and react.
struct state {
  BOOST_HANA_DEFINE_STRUCT(state, (view<double, 2>, u), (view<double, 2>, v));
};
// [end]

// [step]
auto laplacian(view<double const, 2> const& a) {
  auto const inside = range(1, end - 1), before = range(0, end - 2), behind = range(2, end);
  return a(before, inside) + a(behind, inside) + a(inside, before) + a(inside, behind) - 4.0 * a(inside, inside);
}

/// Takes one step of the equations of Gray and Scott in the arrays themselves; their borders stay as they are.
void step(state const& s, double feed, double kill, double dt) {
  auto const inside = range(1, end - 1);
  view<double, 2> const u = s.u(inside, inside), v = s.v(inside, inside);
  tensor<double, 2> const reaction = u * v * v;
  tensor<double, 2> const of_u = 0.16 * laplacian(s.u) - reaction + feed * (1.0 - u);
  tensor<double, 2> const of_v = 0.08 * laplacian(s.v) + reaction - (feed + kill) * v;
  u += dt * of_u;
  v += dt * of_v;
}
// [end]

// [evaluate]
/// Computes a formula of arrays that have names.
any_tensor evaluate(std::string const& text, std::map<std::string, any_expr<>> const& values) {
  formula f(text);
  for (auto const& [name, value] : values)
    f.bind(name, value);
  return any_tensor(any_expr<>(f));
}
// [end]

} // namespace

// [module]
NB_MODULE(_reactor, m) {
  weft::python::register_errors(m);
  m.def("step", &step, nb::arg("state"), nb::arg("feed"), nb::arg("kill"), nb::arg("dt") = 1.0,
        nb::call_guard<nb::gil_scoped_release>());
  m.def("laplacian", [](view<double const, 2> a) { return laplacian(a); }, nb::arg("a"));
  m.def("evaluate", &evaluate, nb::arg("text"), nb::arg("values"));
  m.def(
      "solve", [](view<double const, 2> a, view<double const, 1> b) { return linalg::solve(a, b); }, nb::arg("a"),
      nb::arg("b"));
}
// [end]
