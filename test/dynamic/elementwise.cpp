#include <support/untyped.hpp>

#include <weft/dynamic/elementwise.hpp>
#include <weft/ops/classify.hpp>
#include <weft/ops/complex.hpp>
#include <weft/ops/reduce.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>

using namespace weft;
using namespace untyped;

TEST_CASE("nan_to_num of an any_tensor: NaN and infinities of every floating type, of any strides") {
  double const inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double top = (std::numeric_limits<double>::max)();
  any_tensor const u(tensor<double, 1>{nan, inf, -inf, -0.5, 2});
  CHECK(nan_to_num(u) == any_tensor(tensor<double, 1>{0, top, -top, -0.5, 2}));
  CHECK(nan_to_num(reverse(u, 0), 7) == any_tensor(tensor<double, 1>{2, -0.5, -top, top, 7}));
  CHECK(nan_to_num(u, 1, 20, -30) == any_tensor(tensor<double, 1>{1, 20, -30, -0.5, 2}));
  constexpr float high = (std::numeric_limits<float>::max)();
  any_tensor const single = cast(u, dtype::float32);
  CHECK(nan_to_num(single) == any_tensor(tensor<float, 1>{0, high, -high, -0.5F, 2}));
  any_tensor const z(tensor<std::complex<float>, 1>{{float(nan), 1}, {2, -float(inf)}});
  CHECK(nan_to_num(z) == any_tensor(tensor<std::complex<float>, 1>{{0, 1}, {2, -high}}));
  any_tensor const whole(tensor<std::int8_t, 1>{1, -2});
  CHECK(nan_to_num(whole) == whole);
  CHECK(nan_to_num(any_tensor(dtype::float64, shape(0, 2))).shape() == shape(0, 2));
}

TEST_CASE("polar of any_tensors: magnitudes and angles that broadcast") {
  double const quarter = std::acos(0.0), inf = std::numeric_limits<double>::infinity();
  any_tensor const radius(tensor<double, 1>{1, 2, -3});
  any_tensor const made = polar(radius, any_tensor(tensor<double, 2>{{0}, {quarter}}));
  CHECK(made.dtype() == dtype::complex128);
  CHECK(made.shape() == shape(2, 3));
  auto const v = made.as<std::complex<double>, 2>();
  tensor<double, 1> const r{1, 2, -3};
  for (index_t j = 0; j < 3; ++j) {
    CHECK(v(0, j) == std::complex<double>(r(j), 0));
    CHECK(std::abs(v(1, j) - std::complex<double>(0, r(j))) < 1e-15);
  }
  CHECK(polar(any_tensor(tensor<float, 1>{2}), any_tensor(tensor<double, 1>{0})).dtype() == dtype::complex128);
  CHECK(polar(any_tensor(tensor<float, 1>{2}), 0.0) == any_tensor(tensor<std::complex<float>, 1>{{2, 0}}));
  CHECK(polar(any_tensor(tensor<int, 1>{2}), 0) == any_tensor(tensor<std::complex<double>, 1>{{2, 0}}));
  CHECK(polar(inf, any_tensor(tensor<double, 1>{0})) == any_tensor(tensor<std::complex<double>, 1>{{inf, 0}}));
  CHECK_THROWS_AS((void)polar(radius, any_tensor(dtype::float64, shape(2))), shape_error);
  CHECK_THROWS_AS((void)polar(radius, any_tensor(dtype::complex64, shape(3))), dtype_error);
}

TEST_CASE("minmax of an any_tensor") {
  any_tensor const u(tensor<std::int16_t, 2>{{3, -1}, {2, 7}});
  auto const [lo, hi] = minmax(u);
  CHECK(int(lo) == -1);
  CHECK(int(hi) == 7);
  auto const [least, most] = minmax(u + 1, 0);
  CHECK(any_tensor(least) == any_tensor(tensor<int, 1>{3, 0}));
  CHECK(any_tensor(most) == any_tensor(tensor<int, 1>{4, 8}));
}
