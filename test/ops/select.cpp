#include <weft/ops/arithmetic.hpp>
#include <weft/ops/select.hpp>
#include <weft/tensor/tensor.hpp>

#include <functional>

#include <doctest/doctest.h>

using namespace weft;

TEST_CASE("map calls any callable, with several operands") {
  tensor<double, 2> a{{1, 2, 3}, {4, 5, 6}};
  tensor<double, 1> b{10, 20, 30};
  const double factor = 2;
  const tensor<double, 2> s = map([factor](double x, double y, double z) { return factor * x + y - z; }, a, b, 1.0);
  const std::function<double(double)> half = [](double x) { return x / 2; };
  const tensor<double, 2> h = map(half, a);
  double (*const twice)(double) = [](double x) { return 2 * x; };
  const tensor<double, 2> t = map(twice, a + 1.0);
  for (index_t i = 0; i < 2; ++i)
    for (index_t j = 0; j < 3; ++j) {
      const double x = double(i * 3 + j + 1);
      CHECK(s(i, j) == 2 * x + double(j + 1) * 10 - 1);
      CHECK(h(i, j) == x / 2);
      CHECK(t(i, j) == 2 * (x + 1));
    }
  const auto to_int = map([](double x) { return int(x); }, a);
  static_assert(std::same_as<decltype(to_int)::value_type, int>);
}

TEST_CASE("where chooses, with scalars on either side") {
  tensor<double, 1> a{-1, 2, -3, 4};
  const tensor<double, 1> positive = where(a > 0.0, a, 0), negative = where(a > 0.0, 0.0, a),
                          signs = where(a > 0.0, 1.0, -1.0);
  const double x[] = {-1, 2, -3, 4};
  for (index_t i = 0; i < 4; ++i) {
    CHECK(positive(i) == (x[i] > 0 ? x[i] : 0));
    CHECK(negative(i) == (x[i] > 0 ? 0 : x[i]));
    CHECK(signs(i) == (x[i] > 0 ? 1 : -1));
  }
  tensor<float, 1> f{1, 2};
  static_assert(std::same_as<decltype(where(f > 1.0f, f, 0.0))::value_type, float>);
  tensor<bool, 2> mask{{true}, {false}};
  tensor<int, 1> n{1, 2, 3};
  const tensor<int, 2> m = where(mask, n, -n);
  CHECK(m(0, 2) == 3);
  CHECK(m(1, 1) == -2);
}

TEST_CASE("cast is static_cast") {
  tensor<double, 1> a{1.9, -1.9, 300.5};
  const tensor<int, 1> n = cast<int>(a);
  CHECK(n(0) == 1);
  CHECK(n(1) == -1);
  CHECK(cast<float>(a)(0) == 1.9f);
  tensor<int, 1> wide{300, -1};
  CHECK(cast<unsigned char>(wide)(0) == 44);
  CHECK(cast<unsigned char>(wide)(1) == 255);
  CHECK(cast<bool>(wide)(0));
  CHECK(cast<std::complex<double>>(wide)(1) == std::complex<double>(-1, 0));
  CHECK(cast<std::complex<float>>(a)(0) == std::complex<float>(1.9f, 0)); // without a warning that it narrows
}
