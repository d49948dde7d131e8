#include "small_matrices.hpp"

#include <support/message.hpp>
#include <weft/linalg/build_info.hpp>
#include <weft/linalg/cholesky.hpp>
#include <weft/linalg/lu.hpp>
#include <weft/linalg/qr.hpp>
#include <weft/linalg/small_matrix.hpp>
#include <weft/linalg/solve.hpp>
#include <weft/tensor/explain.hpp>

#include <optional>

using namespace weft;
using namespace small_test;

TEST_CASE_TEMPLATE("small matrices: determinants, inverses and solutions beside a wider type, without memory", M,
                   of<double, 1>, of<double, 2>, of<double, 3>, of<double, 4>, of<double, 6>, of<double, 8>,
                   of<float, 3>, of<float, 4>) {
  using T = typename M::element;
  constexpr index_t n = M::rows;
  const double eps = roundings<T>;
  for (auto const& any : kinds<T>(n, n)) {
    const typename M::matrix a = any;
    wide_matrix<T> right;
    const auto det = wide_inverse(any, right);
    const tensor<T, fixed<n, 2>> sides = random_matrix<T>(n, 2, 9);
    const tensor<T, fixed<n>> side = sides(all, 1);
    T found;
    typename M::matrix inverse;
    tensor<T, fixed<n, 2>> xs;
    tensor<T, fixed<n>> x;
    {
      const no_alloc_scope none;
      found = linalg::det(a);
      inverse = linalg::inv(a);
      xs = linalg::solve(a, sides);
      x = linalg::solve(a, side);
    }
    if (std::abs(det) > std::numeric_limits<T>::max())
      CHECK(std::abs(found) == std::numeric_limits<T>::infinity());
    else
      CHECK(static_cast<double>(std::abs(found - det)) <=
            20.0 * double(n) * eps * static_cast<double>(volume_of_rows(any)) + std::numeric_limits<T>::min());
    const double size = size_of(right), condition = size * size_of(widened(any));
    CHECK(distance(widened(tensor<T, 2>(inverse)), right) <= (3e4 + 30 * condition) * eps * size);
    CHECK(backward_error(any, tensor<T, 2>(xs), tensor<T, 2>(sides)) <= bound<T>(n, n));
    CHECK(all_close(tensor<T, 2>(x(all, newaxis)), tensor<T, 2>(xs(all, range(1, 2))), 1e-3, 1e-30 + 1e-3 * size));
    // The general routines, of the same matrix.
    const tensor<T, 2> general = linalg::inv(any);
    CHECK(distance(widened(tensor<T, 2>(inverse)), widened(general)) <= (3e4 + 60 * condition) * eps * size);
  }
}

TEST_CASE_TEMPLATE("small matrices: singular ones, and what is not finite", M, of<double, 2>, of<double, 3>,
                   of<double, 4>, of<float, 5>) {
  using T = typename M::element;
  constexpr index_t n = M::rows;
  typename M::matrix a; // the first two rows are equal, in numbers that are exact
  for (index_t i = 0; i < n; ++i)
    for (index_t j = 0; j < n; ++j)
      a(i, j) = i < 2 ? T(1) : T(i == j ? 2 : 1) / 2;
  CHECK(linalg::det(a) == 0);
  typename M::matrix to;
  to.fill(7);
  const auto before = to;
  CHECK_THROWS_AS((to = linalg::inv(a)), linalg_error);
  CHECK_THROWS_AS((to = linalg::solve(a, a)), linalg_error);
  CHECK(to == before);
  CHECK(support::message_of([&] { to = linalg::inv(a); }) ==
        support::message_of([&] { (void)tensor<T, 2>(linalg::inv(tensor<T, 2>(a))); }));
  CHECK(support::message_of([&] { to = linalg::cholesky(a); }) ==
        support::message_of([&] { (void)linalg::cholesky(tensor<T, 2>(a)); }));
  for (const T bad : {std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::infinity()})
    for (index_t k = 0; k < n * n; k += 3) {
      auto b = a;
      b.data()[k] = bad;
      b(n - 1, n - 1) += 3;
      CHECK_THROWS_AS((void)linalg::det(b), linalg_error);
      CHECK_THROWS_AS((to = linalg::inv(b)), linalg_error);
      CHECK_THROWS_AS((to = linalg::solve(b, before)), linalg_error);
      CHECK(to == before);
    }
}

TEST_CASE("small matrices: determinants at the ends of the range") {
  const auto det = [](double x, double y, double z) {
    return linalg::det(tensor<double, fixed<3, 3>>{{x, 0, 0}, {0, y, 0}, {0, 0, z}});
  };
  CHECK(det(1e-300, 1e200, 1e200) == doctest::Approx(1e100).epsilon(1e-12));
  CHECK(det(1e200, 1e200, 1e-300) == doctest::Approx(1e100).epsilon(1e-12));
  CHECK(det(1e-200, 1e-200, 1e300) == doctest::Approx(1e-100).epsilon(1e-12));
  CHECK(det(1e200, 1e200, 1.0) == std::numeric_limits<double>::infinity());
  CHECK(det(1e-200, 1e-200, 1.0) == 0);
}

