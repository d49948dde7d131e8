#include "decomposition.hpp"

#include <support/message.hpp>
#include <weft/linalg/qr_factor.hpp>

#include <utility>

using namespace weft;
using namespace decomposition_test;

namespace {

/// How far r = b - a x is from being orthogonal to a, by the sizes: the x of least |b - a x| has a^H r = 0.
template <class T>
double normal_error(tensor<T, 2> const& a, tensor<T, 2> const& x, tensor<T, 2> const& b) {
  const auto w = widened(a), y = widened(x);
  const auto p = product(w, y);
  wide_matrix<T> r(p.extent(0), p.extent(1));
  for (index_t i = 0; i < p.extent(0); ++i)
    for (index_t j = 0; j < p.extent(1); ++j)
      r(i, j) = wide_of<T>(b(i, j)) - p(i, j);
  const double size = size_of(w) * (size_of(w) * size_of(y) + size_of(widened(b)));
  return size == 0 ? 0 : size_of(product(adjoint(w), r)) / size;
}

} // namespace

TEST_CASE_TEMPLATE("qr_factor: r, q, Q c, Q^H c, least squares", T, float, double, std::complex<float>,
                   std::complex<double>) {
  for (auto const& a : any_matrices<T>()) {
    const index_t m = a.extent(0), n = a.extent(1), k = m < n ? m : n;
    const auto f = linalg::qr_factor(a);
    const auto r = f.r(), q = f.q();
    REQUIRE(q.shape() == shape(m, k));
    REQUIRE(r.shape() == shape(k, n));
    CHECK(orthogonality(q) <= bound<T>(m, n));
    for (index_t i = 0; i < k; ++i)
      for (index_t j = 0; j < i && j < n; ++j)
        CHECK(r(i, j) == T(0));
    const auto w = widened(a);
    CHECK(distance(product(widened(q), widened(r)), w) <= bound<T>(m, n) * size_of(w));
    // Q^H a is r, and zeros below; Q takes it back to a.
    const auto turned = f.apply_qh(a);
    wide_matrix<T> wanted(m, n);
    for (index_t i = 0; i < k; ++i)
      for (index_t j = 0; j < n; ++j)
        wanted(i, j) = wide_of<T>(r(i, j));
    CHECK(distance(widened(turned), wanted) <= bound<T>(m, n) * size_of(w));
    const tensor<T, 2, column_major> by_columns = turned;
    CHECK(distance(widened(tensor<T, 2>(f.apply_q(by_columns))), w) <= bound<T>(m, n) * size_of(w));
    CHECK(distance(widened(tensor<T, 2>(f.apply_q(turned))), w) <= bound<T>(m, n) * size_of(w));
    const auto by_rows = linalg::qr_factor(tensor<T, 2, column_major>(a));
    static_assert(std::same_as<decltype(by_rows.r()), tensor<T, 2, column_major>>);
    CHECK(distance(widened(tensor<T, 2>(by_rows.r())), widened(r)) <= bound<T>(m, n) * size_of(w));
  }
  for (auto const& [m, n] : std::vector<std::pair<index_t, index_t>>{{1, 1}, {5, 3}, {17, 17}, {90, 33}, {4, 1}, {3, 0}})
    for (const index_t k : {1, 70}) {
      const auto a = random_matrix<T>(m, n), b = random_matrix<T>(m, k, 4);
      const auto f = linalg::qr_factor(a);
      const auto x = f.solve(b);
      REQUIRE(x.shape() == shape(n, k));
      CHECK(normal_error<T>(a, x, b) <= bound<T>(m, n));
      CHECK(normal_error<T>(a, tensor<T, 2>(f.solve(tensor<T, 2, column_major>(b))), b) <= bound<T>(m, n));
      const tensor<T, 1> v = b(all, 0);
      CHECK(normal_error<T>(a, tensor<T, 2>(f.solve(v)(all, newaxis)), tensor<T, 2>(v(all, newaxis))) <=
            bound<T>(m, n));
    }
  const auto g = graded<T>(15, 10);
  const auto b = random_matrix<T>(15, 2, 6);
  CHECK(normal_error<T>(g, linalg::qr_factor(g).solve(b), b) <= bound<T>(15, 10));
}

