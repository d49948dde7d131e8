#include "decomposition.hpp"

#include <support/message.hpp>
#include <weft/linalg/qr.hpp>

using namespace weft;
using namespace decomposition_test;

namespace {

/// a = q r with orthonormal columns and an upper triangle.
template <class T>
void check_factors(tensor<T, 2> const& a, tensor<T, 2> const& q, tensor<T, 2> const& r, index_t inner) {
  const index_t m = a.extent(0), n = a.extent(1);
  REQUIRE(q.shape() == shape(m, inner));
  REQUIRE(r.shape() == shape(inner, n));
  CHECK(orthogonality(q) <= bound<T>(m, n));
  for (index_t i = 0; i < inner; ++i)
    for (index_t j = 0; j < i && j < n; ++j)
      CHECK(r(i, j) == T(0));
  const auto w = widened(a);
  CHECK(distance(product(widened(q), widened(r)), w) <= bound<T>(m, n) * size_of(w));
}

/// a(:, p) = q r, where p has each column once and the diagonal of r descends. The routine compares norms of columns
/// that it has updated; it computes them anew where they lost half of their digits (LAWN 176), so the next one may be
/// larger by a few roundings of the norm of a.
template <class T, class P>
void check_pivoted(tensor<T, 2> const& a, tensor<T, 2> const& q, tensor<T, 2> const& r, P const& p, index_t inner) {
  const index_t m = a.extent(0), n = a.extent(1);
  REQUIRE(p.shape() == shape(n));
  std::vector<int> met(static_cast<std::size_t>(n));
  tensor<T, 2> exchanged(m, n);
  for (index_t j = 0; j < n; ++j) {
    REQUIRE(p(j) >= 0);
    REQUIRE(p(j) < n);
    CHECK(++met[static_cast<std::size_t>(p(j))] == 1);
    for (index_t i = 0; i < m; ++i)
      exchanged(i, j) = a(i, p(j));
  }
  check_factors<T>(exchanged, q, r, inner);
  for (index_t i = 1; i < std::min(m, n); ++i)
    CHECK(std::abs(r(i, i)) <= std::abs(r(i - 1, i - 1)) + bound<T>(m, n) * size_of(widened(a)));
}

} // namespace

TEST_CASE_TEMPLATE("qr: with exchanged columns, reduced and full, in both orders", T, float, double,
                   std::complex<float>, std::complex<double>) {
  auto matrices = any_matrices<T>();
  for (auto const& a : square_matrices<T>())
    matrices.push_back(a);
  for (auto const& a : matrices) {
    const index_t m = a.extent(0), n = a.extent(1), k = m < n ? m : n;
    const auto [q, r, p] = linalg::qr(a, linalg::pivoted);
    static_assert(std::same_as<decltype(p), const tensor<index_t, 1>>);
    check_pivoted<T>(a, q, r, p, k);
    const auto full = linalg::qr(a, linalg::full_matrices, linalg::pivoted);
    check_pivoted<T>(a, full.q, full.r, full.p, m);
    const auto of_columns = linalg::qr(tensor<T, 2, column_major>(a), linalg::pivoted);
    static_assert(std::same_as<decltype(of_columns.q), tensor<T, 2, column_major>>);
    check_pivoted<T>(a, of_columns.q, of_columns.r, of_columns.p, k);
  }
  // The rank shows on the diagonal: what follows are roundings.
  const auto f = linalg::qr(deficient<T>(12, 8, 3), linalg::pivoted);
  CHECK(std::abs(f.r(2, 2)) > 0.1);
  CHECK(std::abs(f.r(3, 3)) <= bound<T>(12, 8) * std::abs(f.r(0, 0)));
}

