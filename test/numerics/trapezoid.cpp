#include <weft/grad/variable.hpp>
#include <weft/numerics/trapezoid.hpp>

#include "samples.hpp"

#include <doctest/doctest.h>

#include <support/message.hpp>

using namespace weft;
using numerics::cumulative_trapezoid;
using numerics::trapezoid;
using samples::all_near;

namespace {

tensor<double, 2> const y{{1, 4, 2, 8, 5}, {7, 1, 3, 2, 6}, {0, -1, 2.5, 4, 9}};
tensor<double, 1> const x{0, 0.5, 1.5, 1.75, 3}, z{2, 1, -1};
using row = tensor<double, 1>;
using matrix = tensor<double, 2>;

} // namespace

// The expected values are NumPy's and SciPy's.
TEST_CASE("trapezoid: distances, grids, axes, views") {
  samples::turned_matrix const t(y);
  for (auto const& v : {view<double const, 2>(y), view<double const, 2>(t.x)}) {
    CHECK(all_near(row(trapezoid(v, 0.5)), row{8.5, 6.25, 5}));
    CHECK(all_near(row(trapezoid(v, x)), row{13.625, 9.625, 9.4375}));
    CHECK(all_near(row(trapezoid(v, reverse(z, 0)(range(end - 1, -1, -1)), 0)), row{-11, -2.5, -8, -11, -20.5}));
    CHECK(all_near(row(trapezoid(v, broadcast_to(x, shape(3, 5)), 1)), row{13.625, 9.625, 9.4375}));
  }
  CHECK(trapezoid(y(0, all), x) == 13.625);
  CHECK(trapezoid(y(0, all)) == 17);
  CHECK(trapezoid(cast<float>(y(0, all)), 2) == 34);
  tensor<double> const dynamic = y;
  CHECK(all_near(row(trapezoid(dynamic, z, 0)), row{-11, -2.5, -8, -11, -20.5}));
  tensor<int, 1> const counts{1, 2};
  CHECK(trapezoid(counts) == 1.5);
  CHECK(trapezoid(counts, tensor<int, 1>{0, 16777217}) == 25165825.5);
}

TEST_CASE("trapezoid: fewer than two samples, and what is refused") {
  CHECK(trapezoid(row{7.0}) == 0);
  CHECK(trapezoid(row(0)) == 0);
  CHECK(all_near(row(trapezoid(matrix(2, 0))), row{0, 0}));
  CHECK(all_near(row(trapezoid(matrix(0, 2))), row(0)));
  CHECK(support::message_of([] { static_cast<void>(trapezoid(y, z)); }) ==
        "weft: trapezoid: the grid has another length than the values along the axis");
  CHECK_THROWS_AS(static_cast<void>(trapezoid(y, 1.0, 2)), index_error);
}

TEST_CASE("cumulative_trapezoid: distances, grids, axes, writing to a view") {
  samples::turned_matrix t(y);
  CHECK(all_near(matrix(cumulative_trapezoid(t.x, x)),
                 matrix{{1.25, 4.25, 5.5, 13.625}, {2, 4, 4.625, 9.625}, {-0.25, 0.5, 1.3125, 9.4375}}));
  CHECK(all_near(row(cumulative_trapezoid(y(0, all), 2)), row{5, 11, 21, 34}));
  CHECK(matrix(cumulative_trapezoid(matrix(2, 1))).shape() == shape(2, 0));
  t.x(range(0, 2), all) = cumulative_trapezoid(t.x, z, 0);
  CHECK(all_near(t.x(range(0, 2), all), matrix{{-4, -2.5, -2.5, -5, -5.5}, {-11, -2.5, -8, -11, -20.5}}));
  CHECK(t.x(2, 3) == 4);
}

TEST_CASE("trapezoid has gradients") {
  grad::variable<double, 1> const w(tensor<double, 1>{1, 4, 2, 8, 5});
  grad::variable<double, 0> const loss = trapezoid(w, x);
  backward(loss);
  CHECK(all_near(row(w.gradient()), row{0.25, 0.75, 0.625, 0.75, 0.625}));
}

TEST_CASE("trapezoid: sums of whole numbers do not overflow") {
  tensor<int, 1> const large{2000000000, 2000000000, 2000000000};
  CHECK(numerics::trapezoid(large) == 4e9);
  CHECK(samples::all_near(tensor<double, 1>(numerics::cumulative_trapezoid(large)), tensor<double, 1>{2e9, 4e9}));
}
