// Rotations and maps beside Eigen's, with the same flags: of one point at a time, in batches of 1000, and of columns of
// points in one pass.
#include "ratio.hpp"

#include <weft/geometry.hpp>
#include <weft/ops/random.hpp>
#include <weft/weft.hpp>

#include <Eigen/Dense>

#include <vector>

using namespace weft;

namespace {

using quaternion = geometry::quaternion<double>;
using rotation = geometry::rotation<double, 3>;
using isometry = geometry::isometry<double, 3>;
using point = tensor<double, fixed<3>>;

constexpr std::size_t count = 1000;

/// The same turns, poses and points in both libraries.
struct batch {
  std::vector<quaternion> q, u, p;
  std::vector<isometry> m, n;
  std::vector<rotation> turn, turns;
  std::vector<point> x, y;
  std::vector<Eigen::Quaterniond> eq, eu, ep;
  std::vector<Eigen::Isometry3d> em, en;
  std::vector<Eigen::Vector3d> ex;
  std::vector<tensor<double, fixed<3, 3>>> r;
  std::vector<Eigen::Matrix3d> er, eturn;

  batch() : p(count), n(count), turns(count), y(count), ep(count), en(count), r(count), er(count) {
    for (std::size_t k = 0; k < count; ++k) {
      double const t = 0.01 * double(k);
      q.push_back(quaternion::from_axis_angle({1, t, 2}, t));
      u.push_back(q[k] * q[k]);
      x.push_back({1, t, 2});
      m.emplace_back(q[k], x[k]);
      turn.emplace_back(q[k]);
      eq.emplace_back(q[k].w, q[k].x, q[k].y, q[k].z);
      eu.emplace_back(eq[k] * eq[k]);
      ex.emplace_back(1, t, 2);
      eturn.emplace_back(eq[k].toRotationMatrix());
      em.emplace_back(Eigen::Translation3d(ex[k]) * eq[k]);
    }
  }
};

/// Runs f(k) and g(k) for all elements of a batch; both write `numbers` numbers from `out` on. Quaternions and poses lie
/// in other orders in both libraries: of those none is compared.
template <class F, class G>
auto each(double* out, std::size_t numbers, F f, G g) {
  return [=](bench::runner& run) {
    run(
        out, index_t(numbers),
        [&] {
          for (std::size_t k = 0; k < count; ++k)
            f(k);
        },
        [&] {
          for (std::size_t k = 0; k < count; ++k)
            g(k);
        });
  };
}

void one_by_one(batch& b) {
  bench::compare("geometry/product of quaternions", {1},
                 each(
                     &b.p[0].w, 0, [&b](std::size_t k) { b.p[k] = b.q[k] * b.u[k]; },
                     [&b](std::size_t k) { b.ep[k] = b.eq[k] * b.eu[k]; }));
  bench::compare("geometry/rotation of a vector", {1.1},
                 each(
                     b.y[0].data(), 3 * count, [&b](std::size_t k) { b.y[k] = b.q[k].rotate(b.x[k]); },
                     [&b](std::size_t k) { Eigen::Map<Eigen::Vector3d>(b.y[k].data()) = b.eq[k] * b.ex[k]; }));
  bench::compare("geometry/matrix of a quaternion", {1},
                 each(
                     &b.p[0].w, 0, [&b](std::size_t k) { b.r[k] = b.q[k].matrix(); },
                     [&b](std::size_t k) { b.er[k] = b.eq[k].toRotationMatrix(); }));
  bench::compare("geometry/slerp", {1.1},
                 each(
                     &b.p[0].w, 0, [&b](std::size_t k) { b.p[k] = slerp(b.q[k], b.u[k], 0.3); },
                     [&b](std::size_t k) { b.ep[k] = b.eq[k].slerp(0.3, b.eu[k]); }));
  bench::compare(
      "geometry/rotation of a vector by a matrix", {1},
      each(
          b.y[0].data(), 3 * count, [&b](std::size_t k) { b.y[k] = b.turn[k].rotate(b.x[k]); },
          [&b](std::size_t k) { Eigen::Map<Eigen::Vector3d>(b.y[k].data()).noalias() = b.eturn[k] * b.ex[k]; }));
  bench::compare("geometry/product of rotations", {1},
                 each(
                     b.y[0].data(), 0, [&b](std::size_t k) { b.turns[k] = b.turn[k] * b.turn[k]; },
                     [&b](std::size_t k) { b.er[k].noalias() = b.eturn[k] * b.eturn[k]; }));
  bench::compare("geometry/product of isometries", {1},
                 each(
                     b.y[0].data(), 0, [&b](std::size_t k) { b.n[k] = b.m[k] * b.m[k]; },
                     [&b](std::size_t k) { b.en[k] = b.em[k] * b.em[k]; }));
}

void columns(index_t n) {
  auto const points = [n](auto f, auto g) {
    return [=](bench::runner& run) {
      tensor<double, 2> x = random_normal(shape(n, 3), 1), y(n, 3);
      Eigen::Map<Eigen::Matrix3Xd> const ex(x.data(), 3, n);
      Eigen::Map<Eigen::Matrix3Xd> ey(y.data(), 3, n); // the same memory: points one behind another
      run(y.data(), y.size(), [&] { f(x, y); }, [&] { g(ex, ey); });
    };
  };
  isometry const m(quaternion::from_axis_angle({1, 2, 3}, 0.5), {1, 2, 3});
  quaternion const q = m.rotation().to_quaternion();
  Eigen::Isometry3d e(Eigen::Translation3d(1, 2, 3) * Eigen::Quaterniond(q.w, q.x, q.y, q.z));
  Eigen::Matrix3d const r = e.linear();
  std::string const size = std::to_string(n) + " points";
  bench::compare(
      "geometry/rotation of " + size, {1},
      points([m](auto& x, auto& y) { y = m.rotation().rotate(x); }, [r](auto& x, auto& y) { y.noalias() = r * x; }));
  bench::compare("geometry/isometry of " + size, {1},
                 points([m](auto& x, auto& y) { y = m.apply(x); }, [e](auto& x, auto& y) { y = e * x; }));
}

} // namespace

int main(int argc, char** argv) {
  batch b;
  one_by_one(b);
  columns(1000);
  columns(1000000);
  return bench::run_all(argc, argv);
}
