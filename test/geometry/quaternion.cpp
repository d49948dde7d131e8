// Expected numbers: SciPy 1.10, scipy.spatial.transform.Rotation and Slerp, unless a test says otherwise.
#include <weft/geometry/quaternion.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/reduce.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <sstream>

using namespace weft;
using geometry::quaternion;

namespace {

using point = tensor<double, fixed<3>>;

double distance(quaternion<> const& a, double w, double x, double y, double z) {
  return std::hypot(std::hypot(a.w - w, a.x - x), std::hypot(a.y - y, a.z - z));
}
double distance(point const& a, double x, double y, double z) {
  return std::hypot(a(0) - x, a(1) - y, a(2) - z);
}

constexpr quaternion<> third(0.5, 0.5, 0.5, 0.5); // x to y, y to z, z to x
static_assert(third.rotate({1, 2, 3}) == point{3, 1, 2});
static_assert(third.conjugate().rotate({1, 2, 3}) == point{2, 3, 1});
static_assert(third * third.inverse() == quaternion<>::identity());
static_assert(third.matrix() == tensor<double, fixed<3, 3>>{{0, 0, 1}, {1, 0, 0}, {0, 1, 0}});
static_assert(quaternion<>(0, 1, 0, 0) * quaternion<>(0, 0, 1, 0) == quaternion<>(0, 0, 0, 1)); // i j = k
static_assert(quaternion<>(0, 0, 1, 0) * quaternion<>(0, 1, 0, 0) == quaternion<>(0, 0, 0, -1));
static_assert(dot(third, quaternion<>(1, 2, 3, 4)) == 5);
static_assert(2.0 * third - third / 2.0 + third == third * 2.5);
static_assert(-third == quaternion<>(-0.5, point{-0.5, -0.5, -0.5}) && quaternion<>() == 0.0);
static_assert(quaternion<float>(third) == quaternion<float>(0.5F, 0.5F, 0.5F, 0.5F));
static_assert(third.vector() == point{0.5, 0.5, 0.5} && third.squared_norm() == 1);

} // namespace

TEST_CASE("quaternion: of axes, vectors and matrices") {
  auto const a = quaternion<>::from_rotation_vector({0.1, 0.2, 0.3});
  CHECK(distance(a, 0.9825509821552589, 0.04970884332485948, 0.09941768664971895, 0.14912652997457843) < 1e-15);
  auto const same = quaternion<>::from_axis_angle({1, 2, 3}, std::sqrt(0.14));
  CHECK(distance(same, a.w, a.x, a.y, a.z) < 1e-15);
  auto const b = quaternion<>::from_rotation_vector({-1, 0.5, 2});
  CHECK(distance(b, 0.4124596220414424, -0.39758247067457725, 0.19879123533728862, 0.7951649413491545) < 1e-15);
  CHECK(distance(a * b, 0.2866824182753675, -0.3207337444604488, 0.1375114812669223, 0.8922071781463898) < 1e-15);
  CHECK(distance(a.rotate({-4, 5, 0.5}), -5.053748162961672, 3.5071565777174385, 1.846478335842265) < 4e-15);

  auto const q = quaternion<>(0.7, 0.3, -0.2, 0.5).normalised();
  CHECK(distance(q.rotation_vector(), 0.7027530382703608, -0.4685020255135739, 1.1712550637839347) < 1e-15);
  CHECK(distance((-q).rotation_vector(), 0.7027530382703608, -0.4685020255135739, 1.1712550637839347) < 1e-15);
  CHECK(std::abs(q.angle() - 1.4440202232476016) < 1e-15);
  double const expected[] = {1.0 / 3, -0.942528735632184, 0.02298850574712641,
                             2.0 / 3, 0.2183908045977011, -0.7126436781609196,
                             2.0 / 3, 0.2528735632183908, 0.7011494252873564};
  auto const m = q.matrix();
  for (int k = 0; k < 9; ++k)
    CHECK(std::abs(m.data()[k] - expected[k]) < 1e-15);
  CHECK(distance(quaternion<>::from_matrix(m), q.w, q.x, q.y, q.z) < 1e-15);
  auto const half = quaternion<>::from_matrix({{-0.8, 0.6, 0}, {0.6, 0.8, 0}, {0, 0, -1}}); // by pi
  CHECK(distance(half, 0, 0.31622776601683794, 0.9486832980505139, 0) < 1e-15);
}

TEST_CASE("quaternion: a matrix whose largest element is each of the four") {
  for (int k = 0; k < 4; ++k) {
    double part[] = {0.1, -0.2, 0.15, 0.05};
    part[k] = 2;
    auto const q = quaternion<>(part[0], part[1], part[2], part[3]).normalised();
    CHECK(distance(quaternion<>::from_matrix(q.matrix()), q.w, q.x, q.y, q.z) < 1e-15);
  }
}

