#include <weft/ops/equal.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/tensor/tensor.hpp>

#include <complex>
#include <limits>

#include <doctest/doctest.h>

using namespace weft;

TEST_CASE("tensors are equal if shapes and all elements are") {
  tensor<double, 2> a{{1, 2}, {3, 4}}, b = a;
  static_assert(std::same_as<decltype(a == b), bool>);
  CHECK(a == b);
  CHECK(a + 1.0 == 1.0 + b);
  CHECK(transpose(transpose(a)) == b);
  b(1, 1) = 5;
  CHECK(a != b);
  CHECK_FALSE(a == b);
  tensor<double, 2> row{{1, 2}};
  tensor<double, 1> flat{1, 2};
  CHECK(row != flat); // they broadcast, but their shapes differ
  tensor<double> dynamic = a;
  CHECK(dynamic == a);
  CHECK(a == tensor<int, 2>{{1, 2}, {3, 4}});
  CHECK(tensor<double, 2>(0, 3) == tensor<double, 2>(0, 3));
  CHECK(tensor<double, 2>(0, 3) != tensor<double, 2>(3, 0));
  b(1, 1) = std::numeric_limits<double>::quiet_NaN();
  CHECK(b != b);
  CHECK(tensor<double, 0>(1.5) == tensor<double, 0>(1.5));
}

TEST_CASE("all_close knows infinities and NaN") {
  const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  tensor<double, 1> a{1, inf, -inf}, b{1 + 1e-9, inf, -inf};
  CHECK(all_close(a, b));
  CHECK_FALSE(all_close(a, -b));
  CHECK_FALSE(all_close(tensor<double, 1>{nan}, tensor<double, 1>{nan}));
  CHECK_FALSE(all_close(tensor<double, 1>{1}, tensor<double, 1>{inf}));
  CHECK_FALSE(all_close(tensor<double, 1>{inf}, tensor<double, 1>{1}));
  CHECK_FALSE(all_close(tensor<double, 1>{1}, tensor<double, 1>{1.1}));
  CHECK(all_close(tensor<double, 1>{1}, tensor<double, 1>{1.1}, 0.2));
  CHECK(all_close(tensor<double, 2>{{1, 1}, {1, 1}}, 1.0));
  CHECK(all_close(tensor<double, 1>{0}, tensor<double, 1>{1e-9}));
  CHECK_FALSE(all_close(tensor<double, 1>{0}, tensor<double, 1>{1e-9}, 1e-5, 0));
  CHECK(all_close(tensor<unsigned, 1>{1}, tensor<unsigned, 1>{2}, 0, 1));
  CHECK(all_close(tensor<float, 1>{1}, 1));
}

TEST_CASE("isclose is a mask, broadcasts, and is not symmetric") {
  const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  const tensor<double, 1> a{1, 1 + 1e-6, 1.1, inf, -inf, nan, inf, 0}, b{1, 1, 1, inf, inf, nan, 1, 1e-9};
  const bool expected[] = {true, true, false, true, false, false, false, true};
  const tensor<bool, 1> m = isclose(a, b), n = isclose(a, b, 0.0, 0.0);
  for (index_t i = 0; i < 8; ++i) {
    CHECK(m(i) == expected[i]);
    CHECK(n(i) == (i == 0 || i == 3));
  }
  CHECK(isclose(tensor<double, 1>{100}, 110.0, 0.095)(0)); // rtol counts for the second one
  CHECK_FALSE(isclose(tensor<double, 1>{110}, 100.0, 0.095)(0));
  const tensor<double, 2> column{{1}, {2}};
  CHECK(isclose(column, b, 0, 1.0)(1, 0));
  CHECK_THROWS_WITH_AS(isclose(a, tensor<double, 1>(3)), doctest::Contains("isclose"), shape_error);
  CHECK_THROWS_WITH_AS(all_close(a, tensor<double, 1>(3)), doctest::Contains("all_close"), shape_error);
  const tensor<std::complex<double>, 1> z{{1, 1e-9}, {nan, 0}};
  CHECK(isclose(z, 1.0)(0));
  CHECK_FALSE(isclose(z, z)(1));
  const tensor<int, 1> i{100};
  CHECK(isclose(i, 101, 0.01)(0));
  CHECK_FALSE(isclose(101, i, 0.005)(0));
}

TEST_CASE("same_shape_and_type looks at no element") {
  tensor<double, 2> a(2, 3), b(2, 3), c(3, 2);
  tensor<float, 2> f(2, 3);
  CHECK(same_shape_and_type(a, b));
  CHECK_FALSE(same_shape_and_type(a, c));
  CHECK_FALSE(same_shape_and_type(a, f));
}
