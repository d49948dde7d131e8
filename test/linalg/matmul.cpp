#include "matmul_values.hpp"

#include <weft/weft.hpp>

#include <support/checked.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <string>

using namespace weft;
using namespace matmul_test;

TEST_CASE("matmul: static shapes, mixed, static rank, run-time rank, both orders") {
  auto const a = a34();
  auto const b = b45();
  CHECK(wrong_product(a, b) == 0);
  CHECK(wrong_product(filled(tensor<double, 2, column_major>(3, 4), value_a), b) == 0);
  CHECK(wrong_product(a, filled(tensor<double, 2, column_major>(4, 5), value_b)) == 0);
  auto const fixed_a = filled(tensor<double, fixed<3, 4>>(), value_a);
  auto const fixed_b = filled(tensor<double, fixed<4, 5>, column_major>(), value_b);
  CHECK(wrong_product(fixed_a, fixed_b) == 0);
  CHECK(wrong_product(a, fixed_b) == 0);
  CHECK(wrong_product(filled(tensor<double, fixed<dyn, 4>>(3), value_a), b) == 0);
  CHECK(wrong_product(filled(tensor<double>(shape(3, 4)), value_a), b) == 0);
  CHECK(wrong_product(filled(tensor<double>(shape(3, 4)), value_a), filled(tensor<double>(shape(4, 5)), value_b)) == 0);
  CHECK(decltype(eval(matmul(fixed_a, fixed_b)))::static_rank == 2);
  CHECK(std::is_same_v<decltype(eval(matmul(fixed_a, fixed_b))), tensor<double, fixed<3, 5>>>);
  CHECK(std::is_same_v<decltype(eval(matmul(fixed_a, b))), tensor<double, fixed<3, dyn>>>);
}

TEST_CASE("matmul: targets of every kind") {
  auto const a = a34();
  auto const b = b45();
  auto const want = [](index_t i, index_t j) { return product(i, j, 4); };
  tensor<double, 2, column_major> column;
  column = matmul(a, b);
  CHECK(differing(column, want) == 0);
  tensor<double, fixed<3, 5>> stat;
  stat = matmul(a, b);
  CHECK(differing(stat, want) == 0);
  tensor<double> runtime;
  runtime = matmul(a, b);
  CHECK(differing(runtime, want) == 0);
  tensor<float, 2> narrow;
  narrow = matmul(a, b);
  CHECK(differing(narrow, want) == 0);
  narrow += 2.0 * matmul(a, b);
  CHECK(differing(narrow, [&](index_t i, index_t j) { return 3 * want(i, j); }) == 0);
  tensor<std::complex<double>, 2> wide;
  wide = matmul(a, b);
  CHECK(differing(wide, want) == 0);
  tensor<double, 3> stacked(2, 3, 5);
  stacked(all, all, all) = matmul(a, b);
  CHECK(differing(stacked(0), want) == 0);
  CHECK(differing(stacked(1), want) == 0);
  stacked(1) += matmul(a, b);
  CHECK(differing(stacked(1), [&](index_t i, index_t j) { return 2 * want(i, j); }) == 0);
  tensor<double, 2> transposed(5, 3);
  transpose(transposed) = matmul(a, b);
  CHECK(differing(transposed, [&](index_t i, index_t j) { return want(j, i); }) == 0);
  transposed = transpose(matmul(a, b));
  CHECK(differing(transposed, [&](index_t i, index_t j) { return want(j, i); }) == 0);
}

TEST_CASE("matmul: vectors left and right, of any stride and rank") {
  auto const a = a34();
  tensor<double, 1> x(9), row(3), out(3);
  for (index_t l = 0; l < 9; ++l)
    x(l) = static_cast<double>(l - 2);
  auto const every_second = x(range(0, 8, 2)); // -2 0 2 4
  auto const back = x(range(6, 2, -1));        // 4 3 2 1
  auto const sum_right = [&](index_t i, auto f) {
    index_t s = 0;
    for (index_t l = 0; l < 4; ++l)
      s += value_a(i, l) * f(l);
    return static_cast<double>(s);
  };
  out = matmul(a, every_second);
  for (index_t i = 0; i < 3; ++i)
    CHECK(out(i) == sum_right(i, [](index_t l) { return 2 * l - 2; }));
  reverse(out, 0) = 2.0 * matmul(a, back);
  for (index_t i = 0; i < 3; ++i)
    CHECK(out(2 - i) == 2 * sum_right(i, [](index_t l) { return 4 - l; }));
  tensor<double> const runtime = every_second;
  tensor<double> dynamic_out = matmul(tensor<double>(a), runtime);
  CHECK(dynamic_out.rank() == 1);
  for (index_t i = 0; i < 3; ++i)
    CHECK(dynamic_out(i) == sum_right(i, [](index_t l) { return 2 * l - 2; }));

  for (index_t i = 0; i < 3; ++i)
    row(i) = static_cast<double>(i + 1);
  tensor<double, 1> left = matmul(row, a);
  tensor<double> dynamic_left = matmul(tensor<double>(row), tensor<double>(a));
  dynamic_left += matmul(row, a);
  for (index_t j = 0; j < 4; ++j) {
    index_t s = 0;
    for (index_t i = 0; i < 3; ++i)
      s += (i + 1) * value_a(i, j);
    CHECK(left(j) == static_cast<double>(s));
    CHECK(dynamic_left(j) == 2 * static_cast<double>(s));
  }
}

