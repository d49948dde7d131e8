#include <weft/grad/dual.hpp>
#include <weft/numerics/spline.hpp>

#include "samples.hpp"

#include <doctest/doctest.h>

#include <support/message.hpp>

#include <cmath>
#include <limits>

using namespace weft;
using numerics::cubic_spline;
using numerics::pchip;
using numerics::spline_ends;
using samples::all_near;

namespace {

using vector = tensor<double, 1>;
vector const x{0, 0.5, 1.5, 1.75, 3, 4}, y{1, 4, 2, 8, 5, -1}, t{-0.5, 0, 0.25, 1.6, 2.9, 3, 4, 4.5};

void check_spline(numerics::piecewise_cubic const& s, vector const& values, vector const& slopes, double integral) {
  CHECK(all_near(vector(s(t)), values, 1e-13));
  CHECK(all_near(vector(s(t, 1)), slopes, 1e-13));
  CHECK(s.integral(0.25, 3.5) == doctest::Approx(integral).epsilon(1e-13));
}
vector first(index_t n, spline_ends ends) {
  return cubic_spline(x(range(0, n)), y(range(0, n)), {.ends = ends})(t);
}

} // namespace

// The expected values are SciPy's.
TEST_CASE("cubic_spline: values, derivatives and integrals for each kind of ends") {
  check_spline(
      cubic_spline(x, y),
      {-22.778459881529344, 1, 4.248317178244481, 4.28976284329564, 6.4470082929456165, 5, -1, 11.479483037156713},
      {77.39127625201937, 22.250511577813676, 4.868012924071083, 25.02955735056543, -14.35051803984922,
       -14.508777598276795, 10.595799676898237, 41.343887991383994},
      16.947352640908278);
  check_spline(cubic_spline(x, y, {.ends = spline_ends::natural}),
               {-2, 1, 3.2029112377850164, 4.281919218241045, 6.104446384364824, 5, -1, -3.1603420195439744},
               {-1.4977198697068417, 9.74885993485342, 6.937214983713355, 25.132429967426717, -11.505313355048848,
                -10.478175895765471, -3.7609120521172645, -5.440228013029316},
               17.24052957043974);
  check_spline(
      cubic_spline(x, y, {.ends = spline_ends::clamped}),
      {14.17425589485891, 1, 2.385890993428682, 4.2593258600695805, 6.200112995747968, 5, -1, 0.6558562040974085},
      {-62.87127947429455, 0, 8.543563973714726, 25.097023579435643, -12.317746269810591, -11.58438345574024, 0,
       6.727328952454581},
      17.458348231542328);
  vector closed = y;
  closed(5) = 1;
  auto const s = cubic_spline(x, closed, {.ends = spline_ends::periodic});
  check_spline(s, {0.805116118647965, 1, 2.8883134053805475, 4.270679788457119, 6.197342395953097, 5, 1, 4},
               {-4.609404460795584, 5.99834444699931, 7.554081398022534, 25.100931708438722, -12.286507794895371,
                -11.56072660381697, 5.99834444699931, -0.21467003908944626},
               17.353907148194992);
  CHECK(s.integral(-2, 9.5) == doctest::Approx(50.41266555530008).epsilon(1e-13));
  CHECK(all_near(vector(cubic_spline(x, y, {.ends = spline_ends::clamped, .first_slope = 2, .last_slope = -3})(t)),
                 vector{10.860378817162736, 1, 2.5537736760726713, 4.266415925782763, 6.126431202164667, 5, -1,
                        -2.396617703904134},
                 1e-13));
}

TEST_CASE("cubic_spline: two to four points") {
  vector const line{-2, 1, 2.5, 10.6, 18.4, 19, 25, 28};
  CHECK(all_near(first(2, spline_ends::not_a_knot), line));
  CHECK(all_near(first(2, spline_ends::natural), line));
  CHECK(all_near(first(3, spline_ends::not_a_knot),
                 vector{-14.0 / 3, 1, 17.0 / 6, 1.213333333333332, -18.72, -21, -149.0 / 3, -68}, 1e-13));
  CHECK(all_near(first(3, spline_ends::natural), vector{-2, 1, 2.75, 1.536, 2.784, 4, 32, 60}, 1e-13));
  CHECK(all_near(first(4, spline_ends::not_a_knot), vector{-19.6, 1, 4, 3.8416, 126.7904, 147, 473, 738.4}, 1e-13));
  CHECK(all_near(first(4, spline_ends::natural),
                 vector{-2, 1, 3.1634615384615383, 4.0824615384615415, -41.085538461538405, -61.2307692307692,
                        -533.3846153846152, -1017.5384615384612},
                 1e-13));
  auto const wave = [](vector const& values) {
    return vector(cubic_spline(x(range(0, values.extent(0))), values, {.ends = spline_ends::periodic})(t));
  };
  CHECK(all_near(wave({1, 4, 1}), vector{2.5, 1, 2.5, 1.456, 0.868, 1, 2.5, 1}, 1e-13));
  CHECK(all_near(wave({1, 4, 2, 1}), vector{3.4375, 1, 2.125, 1.432, 3.9285, 3.4375, 4, 4.5}, 1e-13));
  CHECK(all_near(wave({2, 2}), vector{2, 2, 2, 2, 2, 2, 2, 2}));
}