TEST_CASE("qr_factor: any strides, batches, static shapes, mixed types") {
  const auto a = random_matrix<double>(6, 4), b = random_matrix<double>(6, 3, 2);
  const auto f = linalg::qr_factor(a);
  in_each_layout(a, [&](auto const& x) { CHECK(normal_error<double>(a, linalg::qr_factor(x).solve(b), b) < 1e-14); });
  in_each_layout(b, [&](auto const& y) { CHECK(normal_error<double>(a, tensor<double, 2>(f.solve(y)), b) < 1e-14); });
  const auto z = random_matrix<std::complex<double>>(6, 3, 9);
  const auto x = f.solve(z);
  static_assert(std::same_as<decltype(x), const tensor<std::complex<double>, 2>>);
  CHECK(normal_error<std::complex<double>>(tensor<std::complex<double>, 2>(a), x, z) < 1e-14);
  tensor<double, 3> batch(3, 5, 4);
  for (index_t k = 0; k < 3; ++k)
    batch(k, all, all) = random_matrix<double>(5, 4, 10 + static_cast<unsigned long>(k));
  const auto right = random_matrix<double>(5, 2, 8);
  const tensor<double, 1> v{1, 2, 3, 4, 5};
  const auto check = [&](auto const& g) {
    const auto solutions = g.solve(right);
    const auto vectors = g.solve(v);
    const auto q = g.q();
    const auto r = g.r();
    REQUIRE(solutions.shape() == shape(3, 4, 2));
    REQUIRE(vectors.shape() == shape(3, 4));
    for (index_t k = 0; k < 3; ++k) {
      const tensor<double, 2> one = batch(k, all, all);
      const auto of = [k](auto const& t) { return slice(t, 0, k); };
      CHECK(normal_error<double>(one, tensor<double, 2>(of(solutions)), right) < 1e-14);
      CHECK(all_close(of(vectors), linalg::qr_factor(one).solve(v), 1e-12, 1e-12));
      const auto w = product(tensor<double, 2>(of(q)), tensor<double, 2>(of(r)));
      CHECK(all_close(w, one, 1e-13, 1e-13));
    }
  };
  check(linalg::qr_factor(batch));
  check(linalg::qr_factor(tensor<double, 3, column_major>(batch)));
  check(linalg::qr_factor(tensor<double>(batch)));
  const tensor<double, fixed<3, 2>> known{{1, 2}, {3, 4}, {5, 6}};
  auto g = linalg::qr_factor(known);
  static_assert(std::same_as<decltype(g.q()), tensor<double, fixed<3, 2>>>);
  static_assert(std::same_as<decltype(g.r()), tensor<double, fixed<2, 2>>>);
  const auto copied = g;
  g.refactor(2.0 * known);
  const tensor<double, 1> one{5, 11, 17};
  CHECK(all_close(copied.solve(one), tensor<double, 1>{1, 2}, 1e-13, 1e-13));
  CHECK(all_close(g.solve(one), tensor<double, 1>{0.5, 1}, 1e-13, 1e-13));
  CHECK(linalg::qr_factor(tensor<double, 3>(0, 4, 3)).r().shape() == shape(0, 3, 3));
}

TEST_CASE("qr_factor: what is refused") {
  const tensor<double, 2> a{{1, 0}, {0, 0}, {0, 0}};
  const auto f = linalg::qr_factor(a);
  CHECK(support::message_of([&] { (void)f.solve(tensor<double, 1>{1, 2, 3}); }) ==
        "weft: linalg::qr_factor: the matrix has not full rank: r(1,1) is 0 to rounding (dgeqrf)");
  CHECK(support::message_of([&] { (void)f.solve(tensor<double, 1>{1, 2}); }) ==
        "weft: linalg::qr_factor: shape (3,3) and shape (2): the right side has as many rows as the matrix");
  CHECK(support::message_of([&] { (void)linalg::qr_factor(random_matrix<double>(2, 3)).solve(tensor<double, 1>(2)); }) ==
        "weft: linalg::qr_factor: shape (2,3): the matrix has more columns than rows: linalg::lstsq gives the solution "
        "of least norm");
  tensor<float, 3> bad(2, 3, 2);
  bad(1, 2, 0) = HUGE_VALF;
  CHECK(support::message_of([&] { (void)linalg::qr_factor(bad); }) ==
        "weft: linalg::qr_factor: matrix 1 of the batch: element (2,0) is NaN or infinite (sgeqrf)");
}
