#include "decomposition.hpp"
#include "numpy_answers.hpp"

#include <support/message.hpp>
#include <weft/linalg/svd.hpp>

using namespace weft;
using namespace decomposition_test;

namespace {

/// a = u diag(s) vh with orthonormal vectors and values that descend to 0 at least.
template <class T, class S>
void check_factors(tensor<T, 2> const& a, tensor<T, 2> const& u, S const& s, tensor<T, 2> const& vh, bool full) {
  const index_t m = a.extent(0), n = a.extent(1), k = m < n ? m : n;
  REQUIRE(u.shape() == shape(m, full ? m : k));
  REQUIRE(s.shape() == shape(k));
  REQUIRE(vh.shape() == shape(full ? n : k, n));
  for (index_t i = 0; i < k; ++i)
    CHECK((s(i) >= 0 && (i == 0 || s(i) <= s(i - 1))));
  CHECK(orthogonality(u) <= bound<T>(m, n));
  CHECK(orthogonality(tensor<T, 2>(transpose(vh))) <= bound<T>(m, n));
  const auto w = widened(a);
  const auto us = product(widened(tensor<T, 2>(u(all, range(0, k)))), diagonal_of<wide_of<T>>(s));
  CHECK(distance(product(us, widened(tensor<T, 2>(vh(range(0, k), all)))), w) <= bound<T>(m, n) * size_of(w));
}

} // namespace

TEST_CASE_TEMPLATE("svd: a is u diag(s) vh, reduced and full, in both orders", T, float, double, std::complex<float>,
                   std::complex<double>) {
  for (auto const& a : any_matrices<T>()) {
    const auto [u, s, vh] = linalg::svd(a);
    static_assert(std::same_as<decltype(s), const tensor<real_of<T>, 1>>);
    check_factors<T>(a, u, s, vh, false);
    const auto full = linalg::svd(a, linalg::full_matrices);
    check_factors<T>(a, full.u, full.s, full.vh, true);
    const tensor<T, 2, column_major> by_columns = a;
    const auto of_columns = linalg::svd(by_columns);
    static_assert(std::same_as<decltype(of_columns.vh), tensor<T, 2, column_major>>);
    check_factors<T>(a, of_columns.u, of_columns.s, of_columns.vh, false);
    // Values alone come by another way: each errs by the bound times the largest.
    const auto values = linalg::svdvals(a);
    REQUIRE(values.shape() == s.shape());
    for (index_t i = 0; i < s.size(); ++i)
      CHECK(std::abs(values(i) - s(i)) <= bound<T>(a.extent(0), a.extent(1)) * s(0));
  }
}

TEST_CASE_TEMPLATE("svdvals, matrix_rank, pinv: NumPy's answers", T, std::complex<float>, std::complex<double>) {
  using W = std::complex<double>;
  for (auto const& c : numpy_answers) {
    const tensor<T, 2> a = cast<T>(tensor<W, 2>(shape(c.m, c.n), c.a));
    const double tolerance = bound<T>(c.m, c.n);
    const auto s = linalg::svdvals(a);
    for (index_t i = 0; i < s.size(); ++i)
      CHECK(std::abs(double(s(i)) - c.svdvals[static_cast<std::size_t>(i)]) <= tolerance * c.svdvals[0]);
    CHECK(linalg::matrix_rank(a) == c.rank);
    // A pseudo-inverse errs by the condition number of what is not taken for 0.
    const double condition = c.svdvals[0] / c.svdvals[static_cast<std::size_t>(c.rank - 1)];
    const auto inverse = widened(tensor<W, 2>(cast<W>(linalg::pinv(a)))),
               expected = widened(tensor<W, 2>(shape(c.n, c.m), c.pinv));
    CHECK(distance(inverse, expected) <= tolerance * condition * size_of(expected));
  }
}

