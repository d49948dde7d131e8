// Derivatives of rotations and maps, beside differences of values.
#include <weft/geometry.hpp>
#include <weft/grad/dual.hpp>
#include <weft/grad/rearranged.hpp>
#include <weft/grad/variable.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/records/expression.hpp>
#include <weft/records/steppers.hpp>

#include <doctest/doctest.h>

#include <cmath>

using namespace weft;
using geometry::quaternion;
using dual = grad::dual<double>;

namespace {

using point = tensor<double, fixed<3>>;

/// A function of an angle that meets all conversions.
template <class T>
T mixed(T const& angle) {
  auto const q = quaternion<T>::from_axis_angle({T(1), T(2), T(-1)}, angle);
  auto const r = geometry::rotation<T, 3>::from_euler("zyx", {angle, T(0.5), angle * T(0.2)});
  auto const p = slerp(q, quaternion<T>::from_matrix(r.matrix()), T(0.25)).rotate({T(1), T(2), angle});
  auto const v = exp(log(q)).rotation_vector(), e = r.euler("xzx");
  return p(0) + T(2) * p(1) - p(2) + v(0) * e(1) + q.angle();
}

struct spinning {
  BOOST_HANA_DEFINE_STRUCT(spinning, (quaternion<double>, attitude), (weft::tensor<double, weft::fixed<3>>, rate));
};

} // namespace

TEST_CASE("duals go through rotations") {
  for (double angle : {0.3, -1.2, 2.0}) {
    double const h = 1e-6, difference = (mixed(angle + h) - mixed(angle - h)) / (2 * h);
    dual const d = mixed(dual(angle, 1.0));
    CHECK(std::abs(d.value - mixed(angle)) < 1e-14);
    CHECK(std::abs(d.tangent[0] - difference) < 1e-8);
  }
  auto const still = exp(quaternion<dual>(dual(0), dual(0, 1.0), dual(0), dual(0))); // sin(x) / x at 0
  CHECK((still.x.tangent[0] == 1 && still.w.tangent[0] == 0));
}

TEST_CASE("duals: a tensor of points, rotated by an angle that is a dual") {
  auto const r = geometry::rotation<dual, 2>::from_angle(dual(0.4, 1.0));
  tensor<double, 2> const points{{1, 2}, {3, -1}, {0.5, 4}};
  tensor<dual, 2> const moved = r.rotate(points);
  for (index_t i = 0; i < 3; ++i) {
    double const x = points(i, 0), y = points(i, 1), c = std::cos(0.4), s = std::sin(0.4);
    CHECK(std::abs(moved(i, 0).value - (c * x - s * y)) < 1e-15);
    CHECK(std::abs(moved(i, 0).tangent[0] + (s * x + c * y)) < 1e-15);
    CHECK(std::abs(moved(i, 1).tangent[0] - (c * x - s * y)) < 1e-15);
  }
}

TEST_CASE("gradients of points that are variables") {
  geometry::projective<double, 3> const lens({{1, 2, 0, 1}, {0, 1, 1, 0}, {3, 0, 1, -1}, {0.1, 0.2, 0.1, 2}});
  tensor<double, 2> const values{{1, 2, 3}, {-1, 0.5, 2}}, weights{{1, -2, 0.5}, {3, 1, 2}};
  auto const loss_of = [&](tensor<double, 2> const& x) {
    tensor<double, 2> const moved = lens.apply(x);
    return sum(weights * moved * moved);
  };
  grad::variable<double, 2> x(values);
  grad::variable<double, 2> moved = lens.apply(x);
  grad::variable<double, 0> loss = sum(weights * moved * moved);
  grad::backward(loss);
  for (index_t i = 0; i < 2; ++i)
    for (index_t k = 0; k < 3; ++k) {
      tensor<double, 2> up = values, down = values;
      double const h = 1e-6;
      up(i, k) += h;
      down(i, k) -= h;
      CHECK(std::abs(x.gradient()(i, k) - (loss_of(up) - loss_of(down)) / (2 * h)) < 1e-7);
    }
  // A rotation hands the inverse rotation of what comes in.
  auto const r = geometry::rotation<double, 3>::from_axis_angle({1, 1, 2}, 0.8);
  grad::variable<double, 2> y(values);
  grad::variable<double, 0> total = sum(weights * r.rotate(y));
  grad::backward(total);
  tensor<double, 2> const back = r.inverse().rotate(weights);
  CHECK(max(abs(y.gradient() - back)) < 1e-15);
}

TEST_CASE("a quaternion is a member of records") {
  spinning y{quaternion<>::identity(), point{0, 0, 1.5}};
  double t = 0;
  while (t < 1 - 1e-9)
    t = ode::rk4(
        [](double, spinning const& now) {
          return spinning{0.5 * now.attitude * quaternion<>(0.0, now.rate), point{0, 0, 0}};
        },
        y, t, 0.01);
  CHECK(std::abs(y.attitude.w - std::cos(0.75)) < 1e-10);
  CHECK(std::abs(y.attitude.z - std::sin(0.75)) < 1e-10);
}
