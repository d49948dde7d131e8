// How each header of geometry is used alone: see ops.cpp.
#include <weft/geometry/affine.hpp>
#include <weft/geometry/dynamic.hpp>
#include <weft/geometry/point_transform.hpp>
#include <weft/geometry/projective.hpp>
#include <weft/geometry/quaternion.hpp>
#include <weft/geometry/refused.hpp>
#include <weft/geometry/rotation.hpp>

#include <doctest/doctest.h>

using namespace weft;

TEST_CASE("geometry/affine.hpp") {
  geometry::isometry<double, 2> const m(geometry::rotation<double, 2>::from_angle(0.0), {1, 2});
  tensor<double, 2> points(4, 2);
  points = m.apply(points);
  m.inverse().apply_in_place(points);
  CHECK(points(3, 1) == 0);
  CHECK((geometry::affine<double, 2>(m) * geometry::affine<double, 2>::scaling({2, 2})).inverse().apply({3, 2})(0) ==
        1);
}

TEST_CASE("geometry/dynamic.hpp") {
  struct swap : geometry::point_transform<swap, double, 2> {
    using value_type = double;
    tensor<value_type, fixed<2, 2>> matrix() const { return {{0, 1}, {1, 0}}; }
  };
  any_tensor points(dtype::float64, shape(4, 2));
  points = swap().apply(points);
  CHECK(points.shape() == shape(4, 2));
}

TEST_CASE("geometry/point_transform.hpp") {
  struct mirror : geometry::point_transform<mirror, double, 2> {
    using value_type = double;
    tensor<value_type, fixed<2, 2>> matrix() const { return {{1, 0}, {0, -1}}; }
  };
  tensor<double, 2> points(4, 2);
  points = mirror().apply(points);
  CHECK(mirror().apply({1, 2})(1) == -2);
}

TEST_CASE("geometry/projective.hpp") {
  auto const lens =
      geometry::perspective(1.0, 1.0, 1.0, 2.0) * geometry::look_at<double>({0, 0, 0}, {0, 0, -1}, {0, 1, 0});
  tensor<double, 2> points(4, 3);
  points = 1.0;
  tensor<double, 2> const more = geometry::to_homogeneous(points), back = geometry::from_homogeneous(more);
  points = lens.inverse().apply(eval(lens.apply(back)));
  CHECK(points(3, 0) > 0.99);
}

TEST_CASE("geometry/quaternion.hpp") {
  auto const q = geometry::quaternion<>::from_axis_angle({0, 0, 1}, 0.0);
  tensor<double, 2> points(3, 4);
  points = q.rotate(points, 0);
  slerp(q, pow(q, 2), 0.5).rotate_in_place(points, 0);
  CHECK(dot(exp(log(q)), q) == 1);
}

TEST_CASE("geometry/refused.hpp") {
  struct turn : detail::base_of_transform::refused_operators<turn> {};
  CHECK(detail::NotMultipliedBy<turn, tensor<double, 1>>);
  CHECK(!(detail::NotMultipliedBy<turn, turn>));
}

TEST_CASE("geometry/rotation.hpp") {
  auto const r = geometry::rotation<double, 3>::from_euler("zyx", {0, 0, 0});
  tensor<double, 2> points(4, 3);
  points = (r * r.inverse()).rotate(points);
  r.rotate_in_place(points);
  CHECK(r == geometry::rotation<double, 3>());
}