TEST_CASE("piecewise_cubic: higher derivatives, floats, numbers, duals, expressions that outlive it") {
  auto const s = cubic_spline(x, y);
  CHECK(s(0.25, 2) == doctest::Approx(-55.946149703823366));
  CHECK(s(1.6F, 3) == doctest::Approx(-558.8058158319877));
  CHECK(s(0.25, 4) == 0);
  CHECK(s.integral(3.5, -1) == doctest::Approx(10.811584544964987));
  CHECK(s(grad::dual<double>(0.25, 1)).tangent[0] == doctest::Approx(4.868012924071083));
  CHECK(std::isnan(s(std::numeric_limits<double>::quiet_NaN())));
  auto const kept = cubic_spline(1.0 * x, reverse(reverse(y, 0), 0))(reverse(t, 0));
  CHECK(vector(kept)(5) == doctest::Approx(4.248317178244481));
  tensor<float, 2> const f = s(tensor<float, 2>{{0.25F}, {4}});
  CHECK(all_near(f, tensor<float, 2>{{4.2483172F}, {-1}}, 1e-6));
  CHECK(vector(s(vector(0))).size() == 0);
  CHECK(s.grid().extent(0) == 6);
  CHECK(s.coefficients()(2, 3) == 2);
  numerics::piecewise_cubic const parabola(vector{0, 2}, tensor<double, 2>{{0, 1, 0, 0}});
  CHECK(parabola(3.0) == 9);
}

TEST_CASE("pchip: SciPy's values, no extrema between points, two points") {
  check_spline(pchip(x, y),
               {-1.3333333333333321, 1, 3.0416666666666665, 4.112, 5.349402838709678, 5, -1, -4.856451612903226},
               {-2.6666666666666714, 8.666666666666666, 6.833333333333334, 34.56, -3.4957625806451604,
                -3.4838709677419355, -7.6, -7.596774193548388},
               15.680247535842293);
  CHECK(all_near(vector(pchip(x, vector{0, 1, 1, 2, 2.5, 9})(t)),
                 vector{-1.0 / 3, 0, 2.0 / 3, 1.330666666666667, 2.4315082954741642, 2.5, 9, 13.154675360710321},
                 1e-13));
  CHECK(all_near(vector(pchip(x(range(0, 2)), y(range(0, 2)))(t)), vector{-2, 1, 2.5, 10.6, 18.4, 19, 25, 28}, 1e-13));
}

TEST_CASE("cubic_spline, pchip: what is refused") {
  using support::message_of;
  CHECK(message_of([] { static_cast<void>(cubic_spline(x, t)); }) ==
        "weft: cubic_spline: x and y are vectors of one length, which is 2 or more");
  CHECK(message_of([] { static_cast<void>(pchip(vector{1}, vector{1})); }) ==
        "weft: pchip: x and y are vectors of one length, which is 2 or more");
  CHECK(message_of([] { static_cast<void>(pchip(reverse(x, 0), y)); }) ==
        "weft: pchip: the numbers of a grid are finite, and each is larger than the one before");
  CHECK(message_of([] { static_cast<void>(cubic_spline(x, y, {.ends = spline_ends::periodic})); }) ==
        "weft: cubic_spline: the first and last values of a periodic spline are the same");
  CHECK(message_of([] { static_cast<void>(cubic_spline(x, y)(t, -1)); }) ==
        "weft: piecewise_cubic: the number of a derivative is negative");
  CHECK_THROWS_AS(numerics::piecewise_cubic(vector{0, 1}, tensor<double, 2>(1, 3)), shape_error);
}
