#include <support/checked.hpp>
#include <weft/dynamic/any_tensor.hpp>
#include <weft/linalg/matmul.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/piecewise.hpp>
#include <weft/ops/power.hpp>
#include <weft/ops/select.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <type_traits>
#include <vector>

// One body of code for all that may be decided: shape, rank, expression, element type. What it computes is compared with
// plain loops.

using namespace weft;

namespace {

using numbers = std::vector<double>;
using matrix = std::array<std::array<double, 4>, 3>;

constexpr matrix a_values{{{1, -2, 0.5, 4}, {-3, 2.25, 8, -0.75}, {0, 6, -5, 1.5}}};
constexpr std::array<double, 4> b_values{2, -1, 0.25, 3};

/// The elements, row by row, of whatever it is.
template <class E>
numbers elements(E const& e) {
  numbers out;
  const auto add = [&](auto const& v) {
    for (auto const& x : v)
      out.push_back(static_cast<double>(x));
  };
  if constexpr (Untyped<E>)
    visit(types<double, bool, index_t>, add, any_tensor(any_expr<>(e)));
  else
    add(eval(e));
  return out;
}
template <class E, class S>
void check_is(E const& e, S const& wanted_shape, numbers const& wanted) {
  CHECK(e.shape() == wanted_shape);
  numbers const got = elements(e);
  REQUIRE(got.size() == wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i)
    CHECK(std::abs(got[i] - wanted[i]) <= 1e-14 * std::abs(wanted[i]));
}

/// f(a, b) of all elements, where b is broadcast over rows.
template <class F>
numbers everywhere(F const& f) {
  numbers out;
  for (auto const& row : a_values)
    for (std::size_t j = 0; j < 4; ++j)
      out.push_back(f(row[j], b_values[j]));
  return out;
}

/// Operations of elements.
template <class A, class B>
void check_elements(A const& a, B const& b) {
  auto const whole = shape(3, 4);
  check_is(a + b, whole, everywhere([](double x, double y) { return x + y; }));
  check_is(2.0 * a - b / 4.0, whole, everywhere([](double x, double y) { return 2 * x - y / 4; }));
  check_is(sqrt(abs(-a)) + exp(b), whole,
           everywhere([](double x, double y) { return std::sqrt(std::abs(x)) + std::exp(y); }));
  check_is(where(a > b, a, square(b)), whole, everywhere([](double x, double y) { return x > y ? x : y * y; }));
  check_is(minimum(a, b), whole, everywhere([](double x, double y) { return std::min(x, y); }));
  check_is(clamp(a, -1.0, 1.0), whole, everywhere([](double x, double) { return std::clamp(x, -1.0, 1.0); }));
  check_is(!(a < b) && a <= 4.0, whole, everywhere([](double x, double y) { return x >= y && x <= 4 ? 1 : 0; }));
}

/// Reductions and products.
template <class A, class B>
void check_reductions(A const& a, B const& b) {
  numbers columns(4, 0.0), rows(3, 0.0), largest(3, -100.0), place(3, 0.0), with_b(3, 0.0), squares(9, 0.0);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 4; ++j) {
      double const x = a_values[i][j];
      columns[j] += x;
      rows[i] += x;
      if (x > largest[i]) {
        largest[i] = x;
        place[i] = static_cast<double>(j);
      }
      with_b[i] += x * b_values[j];
      for (std::size_t k = 0; k < 3; ++k)
        squares[3 * i + k] += x * a_values[k][j];
    }
  check_is(sum(a, 0), shape(4), columns);
  check_is(sum(a, 1, keep_dims), shape(3, 1), rows);
  check_is(max(a, 1), shape(3), largest);
  check_is(argmax(a, 1), shape(3), place);
  check_is(matmul(a, b), shape(3), with_b);
  check_is(matmul(a, transpose(a)), shape(3, 3), squares);
  CHECK(static_cast<double>(sum(a * b)) == with_b[0] + with_b[1] + with_b[2]);
  CHECK(static_cast<bool>(any_of(a > 7.5)));
  numbers centred;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 4; ++j)
      centred.push_back((a_values[i][j] - rows[i] / 4) * b_values[j]);
  check_is((a - mean(a, 1, keep_dims)) * b, shape(3, 4), centred);
}

/// Views and comparisons.
template <class A, class B>
void check_views(A const& a, B const& b) {
  check_is(a(1, all) + b, shape(4), {-1, 1.25, 8.25, 2.25});
  check_is(a(all, range(1, 3)), shape(3, 2), {-2, 0.5, 2.25, 8, 6, -5});
  check_is(reverse(a, 1) - b, shape(3, 4), everywhere([](double x, double y) {
             for (auto const& row : a_values)
               for (std::size_t j = 0; j < 4; ++j)
                 if (row[j] == x)
                   return row[3 - j] - y;
             return 0.0;
           }));
  check_is(reshape(a + b, shape(2, 6)), shape(2, 6), everywhere([](double x, double y) { return x + y; }));
  CHECK((a == a));
  CHECK(all_close(a * b, b * a));
  if constexpr (!std::is_same_v<A, tensor<double, fixed<3, 4>>>) // which does not compile
    CHECK_THROWS_AS(static_cast<void>(elements(a + transpose(a))), shape_error);
}

template <class A, class B>
void body(A const& a, B const& b) {
  check_elements(a, b);
  check_reductions(a, b);
  check_views(a, b);
}

tensor<double, fixed<3, 4>> static_a() {
  tensor<double, fixed<3, 4>> a;
  for (index_t i = 0; i < 3; ++i)
    for (index_t j = 0; j < 4; ++j)
      a(i, j) = a_values[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
  return a;
}
tensor<double, fixed<4>> static_b() {
  tensor<double, fixed<4>> b;
  for (index_t j = 0; j < 4; ++j)
    b(j) = b_values[static_cast<std::size_t>(j)];
  return b;
}

} // namespace

TEST_CASE("forms: static shape") {
  body(static_a(), static_b());
}
TEST_CASE("forms: static rank, a view with steps in both directions") {
  tensor<double, 2, column_major> room(7, 8);
  room = -1.0;
  const auto a = reverse(room(range(0, 6, 2), range(0, 8, 2)), 1);
  a = static_a();
  const tensor<double, 1> b = static_b();
  body(a, b);
}
TEST_CASE("forms: run-time rank") {
  const tensor<double> a = static_a(), b = static_b();
  body(a, b);
}
TEST_CASE("forms: an expression of static rank that is decided at run time") {
  const tensor<double, 2> half = 0.5 * static_a();
  const tensor<double, 1> b = static_b();
  any_expr<double, 2> sum_of_halves = half;
  sum_of_halves = sum_of_halves + half;
  body(sum_of_halves, any_expr<double, 1>(-(-b)));
}
TEST_CASE("forms: an expression of run-time rank") {
  const tensor<double> a = static_a(), b = static_b();
  body(any_expr<double>(transpose(eval(transpose(a)))), any_expr<double>(b));
}
TEST_CASE("forms: element type and rank at run time") {
  any_tensor const a(static_a()), b(static_b());
  body(a, b);
  body(transpose(reverse(transpose(reverse(a, 1)), 0)), any_expr<>(b) * 1);
}
