#include "small_matrices.hpp"

#include <weft/linalg/eigen.hpp>
#include <weft/linalg/small_eigen.hpp>
#include <weft/linalg/svd.hpp>

#include <optional>
#include <random>

using namespace weft;
using namespace small_test;

namespace {

/// q diag(values) q^T, q from reflections of a random matrix, in the wider type and rounded once.
template <class T>
tensor<T, 2> with_eigenvalues(std::vector<double> const& values, unsigned long seed) {
  using W = wide_real_of<T>;
  const auto n = static_cast<index_t>(values.size());
  auto q = widened(random_matrix<T>(n, n, seed));
  for (index_t j = 0; j < n; ++j)
    for (int pass = 0; pass < 2; ++pass) {
      for (index_t i = 0; i <= j; ++i) {
        W along = 0;
        for (index_t r = 0; r < n; ++r)
          along += q(r, i) * q(r, j);
        for (index_t r = 0; r < n; ++r)
          q(r, j) = i == j ? q(r, j) / std::sqrt(along) : q(r, j) - along * q(r, i);
      }
    }
  tensor<T, 2> a(n, n);
  for (index_t i = 0; i < n; ++i)
    for (index_t j = 0; j <= i; ++j) {
      W total = 0;
      for (index_t k = 0; k < n; ++k)
        total += q(i, k) * static_cast<W>(values[static_cast<std::size_t>(k)]) * q(j, k);
      a(i, j) = a(j, i) = static_cast<T>(total);
    }
  return a;
}

/// |a v - v w|, how orthonormal v is, and that w ascends.
template <class T, class R>
void check_pairs(tensor<T, 2> const& a, R const& r) {
  const tensor<T, 2> v = r.vectors;
  const index_t n = a.extent(0);
  CHECK(orthogonality(v) <= 20.0 * double(n) * roundings<T>);
  const auto wide = widened(v);
  CHECK(distance(product(widened(a), wide), product(wide, diagonal_of<wide_of<T>>(r.values))) <=
        20.0 * double(n) * roundings<T> * size_of(widened(a)));
  for (index_t k = 1; k < n; ++k)
    CHECK(r.values(k - 1) <= r.values(k));
}

} // namespace

TEST_CASE_TEMPLATE("small eigenvalues: known ones, equal and nearly equal ones, large and tiny ones", M, of<double, 2>,
                   of<double, 3>, of<float, 3>, of<double, 4>, of<double, 8>) {
  using T = typename M::element;
  constexpr index_t n = M::rows;
  const std::vector<std::vector<double>> spectra = {
      {1, 2, 3, 4, 5, 6, 7, 8},          {1, 1, 1, 1, 1, 1, 1, 1},
      {2, 2, 5, 5, 5, 7, 7, 7},          {1, 1 + 1e-13, 1 + 2e-13, 2, 2, 2, 2, 2},
      {-1, 0, 0, 0, 1, 1, 1, 1},         {0, 0, 0, 0, 0, 0, 0, 0},
      {1e-9, 1, 1e9, 1e9, 1e9, 1, 1, 1}, {-3, -3, 3, 3, -3, 3, -3, 3}};
  const double far = sizeof(T) == 4 ? 1e25 : 1e200;
  for (auto const& spectrum : spectra)
    for (const double scale : {1.0, far, 1 / far})
      for (unsigned long seed = 1; seed <= 3; ++seed) {
        std::vector<double> values(spectrum.begin(), spectrum.begin() + n);
        for (double& v : values)
          v *= scale;
        if (sizeof(T) == 4 && scale > 1 && spectrum[2] > 1e8)
          continue;
        const auto any = with_eigenvalues<T>(values, seed);
        const typename M::matrix a = any;
        std::optional<no_alloc_scope> none(std::in_place);
        const auto r = linalg::eigh(a);
        const auto only = linalg::eigvalsh(a);
        none.reset();
        std::sort(values.begin(), values.end());
        const double most = std::max(std::abs(values.front()), std::abs(values.back()));
        for (index_t k = 0; k < n; ++k) {
          CHECK(std::abs(double(r.values(k)) - values[static_cast<std::size_t>(k)]) <=
                20.0 * double(n) * roundings<T> * most);
          CHECK(std::abs(double(only(k)) - double(r.values(k))) <= 20.0 * double(n) * roundings<T> * most);
        }
        if (scale == 1)
          check_pairs(any, r);
        else
          CHECK(orthogonality(tensor<T, 2>(r.vectors)) <= 20.0 * double(n) * roundings<T>);
      }
}

