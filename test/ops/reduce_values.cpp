#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/tensor/memory.hpp>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include <doctest/doctest.h>

using namespace weft;

namespace {

template <class R>
std::vector<double> flat(R const& r) {
  std::vector<double> out;
  for (auto v : r)
    out.push_back(static_cast<double>(v));
  return out;
}

} // namespace

TEST_CASE("static axes keep static extents") {
  tensor<double, fixed<2, 3, 4>> a;
  a = 1.0;
  using all_sizes = extents<2, 3, 4>;
  static_assert(std::same_as<decltype(a)::extents_type, all_sizes>);
  static_assert(std::same_as<decltype(sum(a, axis<1>))::extents_type, extents<2, 4>>);
  static_assert(std::same_as<decltype(sum(a, axis<1>, keep_dims))::extents_type, extents<2, 1, 4>>);
  static_assert(std::same_as<decltype(min(a, axes<0, 2>))::extents_type, extents<3>>);
  static_assert(std::same_as<decltype(mean(a, axes<2, 0>, keep_dims))::extents_type, extents<1, 3, 1>>);
  static_assert(std::same_as<decltype(prod(a, axis<0>, axis<2>))::extents_type, extents<3>>);
  static_assert(std::same_as<decltype(argmax(a, axis<2>))::extents_type, extents<2, 3>>);
  static_assert(std::same_as<decltype(sum(a, axes<0, 1, 2>))::extents_type, extents<>>);
  static_assert(std::same_as<decltype(sum(a, 1))::extents_type, dims<2>>);
  static_assert(std::same_as<decltype(sum(a, 1, keep_dims))::extents_type, dims<3>>);
  tensor s = sum(a, axis<1>);
  CHECK(s(1, 3) == 3.0);
  CHECK(eval(sum(a, axes<0, 1, 2>))() == 24.0);
}

TEST_CASE("extents 0 and rank 0") {
  tensor<double, 2> none(0, 3), rows(3, 0);
  CHECK(sum(none) == 0.0);
  CHECK(prod(none) == 1.0);
  CHECK(all_of(none > 0.0));
  CHECK(none_of(none > 0.0));
  CHECK_FALSE(any_of(none > 0.0));
  CHECK(count(none > 0.0) == 0);
  CHECK(flat(eval(sum(none, 0))) == std::vector<double>{0, 0, 0});
  CHECK(flat(eval(prod(rows, 1))) == std::vector<double>{1, 1, 1});
  CHECK(eval(sum(none, 1)).shape() == shape(0));
  CHECK(eval(max(none, 1)).shape() == shape(0));
  CHECK(eval(argmin(rows, 0)).shape() == shape(0));
  CHECK_THROWS_WITH_AS(min(none), doctest::Contains("min"), shape_error);
  CHECK_THROWS_WITH_AS(eval(max(none, 0)), doctest::Contains("max"), shape_error);
  CHECK_THROWS_WITH_AS(mean(none), doctest::Contains("mean"), shape_error);
  CHECK_THROWS_WITH_AS(argmin(none), doctest::Contains("argmin"), shape_error);
  CHECK_THROWS_WITH_AS(eval(argmax(rows, 1)), doctest::Contains("argmax"), shape_error);
  tensor<double, 0> one = 2.5;
  CHECK(sum(one) == 2.5);
  CHECK(min(one) == 2.5);
  CHECK(argmax(one) == 0);
  CHECK(eval(sum(one, axes<>))() == 2.5);
}

TEST_CASE("axes that are not there, or named twice") {
  tensor<double, 2> a(2, 3);
  CHECK_THROWS_AS(sum(a, 2), index_error);
  CHECK_THROWS_AS(sum(a, -1), index_error);
  CHECK_THROWS_WITH_AS(sum(a, 1, 1), "weft: sum: axis 1 of a tensor of rank 2 is named twice", index_error);
  CHECK_THROWS_AS(argmax(a, 5), index_error);
}

