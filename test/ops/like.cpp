#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/like.hpp>
#include <weft/ops/rearrange.hpp>

#include <complex>

#include <doctest/doctest.h>

using namespace weft;

TEST_CASE("zeros_like, ones_like, full_like, empty_like: shape, element type and order of a copy") {
  const tensor<double, 2> a{{1, 2, 3}, {4, 5, 6}};
  auto z = zeros_like(a);
  static_assert(std::same_as<decltype(z), tensor<double, 2>>);
  CHECK(z == tensor<double, 2>{{0, 0, 0}, {0, 0, 0}});
  z(1, 2) = 9; // a tensor of its own
  CHECK(a(1, 2) == 6);
  CHECK(ones_like(transpose(a)) == tensor<double, 2>{{1, 1}, {1, 1}, {1, 1}});
  CHECK(full_like(a, 7) == tensor<double, 2>{{7, 7, 7}, {7, 7, 7}});
  CHECK(empty_like(a(0, range(2, -1, -1))).shape() == shape(3));

  const tensor<float, fixed<2, 3>, column_major> f;
  static_assert(std::same_as<decltype(zeros_like(f)), tensor<float, fixed<2, 3>, column_major>>);
  static_assert(std::same_as<decltype(ones_like<int>(f)), tensor<int, fixed<2, 3>, column_major>>);
  static_assert(std::same_as<decltype(full_like(f + f, 1.0)), tensor<float, fixed<2, 3>, column_major>>);
  static_assert(std::same_as<decltype(empty_like(transpose(f))), tensor<float, fixed<3, 2>>>);
  CHECK(ones_like<int>(f) == tensor<int, 2>{{1, 1, 1}, {1, 1, 1}});
  CHECK(full_like<std::complex<double>>(a, 2) == full_like<std::complex<double>>(a, std::complex<double>(2, 0)));
  CHECK(full_like<bool>(a(0, all), true) == tensor<bool, 1>{true, true, true});

  const tensor<int> d(shape(2, 0, 3));
  CHECK(ones_like(d).shape() == shape(2, 0, 3));
  CHECK(zeros_like(tensor<int, 0>(5)) == tensor<int, 0>(0));
  const tensor<double> r(shape(2, 2), 3.0);
  CHECK(zeros_like<int>(r) == tensor<int, 2>{{0, 0}, {0, 0}});
}