TEST_CASE("matmul: extents 0") {
  real_matrix const a(3, 0), b(0, 5);
  real_matrix c(shape(3, 5), std::numeric_limits<double>::quiet_NaN());
  c = matmul(a, b);
  CHECK(differing(c, [](index_t, index_t) { return 0; }) == 0);
  c.fill(2.0);
  c = 3.0 * matmul(a, b) + 2.0 * c;
  CHECK(differing(c, [](index_t, index_t) { return 4; }) == 0);
  CHECK(eval(matmul(b, real_matrix(5, 2))).shape() == shape(0, 2));
  CHECK(explain(matmul(b, real_matrix(5, 2))).blas.empty());
  CHECK(eval(matmul(a, tensor<double, 1>(0))) == tensor<double, 1>{0, 0, 0});
  CHECK(dot(tensor<double, 1>(0), tensor<double, 1>(0)) == 0.0);
}

TEST_CASE("matmul: operands of several types") {
  auto const fill_a = [](auto m) { return filled(m, value_a); };
  auto const fill_b = [](auto m) { return filled(m, value_b); };
  auto const d = b45();
  CHECK(wrong_product(fill_a(tensor<float, 2>(3, 4)), d) == 0);
  CHECK(wrong_product(fill_a(tensor<int, 2>(3, 4)), d) == 0);
  CHECK(wrong_product(fill_a(tensor<std::complex<double>, 2>(3, 4)), d) == 0);
  CHECK(wrong_product(fill_a(tensor<std::int8_t, 2>(3, 4)), fill_b(tensor<std::int16_t, 2>(4, 5))) == 0);
  CHECK(std::is_same_v<decltype(matmul(tensor<std::uint8_t, 2>(), tensor<std::uint8_t, 2>()))::value_type, int>);
}

TEST_CASE("matmul: operands with a factor, of types that the factor changes and does not") {
  auto const b = b45();
  auto const doubled = [](index_t i, index_t j) { return 2 * product(i, j, 4); };
  auto const small = filled(tensor<std::int8_t, 2>(3, 4), value_a);
  CHECK(differing(eval(matmul(std::int8_t(2) * small, b)), doubled) == 0);
  CHECK(differing(eval(matmul(a34() * 2.0, b)), doubled) == 0);
  CHECK(differing(eval(matmul(2 * filled(tensor<int, 2>(3, 4), value_a), b)), doubled) == 0);
  auto const z = filled(tensor<std::complex<double>, 2>(3, 4), value_a);
  CHECK(differing(eval(matmul(2.0 * z, b)), doubled) == 0);
  auto const by_i = eval(matmul(z * std::complex<double>(0, 2), b));
  CHECK(differing(by_i, [&](index_t i, index_t j) { return std::complex<double>(0, 2 * double(product(i, j, 4))); }) == 0);
  tensor<std::complex<double>, 2> c(3, 5), w(4, 5);
  c.fill({1, 1});
  w = b;
  auto const e = 2.0 * matmul(z, w) + 0.5 * c;
  CHECK(explain(c, e).temporaries == 0);
  c = e;
  CHECK(differing(c, [&](index_t i, index_t j) { return std::complex<double>(2.0 * double(product(i, j, 4)) + 0.5, 0.5); }) == 0);
}

TEST_CASE("matmul: old elements of the target") {
  double const nan = std::numeric_limits<double>::quiet_NaN();
  auto const a = a34();
  auto const b = b45();
  real_matrix c(shape(3, 5), nan);
  c = 2.0 * matmul(a, b);
  CHECK(differing(c, [](index_t i, index_t j) { return 2 * product(i, j, 4); }) == 0);
  c.fill(nan);
  c = matmul(a, b) + 0.0 * c;
  CHECK(std::isnan(c(1, 1)));
  c.fill(1.0);
  real_matrix n = a;
  n(0, 0) = nan;
  c = 0.0 * matmul(n, b) + c;
  CHECK(std::isnan(c(0, 4)));
  CHECK(c(1, 4) == 1.0);
}

TEST_CASE("matmul: what does not fit is an error with both shapes") {
  auto const a = a34();
  CHECK(message_of([&] { static_cast<void>(matmul(a, a)); }) ==
        "weft: matmul: shape (3,4) and shape (3,4): the last axis of the first and the first axis of the second differ");
  CHECK(message_of([&] { static_cast<void>(matmul(a, tensor<double, 1>(3))); })
            .find("shape (3,4) and shape (3):") != std::string::npos);
  CHECK_THROWS_AS(static_cast<void>(matmul(tensor<double>(shape(2, 3, 4)), a)), shape_error);
  CHECK_THROWS_AS(static_cast<void>(matmul(tensor<double>(shape(4)), tensor<double>(shape(3)))), shape_error);
  CHECK_THROWS_AS(static_cast<void>(dot(tensor<double, 1>(3), tensor<double, 1>(4))), shape_error);
  CHECK_THROWS_AS(static_cast<void>(dot(tensor<double>(shape(3, 1)), tensor<double>(shape(3)))), shape_error);
  real_matrix c(shape(3, 3), 7.0);
  CHECK_THROWS_AS(c(all, all) = matmul(a, b45()), shape_error);
  CHECK_THROWS_AS(c += matmul(a, b45()), shape_error);
  CHECK(differing(c, [](index_t, index_t) { return 7; }) == 0);
}

TEST_CASE("matmul: the memory of an operand that died is not read") {
  auto make = [] {
    real_matrix const a(3, 4);
    return matmul(a, real_matrix(4, 2));
  };
  auto const p = make();
  if (support::checked)
    CHECK_THROWS_AS(eval(p), layout_error);
  auto const kept = own(matmul(a34(), b45()));
  CHECK(differing(eval(kept), [](index_t i, index_t j) { return product(i, j, 4); }) == 0);
}
