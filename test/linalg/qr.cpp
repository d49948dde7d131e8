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

} // namespace

TEST_CASE_TEMPLATE("qr: a is q r, reduced and full, in both orders" * doctest::skip(without_lapack()), T, float, double,
                   std::complex<float>, std::complex<double>) {
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

TEST_CASE("qr: any strides, batches, static shapes" * doctest::skip(without_lapack())) {
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

TEST_CASE("qr: what is refused" * doctest::skip(without_lapack())) {
  tensor<std::complex<float>, 3> a(2, 3, 2);
  a(1, 2, 0) = {0, HUGE_VALF};
  CHECK(support::message_of([&] { (void)linalg::qr(a); }) ==
        "weft: linalg::qr: matrix 1 of the batch: element (2,0) is NaN or infinite (cgeqrf)");
}
