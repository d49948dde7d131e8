#include <weft/numerics/gradient.hpp>

#include "samples.hpp"

#include <doctest/doctest.h>

#include <support/message.hpp>

using namespace weft;
using numerics::gradient;
using samples::all_near;

namespace {

tensor<double, 2> const y{{1, 4, 2, 8, 5}, {7, 1, 3, 2, 6}, {0, -1, 2.5, 4, 9}};
tensor<double, 1> const x{0, 0.5, 1.5, 1.75, 3}, z{2, 1, -1};
using matrix = tensor<double, 2>;
matrix const by_columns{
    {-6, 3, -1, 6, -1}, {-17.0 / 6, 7.0 / 3, -7.0 / 12, 11.0 / 3, -7.0 / 6}, {3.5, 1, 0.25, -1, -1.5}};

} // namespace

// The expected values are NumPy's.
TEST_CASE("gradient: distances, grids, axes, views") {
  samples::turned_matrix t(y);
  for (auto const& v : {view<double const, 2>(y), view<double const, 2>(t.x)}) {
    CHECK(all_near(matrix(gradient(v, 0.5)), matrix{{6, 1, 4, 3, -6}, {-12, -4, 1, 3, 8}, {-2, 2.5, 5, 6.5, 10}}));
    CHECK(all_near(
        matrix(gradient(v, x)),
        matrix{{6, 10.0 / 3, 18.8, 19.6, -2.4}, {-12, -22.0 / 3, -2.8, -2.8, 3.2}, {-2, -1.0 / 6, 5.5, 17.0 / 3, 4}}));
    CHECK(all_near(matrix(gradient(v, z, 0)), by_columns));
  }
  tensor<double> const dynamic = y;
  CHECK(all_near(matrix(gradient(dynamic, z, 0)), by_columns));
  CHECK(all_near(matrix(gradient(y(range(0, 2), all), z(range(0, 2)), 0)),
                 matrix{{-6, 3, -1, 6, -1}, {-6, 3, -1, 6, -1}}));
  CHECK(all_near(tensor<float, 1>(gradient(tensor<float, 1>{1, 4, 2}, 2)), tensor<float, 1>{1.5F, 0.25F, -1}, 1e-7));
  t.x(ellipsis) = gradient(t.x, z, 0);
  CHECK(all_near(t.x, by_columns));
  CHECK(t.memory(0, 0) == 1e30);
}

TEST_CASE("gradient: grids of whole numbers, and grids of the shape of the values") {
  tensor<int, 1> const places{2, 1, -1};
  CHECK(all_near(matrix(gradient(y, places, 0)), by_columns));
  CHECK(all_near(matrix(gradient(y, broadcast_to(expand_dims(z, 1), shape(3, 5)), 0)), by_columns));
}

TEST_CASE("gradient: empty axes beside the one, and what is refused") {
  CHECK(matrix(gradient(matrix(0, 3))).shape() == shape(0, 3));
  CHECK(support::message_of([] { static_cast<void>(gradient(tensor<double, 1>(1))); }) ==
        "weft: gradient: an axis of samples has two or more");
  CHECK(support::message_of([] { static_cast<void>(gradient(y, tensor<double, 2>(3, 4), 0)); }) ==
        "weft: gradient: the grid has another shape than the values");
  CHECK_THROWS_AS(static_cast<void>(gradient(y, 1.0, -1)), index_error);
}

TEST_CASE("gradient: differences of whole numbers neither wrap nor overflow") {
  tensor<unsigned, 1> const falls{3, 2, 1};
  CHECK(samples::all_near(tensor<double, 1>(numerics::gradient(falls)), tensor<double, 1>{-1, -1, -1}));
  CHECK(samples::all_near(tensor<double, 1>(numerics::gradient(falls, tensor<double, 1>{0, 1, 3})),
                          tensor<double, 1>{-1, -5.0 / 6, -0.5}));
}
