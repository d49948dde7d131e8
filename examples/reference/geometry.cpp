// doc/reference: Geometry
#include "show.hpp"

#include <weft/geometry.hpp>

using namespace weft;

void rotations() {
  // [a rotation and points]
  geometry::quaternion<double> const q(0.5, 0.5, 0.5, 0.5); // x to y, y to z, z to x
  tensor<double, 2> x{{1, 2, 3}, {0, 0, 4}};
  tensor<double, fixed<3>> const v{0, 0, 1.5};
  // [end]
  SHOW(q.vector());
  SHOW(q.conjugate());
  SHOW(q.inverse() * q == geometry::quaternion<>::identity());
  SHOW(geometry::quaternion<>(1, 2, 3, 4).squared_norm());
  SHOW(q.norm());
  SHOW(geometry::quaternion<>(3, 0, 4, 0).normalised());
  SHOW(geometry::quaternion<>::from_axis_angle({0, 0, 1}, 0.5));
  SHOW(geometry::quaternion<>::from_rotation_vector(v));
  SHOW(q.angle());
  SHOW(q.rotation_vector());
  SHOW(geometry::quaternion<>::from_matrix({{0, 0, 1}, {1, 0, 0}, {0, 1, 0}}));
  SHOW(geometry::quaternion<>::from_directions({2, 0, 0}, {0, 3, 0}));
  SHOW(q.matrix());
  SHOW(q.rotate({1, 2, 3}));
  SHOW(eval(q.rotate(x)));
  SHOW(eval(q.rotate(transpose(x), axis<0>)));
  RUN(x, q.rotate_in_place(x));
  RUN(geometry::slerp(q, u, 0.5), geometry::quaternion<> u = geometry::quaternion<>::identity());
  SHOW(geometry::exp(geometry::quaternion<>(0, 0, 0, 0.5)));
  SHOW(geometry::log(q));
  SHOW(geometry::pow(q, 0.5));
  SHOW(geometry::dot(q, u));
  RUN((eval(t * q)), tensor<geometry::quaternion<>, 1> t{q, u});
  WRITTEN(out, std::ostringstream text; text << q; std::fputs(text.str().c_str(), out)); // geometry::operator<<
  RUN(r.matrix(), geometry::rotation<double, 3> r(q));
  SHOW(r.to_quaternion());
  SHOW(r.inverse() == r * r);
  RUN(s.from_angle(0.5).matrix(), geometry::rotation<double, 2> s);
  SHOW(r.from_euler("zyx", {0.1, 0.2, 0.3}).matrix());
  SHOW(r.from_rotation_vector(v).euler("ZYX"));
  REFUSED(error, r.euler("xxy"));
  SHOW(r.from_axis_angle({0, 3, 4}, 0.5).axis());
  SHOW(r.from_matrix(r.matrix()).rotation_vector());
  SHOW(eval(r.rotate(x)));
  RUN(x, r.rotate_in_place(x));
  RUN(eval(turning.rotate(x)), geometry::point_rotation<geometry::rotation<double, 3>, double, 3> const& turning = r);
  RUN(r.rotate(w), any_tensor w(x));
  RUN(m.matrix(), geometry::isometry<double, 3> m(r, {10, 20, 30}));
  SHOW(m.rotation() == r);
  RUN(p.apply({1, 2, 3}), geometry::point_transform<geometry::isometry<double, 3>, double, 3> const& p = m);
  SHOW(m.translation());
  SHOW(m.inverse().apply(m.apply({1, 2, 3})));
  SHOW(eval((m * m).apply(x)));
  RUN(x, m.apply_in_place(x));
  RUN(b.apply({1, 2}), geometry::affine<double, 2> b({{1, 2}, {0, 4}}, {5, 6}));
  SHOW(b.linear());
  SHOW((b.scaling({2, 3}) * b).matrix());
  SHOW(b.from_matrix({{2, 0}, {0, 4}}).inverse().linear());
  REFUSED(linalg_error, b.from_matrix({{1, 2}, {2, 4}}).inverse());
  RUN(c.matrix(), geometry::projective<double, 3> c(m));
  SHOW(geometry::projective<double, 2>({{1, 0, 0}, {0, 1, 0}, {1, 0, 1}}).apply({3, 8}));
  SHOW(eval(geometry::to_homogeneous(x)));
  SHOW(eval(geometry::from_homogeneous(x)));
  SHOW(geometry::look_at<double>({5, 0, 0}, {0, 0, 0}, {0, 0, 1}).matrix());
  SHOW(geometry::perspective(1.0, 1.5, 0.1, 10.0).matrix());
}
