#include <weft/linalg/matmul.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/concatenate.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/scan.hpp>
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

TEST_CASE("operands of products, folds and joined ones count as those of nodes") {
  rows a{{1, 2}, {3, 4}};
  columns f{{1, 2}, {3, 4}}, g{{0, 1}, {1, 0}};
  tensor t = matmul(f, g) + f;
  static_assert(std::is_same_v<decltype(t), columns>);
  CHECK(t(0, 0) == 3);
  CHECK(t.data()[1] == 7); // 4 * 1 + 3
  tensor product = matmul(f, g);
  static_assert(std::is_same_v<decltype(product), columns>);
  CHECK(product.data()[1] == 4);
  static_assert(std::is_same_v<order<decltype(matmul(f, a))>, row_major>);
  static_assert(std::is_same_v<order<decltype(matmul(a, a) + f)>, row_major>);
  static_assert(std::is_same_v<order<decltype(matmul(f, 2.0 * g) * 3.0)>, column_major>);
  static_assert(std::is_same_v<order<decltype(transpose(matmul(f, g)))>, row_major>);
  static_assert(std::is_same_v<order<decltype(transpose(matmul(a, a)))>, row_major>);
  static_assert(std::is_same_v<order<decltype(concatenate(0, f, g))>, column_major>);
  static_assert(std::is_same_v<order<decltype(concatenate(0, f, a))>, row_major>);
  static_assert(std::is_same_v<order<decltype(concatenate(0, std::vector<columns>{}))>, column_major>);
  static_assert(std::is_same_v<order<decltype(f - mean(f, 1, keep_dims))>, column_major>);
  static_assert(std::is_same_v<order<decltype(f - mean(f, 1))>, column_major>); // a vector has no order
  tensor sums = sum(f, 1);
  static_assert(std::is_same_v<decltype(sums), tensor<double, 1>>);
  CHECK(sums(1) == 7);
  // It is computed in row-major memory of its own, whatever the operand.
  static_assert(std::is_same_v<order<decltype(cumsum(f, 0))>, row_major>);
  static_assert(std::is_same_v<order<decltype(cumsum(f, 0) + f)>, column_major>);
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
  tensor total = small + small;
  static_assert(std::is_same_v<decltype(total), tensor<int, 1>>);
  CHECK(total(0) == 400);
  tensor z = a * std::complex<double>(0, 1);
  static_assert(std::is_same_v<decltype(z), tensor<std::complex<double>, 2>>);
  CHECK(z(0, 1) == std::complex<double>(0, 2));
}
