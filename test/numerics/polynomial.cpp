#include <weft/grad/dual.hpp>
#include <weft/numerics/polynomial.hpp>

#include "samples.hpp"

#include <doctest/doctest.h>

#include <support/message.hpp>

#include <algorithm>
#include <complex>
#include <limits>
#include <type_traits>

using namespace weft;
using samples::all_near;

namespace {

using vector = tensor<double, 1>;
vector const x{-1, 0, 0.5, 2, 3.5, 4}, y{1, 0.25, -1, 2, 5, 11};

} // namespace

// The expected values are NumPy's.
TEST_CASE("polyfit: NumPy's coefficients of one right side and two, by views, of integers and floats") {
  vector const wanted{0.8321717091715513, -0.8212973229843202, -0.3726793917313475};
  CHECK(all_near(numerics::polyfit(x, y, 2), wanted, 1e-13));
  CHECK(all_near(numerics::polyfit(reverse(x, 0), reverse(y, 0), 2), wanted, 1e-13));
  CHECK(all_near(numerics::polyfit(x, y, 0), vector{3.0416666666666674}));
  CHECK(all_near(
      numerics::polyfit(x, y, 5),
      vector{0.18276014109347502, -1.309744268077612, 2.4181547619048116, 1.1389440035272798, -3.521715167548556, 0.25},
      1e-11));
  tensor<double, 2> const both = stack(1, y, -2.0 * y + x);
  CHECK(all_near(numerics::polyfit(x, both, 1),
                 tensor<double, 2>{{1.83125, -2.6625}, {0.2947916666666662, -0.5895833333333342}}, 1e-13));
  CHECK(all_near(numerics::polyfit(x(range(0, 2)), y(range(0, 2)), 2), vector{0.375, -0.375, 0.25})); // of least norm
  CHECK(
      all_near(numerics::polyfit(tensor<int, 1>{0, 1, 2}, tensor<float, 1>{1, 3, 5}, 1), tensor<float, 1>{2, 1}, 1e-5));
  CHECK(all_near(numerics::polyfit(vector{0, 0}, vector{1, 3}, 1), vector{0, 2})); // a column of zeros
}

TEST_CASE("polyfit: what is refused") {
  CHECK(support::message_of([] { static_cast<void>(numerics::polyfit(x, y, -1)); }) ==
        "weft: polyfit: the degree is negative");
  CHECK_THROWS_AS(static_cast<void>(numerics::polyfit(x, y(range(0, 4)), 1)), shape_error);
}

TEST_CASE("polyval: numbers, operands, duals, no coefficients") {
  vector const p{2, -1, 0.5};
  CHECK(all_near(vector(numerics::polyval(p, x)), vector{3.5, 0.5, 0.5, 6.5, 21.5, 28.5}));
  vector const turned{0.5, -1, 2};
  CHECK(all_near(vector(numerics::polyval(reverse(turned, 0), reverse(x, 0))), vector{28.5, 21.5, 6.5, 0.5, 0.5, 3.5}));
  CHECK(numerics::polyval(p, 2.0) == 6.5);
  auto const kept = numerics::polyval(vector{1, 1}, 2.0 * x);
  CHECK(vector(kept)(5) == 9);
  CHECK(all_near(tensor<float, 1>(numerics::polyval(tensor<int, 1>{1, 0}, tensor<float, 1>{0.5F})),
                 tensor<float, 1>{0.5F}));
  CHECK(all_near(vector(numerics::polyval(vector(0), x)), vector{0, 0, 0, 0, 0, 0}));
  grad::dual<double> const d = numerics::polyval(p, grad::dual<double>(2, 1));
  CHECK(d.tangent[0] == 7);
  CHECK(numerics::polyval(p, std::complex<double>(0, 1)) == std::complex<double>(-1.5, -1));
}

TEST_CASE("polyder, polyint") {
  CHECK(numerics::polyder(vector{3, 2, 1, 7}, 2) == vector{18, 4});
  CHECK(numerics::polyder(tensor<int, 1>{3, 2, 1}) == vector{6, 2});
  CHECK(numerics::polyder(vector{7}) == vector{0});
  CHECK(numerics::polyder(vector{7}, 0) == vector{7});
  CHECK(all_near(numerics::polyint(vector{3, 2, 1}, 2, 4), vector{0.25, 1.0 / 3, 0.5, 4, 4}));
  CHECK(numerics::polyint(vector(0)) == vector{0});
  CHECK_THROWS_AS(static_cast<void>(numerics::polyder(x, -1)), error);
  CHECK_THROWS_AS(static_cast<void>(numerics::polyint(x, -1)), error);
}

TEST_CASE("roots: real, complex, zeros at both ends, none") {
  auto r = numerics::roots(vector{0, 1, -6, 11, -6, 0});
  REQUIRE(r.extent(0) == 4);
  std::sort(r.begin(), r.end(), [](auto a, auto b) { return a.real() < b.real(); });
  CHECK(all_near(tensor<double, 1>(real(r)), vector{0, 1, 2, 3}, 1e-13));
  CHECK(all_near(tensor<double, 1>(imag(r)), vector{0, 0, 0, 0}, 1e-13));
  auto c = numerics::roots(reverse(vector{2, 5, 2, 1}, 0));
  std::sort(c.begin(), c.end(), [](auto a, auto b) { return a.imag() < b.imag(); });
  CHECK(all_near(tensor<double, 1>(real(c)), vector{-0.7665884174654607, -0.4668231650690811, -0.7665884174654607},
                 1e-13));
  CHECK(all_near(tensor<double, 1>(imag(c)), vector{-1.9226595474796775, 0, 1.9226595474796775}, 1e-13));
  CHECK(numerics::roots(vector{5}).extent(0) == 0);
  CHECK(numerics::roots(vector{0, 0}).extent(0) == 0);
  CHECK(numerics::roots(vector(0)).extent(0) == 0);
  CHECK_THROWS_AS(static_cast<void>(numerics::roots(vector{1, std::numeric_limits<double>::infinity()})), linalg_error);
}

TEST_CASE("polyval: real coefficients at complex places of another precision") {
  std::complex<float> const i(0, 1);
  auto const value = numerics::polyval(tensor<double, 1>{2, 0, 1}, i); // 2 i^2 + 1
  static_assert(std::is_same_v<decltype(value), std::complex<double> const>);
  CHECK(value == std::complex<double>(-1, 0));
}