TEST_CASE("the first of equals in logical order, and the first NaN, whatever the layout") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (index_t n = 1; n <= 70; ++n)
    for (index_t at = 0; at < n; ++at) {
      tensor<double, 1> a(n);
      for (index_t i = 0; i < n; ++i)
        a(i) = double((i * 7) % 5);
      a(at) = nan;
      a(n - 1) = nan;
      REQUIRE(std::isnan(min(a)));
      REQUIRE(std::isnan(max(a)));
      REQUIRE(argmin(a) == at);
      REQUIRE(argmax(a) == at);
      REQUIRE(argmax(reverse(a, 0)) == 0);
      tensor<double, 2> wide(n, 3);
      wide(at, 1) = nan;
      const tensor<double, 1> down = max(wide, 0);
      REQUIRE((!std::isnan(down(0)) && std::isnan(down(1))));
      REQUIRE(eval(argmin(wide, 0))(1) == at);
    }
  tensor<double, 2> flat_field(37, 41);
  CHECK(argmin(flat_field) == 0);
  CHECK(argmax(transpose(flat_field)) == 0);
  CHECK(argmax(reverse(flat_field, 1)) == 0);
  flat_field(3, 7) = flat_field(5, 2) = 1;
  CHECK(argmax(flat_field) == 3 * 41 + 7);
  CHECK(argmax(transpose(flat_field)) == 2 * 37 + 5);
  tensor<float, 1> f(100);
  f = -std::numeric_limits<float>::infinity();
  CHECK(max(f) == -std::numeric_limits<float>::infinity());
  CHECK(argmax(f) == 0);
}

TEST_CASE("the error of a sum grows with the logarithm of its length on every axis") {
  // Terms of mixed sign and size: the bound is relative to the sum of magnitudes. A running sum of floats is off by
  // hundreds of times as much.
  const index_t n = 1000000;
  std::mt19937 g(7);
  std::uniform_real_distribution<float> u(0.0f, 1.0f);
  tensor<float, 1> x(n);
  for (index_t i = 0; i < n; ++i)
    x(i) = u(g) * (i % 3 == 0 ? -1.0f : 1.0f) * (i % 1000 == 0 ? 100.0f : 1.0f);
  long double exact = 0, magnitude = 0;
  for (float v : x) {
    exact += static_cast<long double>(v);
    magnitude += static_cast<long double>(v < 0 ? -v : v);
  }
  // Blocks are at most 64 rows, or 64 values a lane; the 64 + log2(n) additions each round once.
  const long double eps = std::numeric_limits<float>::epsilon() / 2;
  const long double bound = (64 + 20) * eps * magnitude;
  const auto near = [&](double got) { return std::abs(static_cast<long double>(got) - exact) <= bound; };
  CHECK(near(sum(x)));
  CHECK(near(double(mean(x)) * double(n)));
  CHECK(near(sum(reverse(x, 0))));
  for (index_t width : {1, 3, 5}) {
    tensor<float, 2> down(n, width), across(width, n);
    for (index_t i = 0; i < n; ++i)
      for (index_t j = 0; j < width; ++j)
        down(i, j) = across(j, i) = x(i);
    CHECK(near(eval(sum(down, 0))(width - 1)));
    CHECK(near(eval(sum(across, 1))(width - 1)));
  }
  tensor<float, 3> middle(1000, 2, 1000);
  for (index_t i = 0; i < 1000; ++i)
    for (index_t j = 0; j < 1000; ++j)
      middle(i, 0, j) = middle(i, 1, j) = x(i * 1000 + j);
  CHECK(near(eval(sum(middle, axes<0, 2>))(1)));
  // Ones: exact, though a running float sum stops at 2^24.
  tensor<float, 1> ones_(index_t(1) << 25);
  ones_ = 1.0f;
  CHECK(sum(ones_) == 33554432.0f);
}
