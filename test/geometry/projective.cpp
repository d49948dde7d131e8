// Projective maps and cameras: expected values are small integers, or follow from where a camera stands.
#include <weft/geometry/projective.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/reduce.hpp>

#include <doctest/doctest.h>

#include <cmath>

using namespace weft;

namespace {

using point = tensor<double, fixed<3>>;
using pose = geometry::isometry<double, 3>;
using flat = geometry::affine<double, 2>;
using picture = geometry::projective<double, 3>;

constexpr flat sheared({{1, 2}, {0, 4}}, {5, 6});
constexpr geometry::projective<double, 2> central({{1, 0, 0}, {0, 1, 0}, {1, 0, 1}});
static_assert(central.apply({3, 8}) == tensor<double, fixed<2>>{0.75, 2});
static_assert((central * sheared).apply({-2, -1}) == tensor<double, fixed<2>>{0.5, 1});
static_assert(central.inverse().apply({0.75, 2}) == tensor<double, fixed<2>>{3, 8});

} // namespace

TEST_CASE("projective: a singular map has no inverse") {
  CHECK_THROWS_AS((static_cast<void>(geometry::projective<double, 2>({{1, 0, 0}, {0, 1, 0}, {0, 1, 0}}).inverse())),
                  linalg_error);
}

TEST_CASE("projective: points in a picture") {
  tensor<double, 2> const points{{3, 8}, {0, 1}, {-0.5, 2}};
  tensor<double, 2> const seen = central.apply(points);
  tensor<double, 2> const expected{{0.75, 2}, {0, 1}, {-1, 4}};
  CHECK(seen == expected);
  tensor<double, 2> columns = transpose(points);
  central.apply_in_place(columns, 0);
  CHECK(transpose(columns) == expected);
  CHECK(!std::isfinite(central.apply({-1, 2})(1)));
}

TEST_CASE("homogeneous coordinates") {
  tensor<double, 2> const points{{3, 8}, {0, 1}};
  tensor<double, 2> const more = geometry::to_homogeneous(points);
  CHECK(more == tensor<double, 2>{{3, 8, 1}, {0, 1, 1}});
  CHECK(eval(geometry::from_homogeneous(2.0 * more)) == points);
  tensor<double, 1> const one = geometry::to_homogeneous(tensor<double, 1>{1, 2, 3});
  CHECK(one == tensor<double, 1>{1, 2, 3, 1});
  tensor<int, 2> const whole{{3, 1, 2}, {-5, 4, -4}};
  auto const divided = eval(geometry::from_homogeneous(whole));
  static_assert(std::same_as<decltype(divided)::value_type, double>);
  CHECK(divided == tensor<double, 2>{{1.5, 0.5}, {1.25, -1}});
  CHECK(eval(geometry::from_homogeneous(tensor<int, fixed<3>>{3, 1, 2})) == tensor<double, 1>{1.5, 0.5});
  tensor<float, 2> const narrow = geometry::from_homogeneous(cast<float>(whole));
  CHECK(narrow == tensor<float, 2>{{1.5F, 0.5F}, {1.25F, -1}});
}

TEST_CASE("look_at and perspective") {
  pose const camera = geometry::look_at<double>({1, 2, 3}, {1, 2, -7}, {0, 5, 1}); // along -z
  CHECK(max(abs(camera.apply({1, 2, 3}))) < 1e-15);
  CHECK(max(abs(camera.apply({2, 4, 0}) - point{1, 2, -3})) < 1e-15);
  pose const side = geometry::look_at<double>({5, 0, 0}, {0, 0, 0}, {0, 0, 1});
  CHECK(max(abs(side.apply({4, 2, 3}) - point{2, 3, -1})) < 1e-15);
  // Corners of what the camera sees go to corners of the cube.
  picture const lens = geometry::perspective(2 * std::atan(0.5), 2.0, 1.0, 9.0);
  CHECK(max(abs(lens.apply({1, 0.5, -1}) - point{1, 1, -1})) < 1e-14);
  CHECK(max(abs(lens.apply({-9, 4.5, -9}) - point{-1, 1, 1})) < 1e-14);
}