TEST_CASE("quaternion: directions") {
  auto const turn = quaternion<>::from_directions({2, 0, 0}, {0, 0, 5});
  CHECK(distance(turn.rotate({1, 2, 3}), -3, 2, 1) < 1e-15); // about -y by a right angle
  for (point const& a : {point{1, 2, -3}, point{0, 0, 4}, point{-1, 0, 0}}) {
    auto const back = quaternion<>::from_directions(a, -2.0 * a);
    CHECK(distance(back.rotate(a), -a(0), -a(1), -a(2)) < 1e-14);
    CHECK(std::abs(back.norm() - 1) < 1e-15);
    CHECK(distance(quaternion<>::from_directions(a, 3.0 * a), 1, 0, 0, 0) < 1e-15);
  }
}

TEST_CASE("quaternion: exponential, logarithm and powers") {
  // e^(1 + 2i - j + 3k): e cos(14^.5) and e sin(14^.5) / 14^.5 times the vector.
  double const r = std::sqrt(14.0), s = std::exp(1.0) * std::sin(r) / r;
  auto const e = exp(quaternion<>(1, 2, -1, 3));
  CHECK(distance(e, std::exp(1.0) * std::cos(r), 2 * s, -s, 3 * s) < 2e-15);
  for (quaternion<> const& q :
       {quaternion<>(1, 2, -1, 3), quaternion<>(-2, 0.5, 0, 1), quaternion<>(0.5, 1e-9, 0, -2e-9),
        quaternion<>(-1, 1e-9, 1e-8, 0), quaternion<>(3, 0, 0, 0), quaternion<>(-3, 0, 0, 0)}) {
    auto const back = exp(log(q));
    CHECK(distance(back, q.w, q.x, q.y, q.z) < 4e-15);
  }
  CHECK(distance(log(quaternion<>(-1, 0, 0, 0)), 0, 3.14159265358979323846, 0, 0) < 1e-15);
  auto const small = log(quaternion<>(1, 1e-5, 0, 0));
  CHECK((std::abs(small.x - (1e-5 - 1e-15 / 3)) < 1e-20 && std::abs(small.w - 0.5e-10) < 1e-16));
  auto const q = quaternion<>::from_axis_angle({0, 3, 4}, 1.2), p = quaternion<>::from_axis_angle({0, 3, 4}, 0.3);
  CHECK(distance(pow(q, 0.25), p.w, p.x, p.y, p.z) < 1e-15);
  CHECK(distance(pow(q, 0), 1, 0, 0, 0) < 1e-15);
}

TEST_CASE("quaternion: slerp") {
  auto const a = quaternion<>::from_rotation_vector({0.1, 0.2, 0.3});
  auto const b = quaternion<>::from_rotation_vector({-1, 0.5, 2});
  CHECK(distance(slerp(a, b, 0.3), 0.9008182353979143, -0.10233338186021051, 0.14666193585509718, 0.39565725357040477) <
        1e-15);
  CHECK(distance(slerp(a, -b, 0.3), 0.9008182353979143, -0.10233338186021051, 0.14666193585509718,
                 0.39565725357040477) < 1e-15);
  CHECK(distance(slerp(a, b, 0), a.w, a.x, a.y, a.z) < 1e-15);
  CHECK(distance(slerp(a, b, 1), b.w, b.x, b.y, b.z) < 1e-15);
  auto const near = quaternion<>::from_rotation_vector({0.1, 0.2, 0.3 + 1e-9});
  auto const middle = quaternion<>::from_rotation_vector({0.1, 0.2, 0.3 + 5e-10});
  CHECK(distance(slerp(a, near, 0.5), middle.w, middle.x, middle.y, middle.z) < 1e-15);
}

TEST_CASE("quaternion: an element of tensors") {
  tensor<quaternion<>, 1> q(3);
  CHECK(q(1) == quaternion<>());
  q = third;
  q(1) = quaternion<>(1, 2, 3, 4);
  tensor<quaternion<>, 1> const r = q * third + 2.0 * reverse(q, 0);
  CHECK(r(0) == third * third + 2.0 * third);
  CHECK(r(1) == quaternion<>(1, 2, 3, 4) * third + quaternion<>(2, 4, 6, 8));
  CHECK(sum(q) == quaternion<>(2, 3, 4, 5));
  q += q;
  CHECK(q(1) == quaternion<>(2, 4, 6, 8));
  std::ostringstream text;
  text << q(1);
  CHECK(text.str() == "(2, 4, 6, 8)");
}
