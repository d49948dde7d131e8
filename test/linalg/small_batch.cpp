#include "small_matrices.hpp"

#include <support/explained.hpp>
#include <support/message.hpp>
#include <weft/linalg/cholesky.hpp>
#include <weft/linalg/eigen.hpp>
#include <weft/linalg/lu.hpp>
#include <weft/linalg/small_batch.hpp>
#include <weft/linalg/solve.hpp>
#include <weft/linalg/svd.hpp>
#include <weft/ops/generate.hpp>

using namespace weft;
using namespace small_test;

namespace {

/// Matrix k of a batch.
template <class B>
auto matrix_of(B const& batch, index_t k) {
  return tensor<typename B::value_type, 2>(batch(k, all, all));
}
/// Calls f with the batch as it is, with the batch as the last axis, by columns, with strides of both signs, and of
/// the other order.
template <class T, class F>
void in_each_batch_layout(tensor<T, 3> const& batch, F const& f) {
  const index_t count = batch.extent(0), m = batch.extent(1), n = batch.extent(2);
  f(batch);
  const tensor<T, 3> last = permute(batch, 1, 2, 0);
  f(permute(last, 2, 0, 1));
  const tensor<T, 3> turned = transpose(batch, 1, 2);
  f(transpose(turned, 1, 2));
  tensor<T, 3> wide(2 * count, m + 1, 2 * n);
  const auto some = wide(range(2 * count - 1, 0, -2), range(0, m), range(0, 2 * n, 2));
  some(ellipsis) = batch;
  f(some);
  f(tensor<T, 3, column_major>(batch));
}

/// `count` of `some`, as a batch.
template <class T, class Some>
tensor<T, 3> batch_of(Some const& some, std::size_t first, index_t count) {
  tensor<T, 3> batch(count, some[0].first.extent(0), some[0].first.extent(1));
  for (index_t k = 0; k < count; ++k)
    batch(k, all, all) = some[(first + static_cast<std::size_t>(k)) % some.size()].first;
  return batch;
}

} // namespace

TEST_CASE_TEMPLATE("batches of small matrices: determinants, inverses and solutions in each layout", M, of<double, 2>,
                   of<double, 3>, of<double, 4>, of<double, 5>, of<double, 8>, of<float, 3>, of<float, 6>, of<float, 7>) {
  using T = typename M::element;
  constexpr index_t n = M::rows;
  const auto some = kinds<T>(n, n);
  for (const index_t count : {index_t(8), index_t(35)}) {
    tensor<T, 3> a(count, n, n);
    for (index_t k = 0; k < count; ++k)
      a(k, all, all) = some[static_cast<std::size_t>(k) % some.size()];
    const tensor<T, 3> sides = reshape(random_matrix<T>(count * n, 2, 4), shape(count, n, 2));
    in_each_batch_layout(a, [&](auto const& batch) {
      const tensor<T, 1> dets = linalg::det(batch);
      tensor<T, 3> inverses(n, n, count);
      permute(inverses, 2, 0, 1) = linalg::inv(batch);
      const tensor<T, 3> plain = linalg::inv(batch);
      CHECK(plain == tensor<T, 3>(permute(inverses, 2, 0, 1)));
      const tensor<T, 3> xs = linalg::solve(batch, sides);
      for (index_t k = 0; k < count; ++k) {
        const auto any = matrix_of(a, k);
        wide_matrix<T> right;
        const auto det = wide_inverse(any, right);
        if (std::abs(det) < std::numeric_limits<T>::max())
          CHECK(static_cast<double>(std::abs(dets(k) - det)) <=
                20.0 * double(n) * roundings<T> * static_cast<double>(volume_of_rows(any)) +
                    std::numeric_limits<T>::min());
        const double size = size_of(right), condition = size * size_of(widened(any));
        CHECK(distance(widened(matrix_of(plain, k)), right) <= (3e4 + 30 * condition) * roundings<T> * size);
        CHECK(backward_error(any, tensor<T, 2>(xs(k, all, all)), tensor<T, 2>(sides(k, all, all))) <= bound<T>(n, n));
      }
    });
  }
}

