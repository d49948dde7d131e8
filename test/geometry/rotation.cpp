// Expected numbers: SciPy 1.10, scipy.spatial.transform.Rotation.
#include <weft/geometry/rotation.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/reduce.hpp>

#include <doctest/doctest.h>

#include <cmath>

using namespace weft;
using geometry::quaternion;

namespace {

using point = tensor<double, fixed<3>>;
using turn = geometry::rotation<double, 3>;
using plane = geometry::rotation<double, 2>;

constexpr turn third(quaternion<>(0.5, 0.5, 0.5, 0.5));
static_assert(third.rotate({1, 2, 3}) == point{3, 1, 2});
static_assert((third * third).rotate({1, 2, 3}) == point{2, 3, 1});
static_assert(third * third == third.inverse() && third * third * third == turn());
static_assert(plane::from_matrix({{0, -1}, {1, 0}}).rotate({3, 4}) == tensor<double, fixed<2>>{-4, 3});

constexpr double pi = 3.14159265358979323846;

double distance(point const& a, point const& b) {
  return std::hypot(a(0) - b(0), a(1) - b(1), a(2) - b(2));
}
double distance(turn const& a, turn const& b) {
  return max(abs(a.matrix() - b.matrix()));
}

} // namespace

TEST_CASE("rotation: axes and angles") {
  turn const r = turn::from_axis_angle({0, -6, 8}, 2.5);
  CHECK(std::abs(r.angle() - 2.5) < 1e-15);
  CHECK(distance(r.axis(), {0, -0.6, 0.8}) < 1e-15);
  CHECK(distance(r.rotation_vector(), {0, -1.5, 2}) < 1e-14);
  turn const large = turn::from_rotation_vector({0, 0, 4}); // the other way round
  CHECK(std::abs(large.angle() - (2 * pi - 4)) < 1e-15);
  CHECK(distance(large.axis(), {0, 0, -1}) < 1e-15);
  CHECK(turn().angle() == 0);
  auto const q = r.to_quaternion();
  CHECK(std::abs(q.norm() - 1) < 1e-15);
  CHECK(distance(turn(q), r) < 1e-15);
  for (double angle : {-3.0, -0.5, 0.0, 2.0}) {
    CHECK(std::abs(plane::from_angle(angle).angle() - angle) < 1e-15);
    auto const p = plane::from_angle(angle).rotate({1, 0});
    CHECK(std::hypot(p(0) - std::cos(angle), p(1) - std::sin(angle)) < 1e-15);
  }
}