TEST_CASE_TEMPLATE("small eigenvalues: those of general routines; the upper triangle is not read", M, of<double, 2>,
                   of<double, 3>, of<float, 3>, of<double, 4>, of<double, 8>) {
  using T = typename M::element;
  constexpr index_t n = M::rows;
  for (auto const& any : kinds<T>(n, n)) {
    typename M::matrix a = any;
    tensor<T, 2> whole = any;
    for (index_t i = 0; i < n; ++i)
      for (index_t j = i + 1; j < n; ++j) {
        a(i, j) = std::numeric_limits<T>::quiet_NaN();
        whole(i, j) = whole(j, i);
      }
    const auto r = linalg::eigh(a);
    check_pairs(whole, r);
    if (!without_lapack()) {
      const double most = size_of(widened(whole));
      CHECK(all_close(tensor<T, 1>(r.values), linalg::eigh(whole).values, 0.0, 50 * roundings<T> * most));
    }
  }
  typename M::matrix bad;
  bad(n - 1, 0) = std::numeric_limits<T>::infinity();
  CHECK_THROWS((void)linalg::eigh(bad));
}

TEST_CASE_TEMPLATE("small eigenvalues: elements whose squares leave the range, beside large ones", M, of<double, 3>,
                   of<double, 4>, of<double, 6>, of<double, 8>, of<float, 4>, of<float, 5>) {
  using T = typename M::element;
  constexpr index_t n = M::rows;
  constexpr int most = sizeof(T) == 4 ? 120 : 900;
  for (unsigned long seed = 1; seed <= 60; ++seed) {
    auto any = random_matrix<T>(n, n, seed);
    std::mt19937_64 draw(seed);
    const int by = 50 + static_cast<int>(draw() % (most - 50)); // of some elements, or of the lower rows
    for (index_t i = 0; i < n; ++i)
      for (index_t j = 0; j <= i; ++j) {
        const bool small = seed % 2 == 0 ? draw() % 2 == 0 : i >= n / 2;
        any(i, j) = any(j, i) = std::ldexp(any(i, j), small ? -by : 0);
      }
    const typename M::matrix a = any;
    CAPTURE(seed);
    const auto r = linalg::eigh(a);
    check_pairs(any, r);
    CHECK(all_close(tensor<T, 1>(linalg::eigvalsh(a)), tensor<T, 1>(r.values), 0.0,
                    20.0 * n * roundings<T> * size_of(widened(any))));
  }
  // A short column beside an element of which it is less than a rounding.
  for (int by = 10; by <= most; by += 5)
    for (const int up : {0, sizeof(T) == 4 ? 30 : 100, sizeof(T) == 4 ? 60 : 400}) {
      tensor<T, 2> any(n, n);
      for (index_t i = 0; i < n; ++i)
        any(i, i) = T(i);
      any(0, 1) = any(1, 0) = any(0, 2) = any(2, 0) = std::ldexp(T(1), -by);
      any(1, 1) = std::ldexp(T(1), up);
      CAPTURE(by);
      CAPTURE(up);
      const typename M::matrix a = any;
      check_pairs(any, linalg::eigh(a));
    }
}

TEST_CASE_TEMPLATE("small singular values", M, of<double, 1>, of<double, 2>, of<double, 3>, of<float, 3>) {
  using T = typename M::element;
  constexpr index_t n = M::rows;
  for (auto const& [any, exponent] : hard_kinds<T>(n, n)) {
    const typename M::matrix a = any;
    std::optional<no_alloc_scope> none(std::in_place);
    const auto r = linalg::svd(a);
    const auto only = linalg::svdvals(a);
    none.reset();
    check_svd<T>(any, exponent, tensor<T, 2>(r.u), tensor<T, 1>(r.s), tensor<T, 2>(r.vh), tensor<T, 1>(only));
    if (!without_lapack() && exponent == 0)
      CHECK(all_close(tensor<T, 1>(r.s), linalg::svd(any).s, 0.0, 50 * roundings<T> * size_of(widened(any))));
  }
  // Small values to their own roundings, of a matrix whose rows are scaled.
  if constexpr (n == 3 && sizeof(T) == 8) {
    const tensor<double, fixed<3, 3>> scaled{{3, 0, 0}, {0, 1e-12, 1e-12}, {0, 1e-12, -1e-12}};
    const auto r = linalg::svdvals(scaled);
    CHECK(r(1) == doctest::Approx(std::sqrt(2.0) * 1e-12).epsilon(1e-14));
    CHECK(r(2) == doctest::Approx(std::sqrt(2.0) * 1e-12).epsilon(1e-14));
  }
}

TEST_CASE("small eigenvalues and singular values in constant expressions") {
  constexpr tensor<double, fixed<2, 2>> a{{2, 1}, {1, 2}};
  constexpr auto r = linalg::eigh(a);
  static_assert(r.values(0) > 0.99999999 && r.values(0) < 1.00000001 && r.values(1) > 2.99999999);
  constexpr auto s = linalg::svdvals(a);
  static_assert(s(0) > 2.99999999 && s(0) < 3.00000001);
}
