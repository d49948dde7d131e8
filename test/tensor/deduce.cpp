#include <weft/ops/arithmetic.hpp>
#include <weft/tensor/deduce.hpp>
#include <weft/tensor/tensor.hpp>

#include <complex>
#include <doctest/doctest.h>
#include <type_traits>

using namespace weft;

namespace {
template <class X>
using order = detail::deduced_order<X>;
using rows = tensor<double, 2>;
using columns = tensor<double, 2, column_major>;
} // namespace

static_assert(detail::is_tensor<rows> && !detail::is_tensor<view<double, 2>> && !detail::is_tensor<double>);
static_assert(std::is_same_v<order<rows&>, row_major> && std::is_same_v<order<columns const&>, column_major>);
static_assert(std::is_same_v<order<view<double, 2>>, row_major>);
static_assert(std::is_same_v<order<view<double, 2, column_major>>, column_major>);
static_assert(std::is_same_v<order<tensor<float, fixed<2, 2>, column_major>>, column_major>);

TEST_CASE("the order is column_major if every strided leaf is, else row_major") {
  rows a(2, 3);
  columns f(2, 3), g(2, 3);
  static_assert(std::is_same_v<order<decltype(f + 2.0 * g)>, column_major>);
  static_assert(std::is_same_v<order<decltype(f + a)>, row_major>);
  static_assert(std::is_same_v<order<decltype(-f)>, column_major>);
  static_assert(std::is_same_v<order<decltype(constant_leaf<int>(1))>, row_major>);
  CHECK((f + a - g)(1, 2) == 0);
}

TEST_CASE("tensor t = ... deduces element, shape and order") {
  rows a{{1, 2}, {3, 4}};
  columns f{{1, 2}, {3, 4}};
  tensor t = a + 2.0 * a;
  static_assert(std::is_same_v<decltype(t), rows>);
  CHECK(t(1, 0) == 9.0);
  tensor u = f * f;
  static_assert(std::is_same_v<decltype(u), columns>);
  CHECK(u(1, 0) == 9.0);
  CHECK(u.data()[1] == 9.0);
  tensor copied = f;
  static_assert(std::is_same_v<decltype(copied), columns>);
  copied(0, 0) = 7;
  CHECK(f(0, 0) == 1);
  double const* const memory = copied.data();
  tensor moved = std::move(copied);
  static_assert(std::is_same_v<decltype(moved), columns>);
  CHECK(moved.data() == memory);

  tensor row = a(1, all);
  static_assert(std::is_same_v<decltype(row), tensor<double, 1>>);
  CHECK(row(1) == 4);
  tensor column = f(all, 1);
  static_assert(std::is_same_v<decltype(column), tensor<double, 1>>);
  CHECK(column(1) == 4);
  tensor<float, fixed<2, dyn>> m(2);
  tensor doubled = m + m;
  static_assert(std::is_same_v<decltype(doubled), tensor<float, fixed<2, dyn>>>);
  tensor<int> d(shape(2, 2));
  tensor same = d - d;
  static_assert(std::is_same_v<decltype(same), tensor<int>>);
  tensor<unsigned char, 1> small{200, 100};
  tensor sum = small + small;
  static_assert(std::is_same_v<decltype(sum), tensor<int, 1>>);
  CHECK(sum(0) == 400);
  tensor z = a * std::complex<double>(0, 1);
  static_assert(std::is_same_v<decltype(z), tensor<std::complex<double>, 2>>);
  CHECK(z(0, 1) == std::complex<double>(0, 2));
}
