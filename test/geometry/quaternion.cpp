// Expected numbers: SciPy 1.10, scipy.spatial.transform.Rotation and Slerp, unless a test says otherwise.
#include <weft/geometry/quaternion.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/reduce.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
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

TEST_CASE_TEMPLATE("quaternion: opposite and nearly opposite directions", T, float, double) {
  T const eps = std::numeric_limits<T>::epsilon();
  using vector = tensor<T, fixed<3>>;
  for (vector const& a :
       {vector{1, 1, 0}, vector{1, 2, -3}, vector{0, 0, 4}, vector{-1, 0, 0}, vector{T(.1), 0, T(.7)}})
    for (T const off : {T(0), eps, T(30) * eps, T(1e3) * eps, std::sqrt(eps), T(1e-2)})
      for (T const size : {T(1), T(1e-12), T(1e-30), T(1e30)}) {
        CAPTURE(off);
        CAPTURE(size);
        vector const b{-a(0) + off, -a(1) - T(2) * off, -a(2) + off};
        auto const q = quaternion<T>::from_directions(a * size, b * (T(3) * size));
        CHECK(std::abs(q.norm() - 1) <= 4 * eps);
        vector const moved = q.rotate(a);
        long double length_a = 0, length_b = 0, error = 0;
        for (index_t k = 0; k < 3; ++k) {
          length_a += static_cast<long double>(a(k)) * a(k);
          length_b += static_cast<long double>(b(k)) * b(k);
        }
        for (index_t k = 0; k < 3; ++k)
          error += std::abs(moved(k) / std::sqrt(length_a) - b(k) / std::sqrt(length_b));
        CHECK(error <= 40 * static_cast<long double>(eps));
      }
  auto const right = quaternion<T>::from_directions({T(1e-12), 0, 0}, {0, T(1e-12), 0}); // by a right angle about z
  CHECK(std::abs(right.w - std::sqrt(T(0.5))) <= 2 * eps);
  CHECK(std::abs(right.z - std::sqrt(T(0.5))) <= 2 * eps);
  CHECK(std::isnan(quaternion<T>::from_directions({0, 0, 0}, {1, 0, 0}).w));
}

TEST_CASE("quaternion: sizes whose squares overflow or underflow") {
  using number = quaternion<float>;
  double const s = std::sin(0.35), c = std::cos(0.35);
  for (float const size : {1e-44F, 1e-30F, 1e-23F, 1.0F, 1e20F, 2e38F}) {
    CAPTURE(size);
    auto const a = number::from_axis_angle({size, 0, 0}, 0.7F);
    CHECK((std::abs(a.w - c) < 1e-7 && std::abs(a.x - s) < 1e-7 && a.y == 0 && a.z == 0));
    number const q(size, -size, size, size);
    CHECK(q.normalised() == number(0.5F, -0.5F, 0.5F, 0.5F));
    if (size < 1e38F)
      CHECK(q.norm() == 2 * size);
    CHECK(std::abs(q.angle() - 2.0943951023931957) < 1e-6); // 2 atan(sqrt(3))
    if (size > 1e-35F) {
      CHECK(std::abs(number(size, 0, 0, 0).inverse().w * double(size) - 1) < 2e-7);
      CHECK(std::abs(q.inverse().x * double(size) - 0.25) < 1e-7);
    }
    CHECK(std::abs(log(q).y - 0.6045997880780726) < 1e-6); // pi / 3 / sqrt(3)
  }
  CHECK(std::abs(log(number(-1, 0, 1e-25F, 0)).y - 3.141592653589793) < 1e-6);
  CHECK(std::abs(log(number(1, 0, 1e-25F, 0)).y - 1e-25F) < 1e-31F);
  CHECK(number().norm() == 0);
  CHECK(std::isnan(number().normalised().w));
  CHECK(std::isnan(number::from_axis_angle({0, 0, 0}, 1.0F).x));
  CHECK(std::isnan(number(std::numeric_limits<float>::quiet_NaN(), 1, 0, 0).norm()));
  CHECK(std::isinf(number(std::numeric_limits<float>::infinity(), 1, 0, 0).norm()));
  CHECK(std::abs(quaternion<>(3e200, 4e200, 0, 0).norm() / 5e200 - 1) < 1e-15);
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
  auto const little = quaternion<>::from_axis_angle({0, 0, 1}, 2e-6);
  CHECK(std::abs(slerp(quaternion<>::identity(), little, 0.3).z / std::sin(3e-7) - 1) < 1e-15);
  for (float angle : {2e-4F, 2e-3F, 2e-2F}) {
    auto const turn = quaternion<float>::from_axis_angle({0, 0, 1}, angle);
    float const z = slerp(quaternion<float>::identity(), turn, 0.3F).z;
    CHECK(std::abs(z / std::sin(0.15 * double(angle)) - 1) < 3e-7);
  }
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
