#include <weft/numerics/unwrap.hpp>

#include "samples.hpp"

#include <doctest/doctest.h>

#include <support/message.hpp>

#include <limits>

using namespace weft;
using numerics::unwrap;
using samples::all_near;

// The expected values are NumPy's.
TEST_CASE("unwrap: NumPy's values, along both axes and through views") {
  double const pi = 3.14159265358979323846;
  tensor<double, 1> const p{0.5, 3, -3, -0.5, 2.5, -2.6, 0.1, 7, 20, 3.5, 3.5 + pi, 3.5};
  tensor<double, 1> const wanted{0.5,
                                 3,
                                 3.2831853071795862,
                                 5.783185307179586,
                                 8.783185307179586,
                                 9.966370614359173,
                                 12.666370614359172,
                                 13.283185307179586,
                                 13.716814692820414,
                                 16.066370614359172,
                                 19.207963267948966,
                                 16.066370614359172};
  CHECK(all_near(tensor<double, 1>(unwrap(p)), wanted));
  tensor<double, 2> const a{{0, 2, 4, 1, 3}, {9, 1, 2, 3, -3}};
  samples::turned_matrix t(a);
  CHECK(all_near(tensor<double, 2>(unwrap(t.x, 5)), tensor<double, 2>{{0, 2, 4, 6, 8}, {9, 11, 12, 13, 12}}));
  t.x(ellipsis) = unwrap(t.x, 5, 0);
  CHECK(all_near(t.x, tensor<double, 2>{{0, 2, 4, 1, 3}, {-1, 1, 2, 3, 2}}));
  CHECK(all_near(tensor<float, 1>(unwrap(tensor<float, 1>{0, 4, 1}, 5)), tensor<float, 1>{0, -1, 1}));
  CHECK(all_near(tensor<double, 1>(unwrap(tensor<int, 1>{0, 4, 1}, 5)), tensor<double, 1>{0, -1, 1}));
}

TEST_CASE("unwrap: no samples, one, and an axis that is not there") {
  CHECK(tensor<double, 1>(unwrap(tensor<double, 1>(0))).size() == 0);
  CHECK(all_near(tensor<double, 1>(unwrap(tensor<double, 1>{7.0})), tensor<double, 1>{7.0}));
  CHECK(tensor<double, 2>(unwrap(tensor<double, 2>(3, 0))).shape() == shape(3, 0));
  CHECK_THROWS_AS(static_cast<void>(unwrap(tensor<double, 1>(3), 5, 1)), index_error);
}

TEST_CASE("unwrap: unsigned phases, and periods that are refused") {
  CHECK(samples::all_near(tensor<double, 1>(numerics::unwrap(tensor<unsigned, 1>{359, 0, 2}, 360)),
                          tensor<double, 1>{359, 360, 362}));
  double const none = std::numeric_limits<double>::quiet_NaN();
  for (double const period : {0.0, -1.0, none, std::numeric_limits<double>::infinity()})
    CHECK(support::message_of([&] { (void)numerics::unwrap(tensor<double, 1>{0, 4}, period); }) ==
          "weft: unwrap: the period is a positive finite number");
}