TEST_CASE_TEMPLATE("batches of small matrices: Cholesky factors and eigenvalues in each layout", M, of<double, 2>,
                   of<double, 3>, of<double, 4>, of<double, 5>, of<double, 8>, of<float, 3>, of<float, 6>, of<float, 7>) {
  using T = typename M::element;
  constexpr index_t n = M::rows;
  for (const index_t count : {index_t(8), index_t(35)}) {
    tensor<T, 3> p(count, n, n);
    for (index_t k = 0; k < count; ++k) {
      const auto m = random_matrix<T>(n, n, static_cast<unsigned long>(k));
      p(k, all, all) = matmul(m, transpose(m)) + T(0.1) * eye<T>(n);
    }
    in_each_batch_layout(p, [&](auto const& batch) {
      const tensor<T, 3> l = linalg::cholesky(batch);
      const auto r = linalg::eigh(batch);
      const tensor<T, 2> only = linalg::eigvalsh(batch);
      for (index_t k = 0; k < count; ++k) {
        const auto wide = widened(matrix_of(p, k));
        const double size = size_of(wide);
        const auto lower = widened(matrix_of(l, k)), v = widened(matrix_of(r.vectors, k));
        CHECK(distance(product(lower, adjoint(lower)), wide) <= 20.0 * double(n) * roundings<T> * size);
        CHECK(distance(product(wide, v), product(v, diagonal_of<wide_of<T>>(tensor<T, 1>(r.values(k, all))))) <=
              30.0 * double(n) * roundings<T> * size);
        CHECK(orthogonality(matrix_of(r.vectors, k)) <= 20.0 * double(n) * roundings<T>);
        for (index_t i = 0; i < n; ++i) {
          CHECK((i == 0 || r.values(k, i - 1) <= r.values(k, i)));
          CHECK(std::abs(only(k, i) - r.values(k, i)) <= 20.0 * double(n) * roundings<T> * size);
        }
      }
    });
  }
}

TEST_CASE_TEMPLATE("batches of small matrices: QR of all shapes, in each layout", M, of<double, 2>, of<double, 3>,
                   of<double, 5>, of<double, 8>, of<double, 8, 3>, of<double, 1, 4>, of<float, 2>, of<float, 4>,
                   of<float, 7>, of<float, 3, 7>, of<float, 6, 4>, of<float, 5, 1>) {
  using T = typename M::element;
  constexpr index_t m = M::rows, n = M::columns, least = std::min(m, n);
  const auto some = hard_kinds<T>(m, n);
  for (std::size_t first = 0; first < some.size(); first += 35)
    for (const index_t count : {index_t(8), index_t(35)}) {
      const auto a = batch_of<T>(some, first, count);
      in_each_batch_layout(a, [&](auto const& batch) {
        const auto thin = linalg::qr(batch);
        const auto full = linalg::qr(batch, linalg::full_matrices);
        for (index_t k = 0; k < count; ++k) {
          const auto exponent = some[(first + static_cast<std::size_t>(k)) % some.size()].second;
          check_qr(matrix_of(a, k), exponent, matrix_of(thin.q, k), matrix_of(thin.r, k), least);
          check_qr(matrix_of(a, k), exponent, matrix_of(full.q, k), matrix_of(full.r, k), m);
        }
      });
    }
}

TEST_CASE_TEMPLATE("batches of small matrices: singular values, in each layout", M, of<double, 2>, of<double, 3>,
                   of<float, 2>, of<float, 3>) {
  using T = typename M::element;
  constexpr index_t n = M::rows;
  const auto some = hard_kinds<T>(n, n);
  for (std::size_t first = 0; first < some.size(); first += 35)
    for (const index_t count : {index_t(8), index_t(35)}) {
      const auto a = batch_of<T>(some, first, count);
      in_each_batch_layout(a, [&](auto const& batch) {
        const auto f = linalg::svd(batch);
        const auto full = linalg::svd(batch, linalg::full_matrices);
        const auto only = linalg::svdvals(batch);
        CHECK(tensor<T, 3>(full.u) == tensor<T, 3>(f.u));
        for (index_t k = 0; k < count; ++k) {
          const auto exponent = some[(first + static_cast<std::size_t>(k)) % some.size()].second;
          check_svd(matrix_of(a, k), exponent, matrix_of(f.u, k), tensor<T, 1>(f.s(k, all)), matrix_of(f.vh, k),
                    tensor<T, 1>(only(k, all)));
        }
      });
    }
}

