#include <weft/numerics/resample.hpp>

#include "samples.hpp"

#include <doctest/doctest.h>

#include <support/message.hpp>

#include <cmath>
#include <cstdint>
#include <limits>

using namespace weft;
using numerics::resample;
using numerics::resampling;
using samples::all_near;

namespace {

using matrix = tensor<double, 2>;
matrix const u{{1, 4, 2, 8, 5}, {7, 1, 3, 2, 6}, {0, -1, 2.5, 4, 9}, {3, 3, -2, 1, 0.5}};

} // namespace

// The expected values are products with matrices of areas and of hat functions, by NumPy.
TEST_CASE("resample: areas and bilinear, smaller and larger") {
  samples::turned_matrix const t(u);
  CHECK(all_near(resample(t.x, shape(3, 2)), matrix{{2.75, 5.15}, {1.95, 4.75}, {1.525, 1.575}}, 1e-13));
  CHECK(all_near(resample(u, shape(2, 7)),
                 matrix{{4, 3.1, 2.5, 2.5, 4.5, 5.2, 5.5}, {1.5, 1.2, 0.85, 0.25, 2.05, 3.4, 4.75}}, 1e-13));
  CHECK(all_near(resample(u, shape(3, 2), resampling::bilinear),
                 matrix{{3.125, 6.541666666666667}, {0.875, 4.125}, {2.375, 1.6041666666666659}}, 1e-13));
  matrix const large = resample(t.x, shape(6, 7), resampling::bilinear);
  CHECK(all_near(large(range(0, 4, 2), all),
                 matrix{{1, 2.7142857142857144, 3.4285714285714284, 2, 6.2857142857142865, 6.714285714285715, 5},
                        {35.0 / 6, 2.880952380952381, 1.3095238095238098, 35.0 / 12, 2.5, 4.119047619047619, 6.5}},
                 1e-13));
  CHECK(all_near(
      large(range(3, 6, 2), all),
      matrix{{7.0 / 6, 0.11904761904761851, 0.2619047619047619, 31.0 / 12, 3.357142857142857, 5.738095238095237, 8.5},
             {3, 3, 1.5714285714285707, -2, 0.14285714285714324, 0.7857142857142858, 0.5}},
      1e-13));
}

TEST_CASE("resample: channels, one axis, other types, the same and empty shapes") {
  tensor<double, 3> const colours = stack(2, u, 2.0 * u);
  tensor<double, 3> const small = resample(colours, shape(3, 2));
  CHECK(all_near(small(all, all, 1), matrix{{5.5, 10.3}, {3.9, 9.5}, {3.05, 3.15}}, 1e-13));
  CHECK(all_near(resample(u, shape(1))(0, all), tensor<double, 1>{2.75, 1.75, 1.375, 3.75, 5.125}));
  CHECK(all_near(resample(tensor<std::uint8_t, 1>{0, 255}, shape(1)), tensor<double, 1>{127.5}));
  CHECK(all_near(resample(tensor<float, 1>{1, 2, 3}, shape(6)), tensor<float, 1>{1, 1, 2, 2, 3, 3}, 1e-6));
  CHECK(all_near(resample(tensor<double, 1>{7}, shape(3), resampling::bilinear), tensor<double, 1>{7, 7, 7}));
  CHECK(resample(u, shape(4, 5)) == u);
  CHECK(resample(u, shape(0, 3)).shape() == shape(0, 3));
  tensor<double> const dynamic = u;
  CHECK(all_near(resample(dynamic, shape(3, 2)).as<2>(), matrix{{2.75, 5.15}, {1.95, 4.75}, {1.525, 1.575}}, 1e-13));
}

TEST_CASE("resample: what is refused") {
  CHECK(support::message_of([] { static_cast<void>(resample(matrix(0, 3), shape(1, 3))); }) ==
        "weft: resample: an empty axis cannot grow");
  CHECK(support::message_of([] { static_cast<void>(resample(u, shape(1, 3, 1))); }) ==
        "weft: resample: the new shape has more axes than the image");
  CHECK_THROWS_AS(static_cast<void>(resample(u, shape(-1, 3))), shape_error);
}

TEST_CASE("resample: floats are summed in double") {
  tensor<float, 1> const ones = weft::ones<float>(1000000);
  CHECK(std::abs(numerics::resample(ones, shape(1))(0) - 1.0F) < 1e-6F);
}

TEST_CASE("resample: NaN does not leak from an element that rounding makes a neighbour") {
  tensor<double, 1> line = weft::ones<double>(30);
  line(14) = std::numeric_limits<double>::quiet_NaN(); // element 11 of 22 begins at 15; 11 * (30.0 / 22) is less
  tensor<double, 1> const small = numerics::resample(line, shape(22));
  CHECK(std::isnan(small(10)));
  CHECK(samples::all_near(small(range(11, 22)), tensor<double, 1>(weft::ones<double>(11))));
}