TEST_CASE_TEMPLATE("small matrices: Cholesky and QR", M, of<double, 1>, of<double, 3>, of<double, 4, 2>,
                   of<float, 3, 5>, of<double, 8, 6>) {
  using T = typename M::element;
  constexpr index_t m = M::rows, n = M::columns, k = m < n ? m : n;
  for (auto const& [any, exponent] : hard_kinds<T>(m, n)) {
    const typename M::matrix a = any;
    std::optional<no_alloc_scope> none(std::in_place);
    const auto thin = linalg::qr(a);
    const auto full = linalg::qr(a, linalg::full_matrices);
    none.reset();
    static_assert(std::same_as<decltype(thin.q), tensor<T, fixed<m, k>>>);
    static_assert(std::same_as<decltype(full.r), tensor<T, fixed<m, n>>>);
    check_qr<T>(any, exponent, tensor<T, 2>(thin.q), tensor<T, 2>(thin.r), k);
    check_qr<T>(any, exponent, tensor<T, 2>(full.q), tensor<T, 2>(full.r), m);
  }
  for (auto const& any : kinds<T>(m, n)) {
    if (build_info().lapack)
      CHECK(all_close(tensor<T, 2>(linalg::qr(typename M::matrix(any)).r), linalg::qr(any).r, 1e-3,
                      1e-3 * size_of(widened(any))));
    if constexpr (m == n) {
      const auto wide = product(widened(any), adjoint(widened(any)));
      typename M::matrix positive;
      for (index_t i = 0; i < n; ++i)
        for (index_t j = 0; j < n; ++j)
          positive(i, j) = j > i ? std::numeric_limits<T>::quiet_NaN() : static_cast<T>(wide(i, j)); // is not read
      for (index_t i = 0; i < n; ++i)
        positive(i, i) *= T(1.01);
      const tensor<T, 2> l = linalg::cholesky(positive);
      const auto back = product(widened(l), adjoint(widened(l)));
      for (index_t i = 0; i < n; ++i)
        for (index_t j = 0; j < n; ++j) {
          if (j > i)
            CHECK(l(i, j) == 0);
          else
            CHECK(std::abs(static_cast<double>(back(i, j) - positive(i, j))) <=
                  20.0 * double(n) * roundings<T> * static_cast<double>(std::sqrt(wide(i, i)) * std::sqrt(wide(j, j))));
        }
    }
  }
}

TEST_CASE("small matrices: in constant expressions, of views and of parts of statements") {
  constexpr tensor<double, fixed<3, 3>> a{{2, 1, 0}, {1, 3, 1}, {0, 1, 4}};
  constexpr tensor<double, fixed<3>> b{3, 5, 5};
  static_assert(linalg::det(a) == 18);
  constexpr tensor<double, fixed<3, 3>> inverse = linalg::inv(a);
  static_assert(inverse(0, 0) > 0.611111111111 && inverse(0, 0) < 0.611111111112);
  constexpr tensor<double, fixed<3>> x = linalg::solve(a, b);
  static_assert(x(2) > 0.9999999999 && x(2) < 1.0000000001);
  constexpr auto l = linalg::cholesky(a);
  static_assert(l(0, 0) * l(0, 0) > 1.99999999999 && l(0, 0) * l(0, 0) < 2.00000000001 && l(0, 1) == 0);
  constexpr auto f = linalg::qr(a);
  static_assert(f.r(1, 0) == 0);
  const tensor<double, fixed<3, 3>, column_major> turned = transpose(a) + 0.5 * b;
  const tensor<double, fixed<3, 3>> straight = turned;
  CHECK(linalg::det(turned) == linalg::det(straight));
  CHECK(linalg::det(transpose(straight)) == doctest::Approx(linalg::det(straight)).epsilon(1e-14));
  const tensor<double, fixed<3, 3>> both = linalg::inv(a) + 2.0 * a;
  CHECK(all_close(both, tensor<double, 2>(inverse + 2.0 * a), 1e-15, 0.0));
  tensor<double, fixed<3, 3>> t = a;
  t = linalg::inv(t);
  CHECK(all_close(t, inverse, 1e-14, 1e-15));
  tensor<double, 2> large(5, 7);
  large(range(1, 4), range(2, 5)) = a;
  const tensor<double, fixed<3, 3>> of_window = linalg::inv(large(range(1, 4), range(2, 5)).as<fixed<3, 3>>());
  CHECK(all_close(of_window, inverse, 1e-14, 1e-15));
  const auto plan = explain(t, linalg::inv(a));
  CHECK(plan.blas == std::vector<std::string>{"inline inverse n=3"});
  CHECK(plan.temporaries == 0);
  tensor<double, fixed<3>> y;
  CHECK(explain(y, linalg::solve(a, b)).blas == std::vector<std::string>{"inline lu n=3 columns=1"});
}