TEST_CASE("batches of small matrices: small singular values to their own roundings, factors of more axes and of NaN") {
  tensor<double, 4> a(3, 4, 3, 3);
  for (index_t k = 0; k < 12; ++k)
    a(k / 4, k % 4, all, all) = tensor<double, 2>{{3, 0, 0}, {0, 1e-12, 1e-12}, {0, 1e-12, -1e-12}};
  const auto values = linalg::svdvals(a);
  const auto f = linalg::svd(a);
  const auto g = linalg::qr(a);
  for (index_t k = 0; k < 12; ++k) {
    CHECK(values(k / 4, k % 4, 0) == doctest::Approx(3).epsilon(1e-15));
    for (const index_t i : {1, 2}) {
      CHECK(values(k / 4, k % 4, i) == doctest::Approx(std::sqrt(2.0) * 1e-12).epsilon(1e-14));
      CHECK(f.s(k / 4, k % 4, i) == doctest::Approx(std::sqrt(2.0) * 1e-12).epsilon(1e-14));
      CHECK(std::abs(g.r(k / 4, k % 4, i, i)) == doctest::Approx(std::sqrt(2.0) * 1e-12).epsilon(1e-14));
    }
  }
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    a(1, 2, 2, 1) = bad; // without LAPACK the error of that
    CHECK_THROWS_AS((void)linalg::qr(a), error);
    CHECK_THROWS_AS((void)linalg::svd(a), error);
    CHECK_THROWS_AS((void)linalg::svdvals(a), error);
  }
}

TEST_CASE("batches of small matrices: more axes, broadcast sides, no memory, and one that is singular") {
  tensor<double, 4> a(3, 4, 3, 3);
  for (index_t k = 0; k < 12; ++k)
    a(k / 4, k % 4, all, all) = random_matrix<double>(3, 3, static_cast<unsigned long>(k)) + 2.0 * eye<double>(3);
  const tensor<double, 1> side{1, 2, 3};
  const tensor<double, 3> x = linalg::solve(a, side);
  const tensor<double, 2> d = linalg::det(a);
  for (index_t k = 0; k < 12; ++k) {
    const tensor<double, 2> one = a(k / 4, k % 4, all, all);
    CHECK(backward_error(one, tensor<double, 2>(x(k / 4, k % 4, all, newaxis)),
                         tensor<double, 2>(side(all, newaxis))) <= bound<double>(3, 3));
    CHECK(d(k / 4, k % 4) == doctest::Approx(linalg::det(one)).epsilon(1e-12));
  }
  tensor<double, 4> inverse(3, 4, 3, 3);
  {
    const no_alloc_scope none;
    inverse = linalg::inv(a);
  }
  CHECK(all_close(tensor<double, 4>(matmul(a, inverse)), tensor<double, 4>(zeros<double>(3, 4, 1, 1) + eye<double>(3)),
                  0.0, 1e-12));
  const auto before = inverse;
  a(2, 1, all, all) = tensor<double, 2>{{1, 2, 0}, {3, 4, 0}, {5, 6, 0}};
  CHECK(linalg::det(a)(2, 1) == 0);
  CHECK_THROWS_AS((inverse = linalg::inv(a)), linalg_error);
  CHECK(inverse == before);
  tensor<double, 3> kept = x;
  CHECK_THROWS_AS((kept = linalg::solve(a, side)), linalg_error);
  CHECK(kept == x);
  a(1, 0, 2, 2) = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_AS((void)linalg::det(a), linalg_error);
  CHECK_THROWS_AS((void)linalg::eigh(a), error); // without LAPACK the error of that
  CHECK_THROWS_AS((void)linalg::cholesky(a), linalg_error);
}

TEST_CASE("batches of small matrices: of 6 x 6 too, one that is singular or not finite is found before any is written") {
  constexpr index_t n = 6, count = 19;
  tensor<double, 3> a(count, n, n);
  for (index_t k = 0; k < count; ++k)
    a(k, all, all) = random_matrix<double>(n, n, static_cast<unsigned long>(k)) + 3.0 * eye<double>(n);
  const tensor<double, 3> sides = ones<double>(count, n, 1);
  tensor<double, 3> inverse(count, n, n), x(count, n, 1);
  {
    const no_alloc_scope none;
    inverse = linalg::inv(a);
    x = linalg::solve(a, sides);
  }
  CHECK(all_close(tensor<double, 3>(matmul(a, x)), sides, 0.0, 1e-12));
  const auto before = inverse;
  const auto kept = x;
  a(17, all, 2) = 0.0;
  CHECK(linalg::det(a)(17) == 0);
  CHECK_THROWS_AS((inverse = linalg::inv(a)), linalg_error);
  CHECK_THROWS_AS((x = linalg::solve(a, sides)), linalg_error);
  a(17, all, 2) = std::numeric_limits<double>::infinity();
  CHECK_THROWS_AS((inverse = linalg::inv(a)), linalg_error);
  CHECK_THROWS_AS((x = linalg::solve(a, sides)), linalg_error);
  CHECK_THROWS_AS((void)linalg::cholesky(a), linalg_error);
  CHECK(inverse == before);
  CHECK(x == kept);
}

