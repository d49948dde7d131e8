#include "small_matrices.hpp"

#include <weft/linalg/careful_det.hpp>
#include <weft/linalg/lu.hpp>

#include <algorithm>
#include <random>
#include <vector>

using namespace weft;
using namespace small_test;

namespace {

/// Each row and each column times a power of two: the determinant is times their product.
template <class T>
int spread(tensor<T, 2>& a, int most, unsigned long seed) {
  std::mt19937_64 draw(seed);
  int total = 0;
  const index_t n = a.extent(0);
  for (int axis = 0; axis < 2; ++axis)
    for (index_t i = 0; i < n; ++i) {
      const int by = static_cast<int>(draw() % static_cast<unsigned long>(2 * most + 1)) - most;
      total += by;
      for (index_t j = 0; j < n; ++j) {
        T& x = axis == 0 ? a(i, j) : a(j, i);
        x = std::ldexp(x, by);
      }
    }
  return total;
}

} // namespace

TEST_CASE_TEMPLATE(
    "determinants of badly scaled rows and columns: static, of batches, and by elimination with exponents", M,
    of<double, 2>, of<double, 3>, of<double, 4>, of<double, 5>, of<double, 8>, of<float, 3>, of<float, 4>,
    of<float, 6>) {
  using T = typename M::element;
  using W = wide_real_of<T>;
  constexpr index_t n = M::rows, count = 9;
  // Products of elements leave the range, the elements do not.
  constexpr int most = sizeof(T) == 4 ? 55 : 480;
  int finite = 0;
  for (unsigned long seed = 1; seed <= 40; ++seed) {
    tensor<T, 3> batch(count, n, n);
    tensor<T, 1> want(count), allowed(count);
    for (index_t k = 0; k < count; ++k) {
      tensor<T, 2> a = random_matrix<T>(n, n, 100 * seed + static_cast<unsigned long>(k));
      wide_matrix<T> none;
      const W det = wide_inverse(a, none), size = volume_of_rows(a);
      const int by = spread(a, most, seed * 1000 + static_cast<unsigned long>(k));
      batch(k, all, all) = a;
      want(k) = static_cast<T>(std::ldexp(det, by));
      allowed(k) = static_cast<T>(std::ldexp(size, by)) * T(20 * n) * std::numeric_limits<T>::epsilon() +
                   std::numeric_limits<T>::denorm_min();
    }
    const tensor<T, 1> dets = linalg::det(batch);
    for (index_t k = 0; k < count; ++k) {
      const typename M::matrix a = batch(k, all, all);
      const T careful = detail::careful_det<int(n)>(a.data()), alone = linalg::det(a);
      if (std::abs(want(k)) == std::numeric_limits<T>::infinity()) {
        CHECK(careful == want(k));
        continue;
      }
      ++finite;
      // Pivots of rows that are not scaled may be small; of scaled ones they are not.
      CHECK(std::abs(careful - want(k)) <= allowed(k));
      if (n <= 4) {
        CHECK(std::abs(dets(k) - want(k)) <= allowed(k));
        CHECK(std::abs(alone - want(k)) <= allowed(k));
      }
    }
  }
  CHECK(finite > 100);
}

TEST_CASE("determinants near both ends of the range") {
  const auto of_diagonal = [](std::vector<double> const& d) {
    const auto n = static_cast<index_t>(d.size());
    tensor<double, 3> batch(9, n, n);
    for (index_t k = 0; k < n; ++k)
      batch(all, k, k) = d[static_cast<std::size_t>(k)];
    const tensor<double, 1> dets = linalg::det(batch);
    CHECK(std::count(dets.begin(), dets.end(), dets(0)) == 9);
    CHECK(linalg::det(tensor<double, 2>(batch(0, all, all))) == doctest::Approx(dets(0)).epsilon(1e-14));
    return dets(0);
  };
  CHECK(std::abs(of_diagonal({1e100, 1e-160, 1.234567e-160}) / 1.234567e-220 - 1) < 1e-14);
  CHECK(std::abs(of_diagonal({1e-160, 1.234567e-160, 1e100, 1}) / 1.234567e-220 - 1) < 1e-14);
  CHECK(std::abs(of_diagonal({1e-160, 1.234567e-160, 1e100, 1, 1}) / 1.234567e-220 - 1) < 1e-14);
  const tensor<float, fixed<3, 3>> floats{{1e14F, 0, 0}, {0, 1e-22F, 0}, {0, 0, 1.5e-22F}};
  CHECK(std::abs(linalg::det(floats) / 1.5e-30F - 1) < 1e-6F);
  // Rows and columns of different sizes: no scaling of rows alone keeps all elements.
  const tensor<double, fixed<2, 2>> columns{{0x3p-1066, 0x1p66}, {0x1p-1066, 0x3p66}};
  CHECK(linalg::det(columns) == 0x1p-997);
  const tensor<double, fixed<3, 3>> both{{0x3p-660, 0x1p500, 0}, {0x1p-660, 0x1p501, 1}, {0x1p-659, 0x1p500, 3}};
  CHECK(std::abs(linalg::det(both) / 0xEp-160 - 1) < 1e-15);
  // A pivot leaves the range, and so does the determinant.
  constexpr double most = 1.7e308, infinity = std::numeric_limits<double>::infinity();
  CHECK(linalg::det(tensor<double, fixed<2, 2>>{{most, most}, {-most, most}}) == infinity);
  CHECK(linalg::det(tensor<double, fixed<2, 2>>{{-most, most}, {most, most}}) == -infinity);
  tensor<double, 3> batch(8, 2, 2);
  batch(ellipsis) = tensor<double, 2>{{most, most}, {-most, most}};
  CHECK(linalg::det(batch)(5) == infinity);
  constexpr double tiny[] = {0x1p-1074, 0, 0, 0x1p1000};
  static_assert(detail::careful_det<2>(tiny) == 0x1p-74);
  constexpr double integers[] = {2, 1, 1, 2, 3, 2, 1, 0, 0};
  static_assert(detail::careful_det<3>(integers) == -1);
}