TEST_CASE("svd, svdvals, pinv: any strides, batches, static shapes") {
  const auto a = random_matrix<double>(6, 4);
  const auto plain = linalg::pinv(a);
  in_each_layout(a, [&](auto const& x) {
    const auto f = linalg::svd(x);
    check_factors<double>(a, f.u, f.s, f.vh, false);
    CHECK(all_close(linalg::svdvals(x), f.s, 1e-14, 1e-14));
    CHECK(all_close(linalg::pinv(x), plain, 1e-13, 1e-13));
  });
  tensor<double, 3> batch(3, 5, 4);
  for (index_t k = 0; k < 3; ++k)
    batch(k, all, all) = random_matrix<double>(5, 4, 10 + static_cast<unsigned long>(k));
  const auto check = [&](auto const& f, auto const& inverse, bool full) {
    for (index_t k = 0; k < 3; ++k) {
      const tensor<double, 2> one = batch(k, all, all);
      check_factors<double>(one, tensor<double, 2>(f.u(k, all, all)), tensor<double, 1>(f.s(k, all)),
                            tensor<double, 2>(f.vh(k, all, all)), full);
      CHECK(all_close(inverse(k, all, all), linalg::pinv(one), 1e-13, 1e-13));
    }
  };
  check(linalg::svd(batch), linalg::pinv(batch), false);
  check(linalg::svd(batch, linalg::full_matrices), linalg::pinv(batch), true);
  const tensor<double, 3, column_major> by_columns = batch;
  check(linalg::svd(by_columns), linalg::pinv(by_columns), false);
  CHECK(all_close(linalg::svdvals(by_columns), linalg::svd(batch).s, 1e-14, 1e-14));
  const tensor<float, fixed<3, 2>> fixed_shape{{1, 2}, {3, 4}, {5, 6}};
  const auto g = linalg::svd(fixed_shape);
  static_assert(std::same_as<decltype(g.u), tensor<float, fixed<3, 2>>>);
  static_assert(std::same_as<decltype(g.s), tensor<float, fixed<2>>>);
  static_assert(std::same_as<decltype(linalg::pinv(fixed_shape)), tensor<float, fixed<2, 3>>>);
  check_factors<float>(fixed_shape, g.u, g.s, g.vh, false);
}

TEST_CASE("matrix_rank: numbers, batches, tolerance") {
  const tensor<double, 2> a{{1, 0, 0}, {0, 1e-3, 0}, {0, 0, 1e-17}};
  static_assert(std::same_as<decltype(linalg::matrix_rank(a)), index_t>);
  CHECK(linalg::matrix_rank(a) == 2);
  CHECK(linalg::matrix_rank(a, 1e-2) == 1);
  CHECK(linalg::matrix_rank(a, 0.0) == 3);
  CHECK(linalg::matrix_rank(tensor<double, 2>(3, 4)) == 0);
  CHECK(linalg::matrix_rank(tensor<double, 2>(0, 4)) == 0);
  tensor<double, 3> batch(2, 3, 3);
  batch(1, all, all) = a;
  CHECK(linalg::matrix_rank(batch) == tensor<index_t, 1>{0, 2});
  CHECK(linalg::matrix_rank(deficient<float>(12, 8, 3)) == 3);
}

TEST_CASE("pinv: the conditions of Moore and Penrose, tolerance, no elements") {
  const auto a = deficient<double>(7, 5, 2);
  const auto p = linalg::pinv(a);
  const auto w = widened(a), v = widened(p);
  CHECK(distance(product(product(w, v), w), w) <= 1e-13 * size_of(w));
  CHECK(distance(product(product(v, w), v), v) <= 1e-13 * size_of(v));
  CHECK(distance(adjoint(product(w, v)), product(w, v)) <= 1e-13);
  const tensor<double, 2> d{{2, 0}, {0, 1e-3}};
  CHECK(all_close(linalg::pinv(d), tensor<double, 2>{{0.5, 0}, {0, 1e3}}, 1e-15, 1e-15));
  CHECK(all_close(linalg::pinv(d, 1e-2), tensor<double, 2>{{0.5, 0}, {0, 0}}, 1e-15, 1e-15));
  CHECK(linalg::pinv(tensor<double, 2>(3, 2)) == tensor<double, 2>(2, 3));
  CHECK(linalg::pinv(tensor<double, 2>(3, 0)).shape() == shape(0, 3));
  CHECK(linalg::pinv(tensor<double, 3>(0, 3, 2)).shape() == shape(0, 2, 3));
}

TEST_CASE("svd and its kin: what is refused") {
  tensor<double, 2> a(3, 4);
  a(1, 2) = -HUGE_VAL;
  for (const bool turned : {false, true}) {
    const auto refused = [&](char const* name, auto const& f) {
      CHECK(support::message_of([&] {
              if (turned)
                f(tensor<double, 2, column_major>(a));
              else
                f(a);
            }) == std::string("weft: linalg::") + name + ": element (1,2) is NaN or infinite (dgesdd)");
    };
    refused("svd", [](auto const& x) { (void)linalg::svd(x); });
    refused("svdvals", [](auto const& x) { (void)linalg::svdvals(x); });
    refused("matrix_rank", [](auto const& x) { (void)linalg::matrix_rank(x); });
    refused("pinv", [](auto const& x) { (void)linalg::pinv(x); });
  }
}