TEST_CASE_TEMPLATE("batches of small matrices: dependent rows have no solution, or a finite one, whatever rounds how",
                   M, of<double, 2>, of<double, 3>, of<double, 4>, of<double, 5>, of<float, 2>, of<float, 3>) {
  using T = typename M::element;
  constexpr index_t n = M::rows, count = 9;
  const tensor<T, 3> sides = ones<T>(count, n, 1);
  for (unsigned long seed = 1; seed <= 200; ++seed) {
    const auto one = random_matrix<T>(n, n, seed);
    tensor<T, 3> a(count, n, n);
    a(ellipsis) = one;
    a(all, n - 1, all) = a(all, 0, all) * (seed % 2 == 0 ? T(2) : T(-3));
    tensor<T, 3> x(count, n, 1);
    x = T(7);
    try {
      x = linalg::solve(a, sides);
      CHECK(std::all_of(x.data(), x.data() + x.size(), [](T y) { return std::isfinite(y); }));
    } catch (linalg_error const&) {
      CHECK(std::count(x.data(), x.data() + x.size(), T(7)) == x.size());
    }
  }
  tensor<T, 3> equal(count, n, n);
  equal(ellipsis) = eye<T>(n);
  equal(all, range(0, 2), range(0, 2)) = tensor<T, 2>{{T(0.1), T(0.1)}, {T(0.2), T(0.2)}};
  tensor<T, 3> x(count, n, 1);
  CHECK_THROWS_AS((x = linalg::solve(equal, sides)), linalg_error);
}

TEST_CASE_TEMPLATE(
    "batches of small matrices: pivots without a reciprocal, and scales at which squares leave the range", M,
    of<double, 2>, of<double, 3>, of<double, 4>, of<double, 5>, of<float, 2>, of<float, 3>, of<float, 4>,
    of<float, 5>) {
  using T = typename M::element;
  constexpr index_t n = M::rows, count = 9;
  const T least = 3 * std::numeric_limits<T>::denorm_min();
  tensor<T, 3> a(count, n, n), x(count, n, 1);
  a(ellipsis) = eye<T>(n);
  a(all, n - 1, n - 1) = least;
  tensor<T, 3> sides = ones<T>(count, n, 1);
  sides(all, n - 1, 0) = 5 * least;
  x = linalg::solve(a, sides);
  const typename M::matrix alone = a(0, all, all);
  const typename M::vector solution = linalg::solve(alone, tensor<T, fixed<n>>(sides(0, all, 0)));
  for (index_t i = 0; i < n; ++i) {
    CHECK(std::count_if(x.begin(), x.end(), [&](T y) { return y == T(i + 1 < n ? 1 : 5); }) ==
          (i + 1 < n ? count * (n - 1) : count));
    CHECK(solution(i) == T(i + 1 < n ? 1 : 5));
  }
  // Rows that are nearly equal: minors lose what elimination keeps, at any scale.
  tensor<T, 2> near(n, n);
  for (index_t i = 0; i < n; ++i)
    for (index_t j = 0; j < n; ++j)
      near(i, j) = T(1) + (i == j ? T(i) * T(0x1p-10) : T(0)) + T(0x1p-3) * T(i > 2 ? i * j : 0);
  wide_matrix<T> right;
  wide_inverse(near, right);
  REQUIRE(right.size() == n * n);
  const double condition = size_of(right) * size_of(widened(near));
  constexpr int far = sizeof(T) == 4 ? 30 : 250, step = sizeof(T) == 4 ? 3 : 23;
  for (int by = -far; by <= far; by += step) {
    const auto one = scaled(near, by);
    a(ellipsis) = one;
    const tensor<T, 3> inverses = linalg::inv(a);
    const typename M::matrix fixed_one = one, inverse = linalg::inv(fixed_one);
    CAPTURE(by);
    for (index_t k = 0; k < count; ++k)
      CHECK(distance(widened(scaled(matrix_of(inverses, k), by)), right) <=
            30 * condition * roundings<T> * size_of(right));
    CHECK(distance(widened(scaled(tensor<T, 2>(inverse), by)), right) <=
          30 * condition * roundings<T> * size_of(right));
  }
}

TEST_CASE("batches of small matrices: plans say what runs") {
  support::call_counter none;
  const tensor<double, 3> a = 3.0 * eye<double>(3) + zeros<double>(20, 1, 1), b = ones<double>(20, 3, 2);
  tensor<double, 3> x(20, 3, 2), y(20, 3, 3), turned(3, 3, 20);
  support::check_assignment(x, linalg::solve(a, b), none);
  support::check_assignment(y, linalg::inv(a), none);
  support::check_assignment(permute(turned, 2, 0, 1), linalg::inv(a), none);
  const auto plan = explain(x, linalg::solve(a, b));
  CHECK(plan.loops == 1); // the copy of b
  REQUIRE(plan.blas.size() == 1);
}