TEST_CASE("qr: exchanged columns are the largest that remain; any strides; batches; static shapes") {
  const tensor<double, fixed<2, 3>> known{{1, 0, 3}, {0, 2, 0}};
  const auto g = linalg::qr(known, linalg::pivoted);
  static_assert(std::same_as<decltype(g.p), tensor<index_t, fixed<3>>>);
  static_assert(std::same_as<decltype(g.q), tensor<double, fixed<2, 2>>>);
  CHECK(g.p == tensor<index_t, 1>{2, 1, 0});
  CHECK(std::abs(g.r(0, 0)) == doctest::Approx(3).epsilon(1e-15));
  CHECK(std::abs(g.r(1, 1)) == doctest::Approx(2).epsilon(1e-15));
  const auto a = random_matrix<double>(6, 4);
  in_each_layout(a, [&](auto const& x) {
    const auto f = linalg::qr(x, linalg::pivoted);
    check_pivoted<double>(a, tensor<double, 2>(f.q), tensor<double, 2>(f.r), tensor<index_t, 1>(f.p), 4);
  });
  tensor<double, 3, column_major> batch(3, 5, 4);
  for (index_t k = 0; k < 3; ++k)
    batch(k, all, all) = random_matrix<double>(5, 4, 10 + static_cast<unsigned long>(k));
  const auto f = linalg::qr(batch, linalg::pivoted);
  for (index_t k = 0; k < 3; ++k)
    check_pivoted<double>(tensor<double, 2>(batch(k, all, all)), tensor<double, 2>(f.q(k, all, all)),
                          tensor<double, 2>(f.r(k, all, all)), tensor<index_t, 1>(f.p(k, all)), 4);
}

TEST_CASE_TEMPLATE("qr: a is q r, reduced and full, in both orders", T, float, double, std::complex<float>,
                   std::complex<double>) {
  for (auto const& a : any_matrices<T>()) {
    const index_t m = a.extent(0), n = a.extent(1), k = m < n ? m : n;
    const auto [q, r] = linalg::qr(a);
    check_factors<T>(a, q, r, k);
    const auto full = linalg::qr(a, linalg::full_matrices);
    check_factors<T>(a, full.q, full.r, m);
    const tensor<T, 2, column_major> by_columns = a;
    const auto of_columns = linalg::qr(by_columns);
    static_assert(std::same_as<decltype(of_columns.q), tensor<T, 2, column_major>>);
    check_factors<T>(a, of_columns.q, of_columns.r, k);
    const auto full_of_columns = linalg::qr(by_columns, linalg::full_matrices);
    check_factors<T>(a, full_of_columns.q, full_of_columns.r, m);
  }
}

TEST_CASE("qr: any strides, batches, static shapes") {
  const auto a = random_matrix<double>(6, 4);
  in_each_layout(a, [&](auto const& x) {
    const auto f = linalg::qr(x);
    check_factors<double>(a, f.q, f.r, 4);
  });
  tensor<double, 3> batch(3, 5, 4);
  for (index_t k = 0; k < 3; ++k)
    batch(k, all, all) = random_matrix<double>(5, 4, 10 + static_cast<unsigned long>(k));
  const auto check = [&](auto const& f, index_t inner) {
    for (index_t k = 0; k < 3; ++k)
      check_factors<double>(tensor<double, 2>(batch(k, all, all)), tensor<double, 2>(f.q(k, all, all)),
                            tensor<double, 2>(f.r(k, all, all)), inner);
  };
  check(linalg::qr(batch), 4);
  check(linalg::qr(batch, linalg::full_matrices), 5);
  check(linalg::qr(tensor<double, 3, column_major>(batch)), 4);
  const tensor<double, fixed<3, 2>> fixed_shape{{1, 2}, {3, 4}, {5, 6}};
  const auto g = linalg::qr(fixed_shape);
  static_assert(std::same_as<decltype(g.q), tensor<double, fixed<3, 2>>>);
  static_assert(std::same_as<decltype(g.r), tensor<double, fixed<2, 2>>>);
  check_factors<double>(fixed_shape, g.q, g.r, 2);
  const auto h = linalg::qr(fixed_shape, linalg::full_matrices);
  static_assert(std::same_as<decltype(h.q), tensor<double, fixed<3, 3>>>);
  static_assert(std::same_as<decltype(h.r), tensor<double, fixed<3, 2>>>);
  check_factors<double>(fixed_shape, h.q, h.r, 3);
}

TEST_CASE("qr: what is refused") {
  tensor<std::complex<float>, 3> a(2, 3, 2);
  a(1, 2, 0) = {0, HUGE_VALF};
  CHECK(support::message_of([&] { (void)linalg::qr(a); }) ==
        "weft: linalg::qr: matrix 1 of the batch: element (2,0) is NaN or infinite (cgeqrf)");
  CHECK(support::message_of([&] { (void)linalg::qr(a, linalg::pivoted); }) ==
        "weft: linalg::qr: matrix 1 of the batch: element (2,0) is NaN or infinite (cgeqp3)");
}
