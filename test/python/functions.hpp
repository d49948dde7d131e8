#pragma once
// The functions that both modules of the tests have: what is bound, and not by which library.
#include <weft/core.hpp>
#include <weft/dynamic.hpp>
#include <weft/linalg.hpp>
#include <weft/records.hpp>

#include <optional>
#include <stdexcept>
#include <vector>

namespace bound {

using namespace weft;

struct state {
  BOOST_HANA_DEFINE_STRUCT(state, (tensor<double, 2>, u), (view<double, 1>, w), (double, t));
};
/// Its members are called as methods of dicts.
struct table {
  BOOST_HANA_DEFINE_STRUCT(table, (view<double const, 1>, values), (double, copy));
};
struct pair_of_states {
  BOOST_HANA_DEFINE_STRUCT(pair_of_states, (state, first), (int, count));
};

/// A class of Python, with a member in memory of its own and one inside the object.
struct model {
  tensor<double, 2> u = ones<double>(shape(2, 3));
  tensor<double, fixed<2>> corner{1.0, 2.0};
  any_tensor untyped{tensor<int, 1>{1, 2, 3}};
};

inline void scale(view<double, 2> const& a, double factor) {
  a *= factor;
}
inline double total(view<double const> const& a) {
  return sum(a);
}
inline void fill_columns(view<float, 2, column_major> a) {
  a = 7.0F;
}
inline double third(view<double const, fixed<3>, row_major> a) {
  return a(2);
}

/// Defines overloads that leave an array that does not suit to the next one. Arg is what names an argument.
template <class Arg, class Module>
void define_strict(Module& m) {
  m.def("rank_of", [](view<double const, 1>, double) { return 1; }, Arg("a").noconvert(), Arg("x"));
  m.def("rank_of", [](view<double const, 2>, double) { return 2; }, Arg("a").noconvert(), Arg("x"));
}
template <class Module>
void define_arguments(Module& m) {
  m.def("scale", &scale);
  m.def("total", &total);
  m.def("fill_columns", &fill_columns);
  m.def("third", &third);
  m.def("address", [](view<double const> a) { return reinterpret_cast<std::uintptr_t>(a.data()); });
  m.def("strides", [](view<double const, 2> a) { return tensor<std::int64_t, 1>{a.stride(0), a.stride(1)}; });
  m.def("twice", [](any_expr<> const& a) { return 2 * a; });
  m.def("negate", [](any_view const& a) { a *= -1; });
  m.def("sorted_copy", [](any_tensor a) {
    a += 1;
    return a;
  });
  m.def("lent", [](any_tensor const& a) { return reinterpret_cast<std::uintptr_t>(a.data()); });
  m.def("dtype_of", [](any_expr<> const& a) { return to_string(a.dtype()) == "bfloat16" ? 16 : int(a.dtype()); });
}
template <class Module, class Policy>
void define_results(Module& m, Policy reference) {
  m.def("ramp", [](std::int64_t n) { return tensor<double, 1>(linspace(0.0, 1.0, n)); });
  m.def("small", [] { return tensor<float, fixed<2, 2>>{{1, 2}, {3, 4}}; });
  m.def("columns", [](view<double const, 2> a) { return tensor<double, 2, column_major>(a); });
  m.def("axpy", [](double c, view<double const> x, view<double const> y) { return c * x + y; });
  m.def("every_second", [](view<double, 1> a) { return a(range(0, end, 2)); });
  m.def("read_only", [](view<double const, 1> a) { return a; });
  m.def("row_of_temporary", [](std::int64_t n) { return tensor<double, 2>(ones<double>(shape(n, n)))(0, all); });
  static tensor<double, 1> kept{1.0, 2.0, 3.0};
  m.def("kept", []() -> tensor<double, 1>& { return kept; }, reference);
  static any_tensor untyped(tensor<double, 1>{1.0, 2.0});
  m.def("kept_untyped", []() -> any_tensor& { return untyped; }, reference);
  m.def("untyped_to_read", []() -> any_tensor const& { return untyped; }, reference);
  m.def("copy_of_untyped", []() -> any_tensor& { return untyped; });
  m.def("copy_of_kept", []() -> tensor<double, 1>& { return kept; });
  m.def("borrowed", [] { return kept.window(); });
  m.def("brain", [] { return tensor<bfloat16, 1>{bfloat16(1.0F)}; });
}
template <class Module>
void define_errors(Module& m) {
  // errors of weft
  m.def("solve", [](view<double const, 2> a, view<double const, 1> b) { return linalg::solve(a, b); });
  m.def("add", [](view<double const> a, view<double const> b) { return eval(a + b); });
  m.def("at", [](view<double const, 1> a, std::int64_t i) { return a.at(i); });
  // errors of others, in results that are computed after the call
  m.def("fails", [](int kind) {
    return from_function(shape(3), [kind](index_t) -> double {
      if (kind == 0)
        throw std::out_of_range("0");
      if (kind == 1)
        throw std::invalid_argument("1");
      if (kind == 2)
        throw std::runtime_error("2");
      throw kind;
    });
  });
}
/// Defines the functions in a module of nanobind or of pybind11: with its policy for a result that refers, and its guard
/// that gives up the interpreter.
template <class Module, class Policy, class Guard>
void define(Module& m, Policy reference, Guard freely) {
  define_arguments(m);
  define_results(m, reference);
  // overloads
  m.def("name", [](view<float const, 1>) { return 1; });
  m.def("name", [](view<double const, 1>) { return 2; });
  m.def("name", [](view<double const, 2>) { return 3; });
  m.def("name", [](double) { return 4; });
  // a caster of the standard library around weft's
  m.def("total_or_zero", [](std::optional<view<double const>> const& a) { return a ? sum(*a) : 0.0; });
  m.def("size_or_zero", [](std::optional<tensor<double, 2>> const& a) { return a ? a->size() : 0; });
  m.def("sizes", [](std::vector<any_tensor> const& all) {
    index_t total = 0;
    for (any_tensor const& a : all)
      total += a.size();
    return total;
  });
  m.def("counts", [](std::vector<table> const& all) { return all.size(); });
  // records
  m.def("step", [](state const& s) {
    s.w += s.t;
    return s;
  });
  m.def("begin", [](std::int64_t n) {
    return pair_of_states{{zeros<double>(shape(n, n)), tensor<double, 1>(ones<double>(shape(n))).window(), 0.5}, 3};
  });
  m.def("scaled_values", [](table const& t) { return eval(t.values * t.copy); });
  m.def("count", [](pair_of_states const& p) { return sum(p.first.u) + p.count; });
  m.def("reversed_freely", [](view<double, 1> a) { return flip(a); }, freely);
  m.def("count_freely", [](state const& s) { return s.u.size(); }, freely);
  define_errors(m);
}

} // namespace bound
