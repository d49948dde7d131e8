#include <weft/grad/dual.hpp>
#include <weft/numerics/interp.hpp>

#include "samples.hpp"

#include <doctest/doctest.h>

#include <support/message.hpp>

#include <cmath>
#include <limits>

using namespace weft;
using numerics::interp;
using samples::all_near;

namespace {

using vector = tensor<double, 1>;
vector const xp{0, 0.5, 1.5, 1.75, 3, 4}, fp{1, 4, 2, 8, 5, -1}, t{-0.5, 0, 0.25, 1.6, 2.9, 3, 4, 4.5};

} // namespace

// The expected values are NumPy's.
TEST_CASE("interp: inside, outside, values for outside, views of all operands") {
  vector const wanted{1, 1, 2.5, 4.4, 5.24, 5, -1, -1};
  CHECK(all_near(vector(interp(t, xp, fp)), wanted));
  vector r(17);
  r(range(16, 0, -2)) = interp(reverse(reverse(t, 0), 0), reverse(vector{4, 3, 1.75, 1.5, 0.5, 0}, 0), 1.0 * fp);
  CHECK(all_near(reverse(r, 0)(range(0, 16, 2)), wanted));
  CHECK(r(1) == 0);
  CHECK(all_near(vector(interp(t, xp, fp, {.left = -7.0, .right = 9.0})), vector{-7, 1, 2.5, 4.4, 5.24, 5, -1, 9}));
  double const none = std::numeric_limits<double>::quiet_NaN();
  CHECK(std::isnan(interp(-1.0, xp, fp, {.left = none})));
  CHECK(std::isnan(interp(none, xp, fp)));
  CHECK(interp(1.6, xp, fp) == doctest::Approx(4.4));
  CHECK(tensor<float, 2>(interp(tensor<float, 2>{{0.25F}, {3}}, xp, fp)) == tensor<float, 2>{{2.5F}, {5}});
  CHECK(vector(interp(tensor<int, 1>{3, 7}, tensor<int, 1>{0, 4}, tensor<int, 1>{0, 2})) == vector{1.5, 2});
  CHECK(vector(interp(vector(0), xp, fp)).size() == 0);
}

TEST_CASE("interp: a period, one point, infinite values beside a point") {
  vector const angles{190, -190, 350, -350, 0}, values{5, 10, 3, 4, 2};
  CHECK(all_near(vector(interp(vector{-185, 5, 80, 355, 725}, angles, values, {.period = 360})),
                 vector{8.75, 3, 6.625, 2.5, 3}));
  vector const one{2}, seven{7};
  CHECK(vector(interp(vector{1, 2, 3}, one, seven, {.left = 0.0})) == vector{0, 7, 7});
  double const infinity = std::numeric_limits<double>::infinity();
  CHECK(vector(interp(vector{0, 1}, vector{0, 1}, vector{infinity, 3})) == vector{infinity, 3});
  CHECK(interp(grad::dual<double>(1.6, 1), xp, fp).tangent[0] == 24);
  CHECK(interp(grad::dual<double>(9, 1), xp, fp).tangent[0] == 0);
}

TEST_CASE("interp: what is refused") {
  CHECK(support::message_of([] { static_cast<void>(interp(t, xp, t)); }) ==
        "weft: interp: xp and fp are vectors of one length, which is not 0");
  CHECK_THROWS_AS(static_cast<void>(interp(t, vector(0), vector(0))), shape_error);
  CHECK_THROWS_AS(static_cast<void>(interp(t, reverse(xp, 0), fp)), error);
  auto const kept = interp(t, vector{0, 1}, vector{0, 1});
  CHECK(vector(kept)(2) == 0.25);
}

TEST_CASE("interp: the magnitude of a period counts, and it is finite") {
  tensor<double, 1> const points{0, 1, 2}, values{3, 5, 4}, at{-1, 7, 2.5};
  tensor<double, 1> const want{4, 5, 3.5}, found = numerics::interp(at, points, values, {.period = -3});
  CHECK(samples::all_near(found, want));
  for (double const period : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    CHECK(support::message_of([&] { (void)numerics::interp(at, points, values, {.period = period}); }) ==
          "weft: interp: the period is a finite number");
}
