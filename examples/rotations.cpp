// How well can one set of points be turned onto another? 10^5 small problems at once: each has 12 noisy points of a
// body and where they went; the rotation that fits best comes from the eigenvector of a symmetric 4 x 4 matrix (Horn,
// Closed-form solution of absolute orientation using unit quaternions, J. Opt. Soc. Am. A 4, 1987). Then the axes of
// inertia of each body, from 3 x 3 matrices.
//   rotations [n]      n problems, 100000 unless told otherwise
#include "common.hpp"

#include <weft/ops/random.hpp>
#include <weft/weft.hpp>

#include <cstdlib>

using namespace weft;

namespace {

/// The rotations of unit quaternions, n x 4: n x 3 x 3.
tensor<double, 3> rotation_of(tensor<double, 2> const& q) {
  const auto w = q(all, 0), x = q(all, 1), y = q(all, 2), z = q(all, 3);
  tensor<double, 3> r(q.extent(0), 3, 3);
  r(all, 0, 0) = 1.0 - 2.0 * (y * y + z * z);
  r(all, 0, 1) = 2.0 * (x * y - w * z);
  r(all, 0, 2) = 2.0 * (x * z + w * y);
  r(all, 1, 0) = 2.0 * (x * y + w * z);
  r(all, 1, 1) = 1.0 - 2.0 * (x * x + z * z);
  r(all, 1, 2) = 2.0 * (y * z - w * x);
  r(all, 2, 0) = 2.0 * (x * z - w * y);
  r(all, 2, 1) = 2.0 * (y * z + w * x);
  r(all, 2, 2) = 1.0 - 2.0 * (x * x + y * y);
  return r;
}

// [rotations]
/// The quaternions that turn points a, n x m x 3, onto b best.
tensor<double, 2> fit(tensor<double, 3> const& a, tensor<double, 3> const& b) {
  const tensor<double, 3> s = matmul(transpose(a, 1, 2), b); // n x 3 x 3: sums of products
  const auto at = [&](int i, int j) { return s(all, i, j); };
  tensor<double, 3> k(a.extent(0), 4, 4); // the lower triangles, of which eigh reads no more
  k(all, 0, 0) = at(0, 0) + at(1, 1) + at(2, 2);
  k(all, 1, 0) = at(1, 2) - at(2, 1);
  k(all, 2, 0) = at(2, 0) - at(0, 2);
  k(all, 3, 0) = at(0, 1) - at(1, 0);
  k(all, 1, 1) = at(0, 0) - at(1, 1) - at(2, 2);
  k(all, 2, 1) = at(0, 1) + at(1, 0);
  k(all, 3, 1) = at(2, 0) + at(0, 2);
  k(all, 2, 2) = at(1, 1) - at(0, 0) - at(2, 2);
  k(all, 3, 2) = at(1, 2) + at(2, 1);
  k(all, 3, 3) = at(2, 2) - at(0, 0) - at(1, 1);
  return linalg::eigh(k).vectors(all, all, 3); // of the largest value
}
// [end]

int turn(index_t n) {
  if (n < 8)
    throw shape_error("at least 8 problems are needed");
  constexpr index_t points = 12;
  const tensor<double, 3> a = random_normal(shape(n, points, 3), 1);
  tensor<double, 2> q = random_normal(shape(n, 4), 2);
  q = q / sqrt(expand_dims(sum(square(q), 1), 1));
  const tensor<double, 3> r = rotation_of(q);
  const tensor<double, 3> b = matmul(a, transpose(r, 1, 2)) + 1e-3 * random_normal(shape(n, points, 3), 3);

  tensor<double, 2> found;
  const double time = milliseconds([&] { found = fit(a, b); });
  const tensor<double, 3> back = rotation_of(found);
  const double worst = sqrt(max(sum(sum(square(back - r), 2), 1)));
  const double proper = max(abs(linalg::det(back) - 1.0));
  std::printf("%td rotations, all are found to 0.005: %s\n", n, worst < 5e-3 ? "yes" : "no");
  std::printf("determinants are 1: %s\n", proper < 1e-12 ? "yes" : "no");

  // [one]
  // One body of static shape: in registers, without memory.
  const tensor<double, fixed<3, 3>> inertia{{2.5, -0.5, 0}, {-0.5, 2.5, 0}, {0, 0, 3}};
  const auto [moments, axes] = linalg::eigh(inertia);
  // [end]
  std::printf("moments %.3f %.3f %.3f\n", moments(0), moments(1), moments(2));
  const double off = max(abs(matmul(transpose(axes), axes) - eye<double>(3)));
  std::printf("axes are orthonormal: %s\n", off < 1e-14 ? "yes" : "no");
  std::printf("%8.1f ns a rotation\n", 1e6 * time / double(n));
  return worst < 5e-3 && proper < 1e-12 ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
  if (argc > 2) {
    std::fprintf(stderr, "usage: rotations [n]\n");
    return 1;
  }
  return run("rotations", [&] { return turn(argc > 1 ? std::atol(argv[1]) : 100000); });
}
