#include <support/message.hpp>

#include <weft/linalg/cov.hpp>
#include <weft/ops/equal.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>

using namespace weft;

namespace {

/// By the definition, in a wider type; rows are variables.
template <class T, class A>
auto by_definition(A const& a, index_t ddof) {
  const index_t m = a.extent(0), n = a.extent(1);
  using R = decltype(std::real(T()));
  tensor<T, 2> c(m, m), centred(m, n);
  for (index_t i = 0; i < m; ++i) {
    T mean(0);
    for (index_t k = 0; k < n; ++k)
      mean += T(a(i, k));
    mean /= R(n);
    for (index_t k = 0; k < n; ++k)
      centred(i, k) = T(a(i, k)) - mean;
  }
  for (index_t i = 0; i < m; ++i)
    for (index_t j = 0; j < m; ++j) {
      T sum(0);
      for (index_t k = 0; k < n; ++k)
        if constexpr (is_complex<T>)
          sum += centred(i, k) * std::conj(centred(j, k));
        else
          sum += centred(i, k) * centred(j, k);
      c(i, j) = sum / R(n - ddof);
    }
  return c;
}

template <class A, class B>
double largest_difference(A const& a, B const& b) {
  REQUIRE(a.shape() == b.shape());
  long double most = 0;
  for (index_t i = 0; i < a.extent(0); ++i)
    for (index_t j = 0; j < a.extent(1); ++j) {
      using W = typename B::value_type;
      const long double off = std::abs(W(a(i, j)) - b(i, j));
      most = off > most || std::isnan(off) ? off : most;
    }
  return double(most);
}

/// Numbers in [-1, 1], the same everywhere.
template <class T>
tensor<T, 2> numbers(index_t rows, index_t columns) {
  tensor<T, 2> a(rows, columns);
  std::uint64_t state = 12345;
  const auto next = [&] {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return double(state >> 33) / double(1ul << 30) - 1.0;
  };
  for (T& x : a) {
    if constexpr (is_complex<T>) {
      const double re = next();
      x = T(static_cast<typename T::value_type>(re), static_cast<typename T::value_type>(next()));
    } else {
      x = static_cast<T>(next());
    }
  }
  return a;
}

const tensor<double, 2> a{{1, 2, 4}, {3, 1, 0}, {2, 5, 1}, {7, 3, 3}};

} // namespace

TEST_CASE("cov: NumPy's figures; the axis of the observations is named") {
  // np.cov(a.T), np.cov(a), and with ddof=0
  const tensor<double, 2> columns{{6.916666666666666, 0.08333333333333333, 0.3333333333333333},
                                  {0.08333333333333333, 2.9166666666666665, 0},
                                  {0.3333333333333333, 0, 3.333333333333333}};
  const tensor<double, 2> rows{{2.3333333333333335, -2.166666666666667, -1.3333333333333333, -2.6666666666666665},
                               {-2.166666666666667, 2.3333333333333335, 0.16666666666666663, 3.333333333333334},
                               {-1.3333333333333333, 0.16666666666666663, 4.333333333333333, -1.3333333333333335},
                               {-2.6666666666666665, 3.333333333333334, -1.3333333333333335, 5.333333333333333}};
  CHECK(all_close(cov(a, 1), rows, 1e-15, 1e-15));
  CHECK(all_close(cov(a, 0), columns, 1e-15, 1e-15));
  CHECK(all_close(cov(transpose(a), 1), columns, 1e-15, 1e-15));
  CHECK(all_close(cov(a, 0, ddof(0)), columns * 0.75, 1e-15, 1e-15));
  const tensor<double> d = a;
  CHECK(cov(d, 0) == cov(a, 0));
  CHECK(cov(a + 0.0, 0) == cov(a, 0));
  CHECK(cov(cast<int>(a), 0) == cov(a, 0));
  static_assert(std::same_as<decltype(cov(cast<int>(a), 0)), tensor<double, 2>>);
  CHECK(all_close(diagonal(cov(a, 1)), var(a, 1, ddof(1)), 1e-15, 0.0));
  const tensor<float, fixed<dyn, 3>> f = cast<float>(a);
  static_assert(std::same_as<decltype(cov(f, axis<0>)), tensor<float, fixed<3, 3>>>);
  static_assert(std::same_as<decltype(cov(f, 0)), tensor<float, 2>>);
  CHECK(all_close(cov(f, axis<0>), cast<float>(columns), 1e-6, 1e-6));
}

TEST_CASE("cov, corrcoef: of two vectors") {
  const tensor<double, 1> x{1, 2, 3, 4};
  const tensor<int, 1> y{2, 1, 4, 3};
  static_assert(std::same_as<decltype(cov(x, y)), tensor<double, fixed<2, 2>>>);
  CHECK(all_close(cov(x, y), tensor<double, 2>{{5. / 3, 1}, {1, 5. / 3}}, 1e-15, 0.0)); // np.cov(x, y)
  CHECK(all_close(cov(x, y, ddof(0)), tensor<double, 2>{{1.25, 0.75}, {0.75, 1.25}}, 1e-15, 0.0));
  CHECK(all_close(corrcoef(x, y), tensor<double, 2>{{1, 0.6}, {0.6, 1}}, 1e-15, 0.0));
  CHECK(corrcoef(x, x * -3.0 + 1.0)(0, 1) == doctest::Approx(-1).epsilon(1e-15));
  CHECK(corrcoef(tensor<double>(x), x)(0, 0) == 1);
}

TEST_CASE_TEMPLATE("cov: against the definition in a wider type; symmetric to the last bit", T, float, double,
                   std::complex<float>, std::complex<double>) {
  using R = decltype(std::real(T()));
  using wide = std::conditional_t<sizeof(R) == sizeof(float), double, long double>;
  using W = std::conditional_t<is_complex<T>, std::complex<wide>, wide>;
  for (const index_t m : {1, 2, 7, 33, 100})
    for (const index_t n : {2, 3, 50, 301}) {
      const auto x = numbers<T>(m, n);
      const auto c = cov(x, 1);
      // Each sum of n products errs by less than n + 4 roundings of products below 8.
      const double bound = 8 * double(n + 4) * double(std::numeric_limits<R>::epsilon()) * double(n) / double(n - 1);
      CHECK(largest_difference(c, by_definition<W>(x, 1)) < bound);
      for (index_t i = 0; i < m; ++i)
        for (index_t j = 0; j <= i; ++j) {
          REQUIRE(std::real(c(i, j)) == std::real(c(j, i)));
          REQUIRE(std::imag(c(i, j)) == -std::imag(c(j, i)));
        }
    }
}

TEST_CASE("cov: complex numbers as NumPy has them") {
  using Z = std::complex<double>;
  const tensor<Z, 2> z{{Z(1, 1), Z(2, -1), Z(0, 3)}, {Z(2, 0), Z(0, 3), Z(1, -1)}};
  // np.cov(z), np.corrcoef(z): of x_i conj(x_j)
  const tensor<Z, 2> c{{Z(5, 0), Z(-4.5, -1)}, {Z(-4.5, 1), Z(5.333333333333333, 0)}};
  CHECK(all_close(cov(z, 1), c, 1e-15, 1e-15));
  const double r = -0.8714212528966688, i = -0.19364916731037085;
  CHECK(all_close(corrcoef(z, 1), tensor<Z, 2>{{Z(1, 0), Z(r, i)}, {Z(r, -i), Z(1, 0)}}, 1e-15, 0.0));
}

TEST_CASE("cov, corrcoef: a large mean, large and small values, NaN and infinity") {
  const auto about = cov(a + 1e9, 0);
  CHECK(all_close(about, cov(a, 0), 1e-15, 1e-15)); // sums of these squares would lose all digits
  // Multiples of powers of 2 give the same digits, though squares of 2^600 overflow and those of 2^-600 are lost.
  tensor<double, 2> wide = a;
  wide(all, 0) *= std::ldexp(1.0, 600);
  wide(all, 1) *= std::ldexp(1.0, -600);
  const auto plain = cov(a, 0), c = cov(wide, 0);
  CHECK(c(0, 1) == plain(0, 1));
  CHECK(c(0, 2) == std::ldexp(plain(0, 2), 600));
  CHECK(c(1, 2) == std::ldexp(plain(1, 2), -600));
  CHECK(c(0, 0) == HUGE_VAL); // 2^1200
  CHECK(c(1, 1) == 0);
  CHECK(corrcoef(wide, 0) == corrcoef(a, 0));
  const tensor<double, 2> edge{{1.7e308, -1.7e308, 1.7e308}, {1, 2, 4}}; // the sum of the first row overflows
  CHECK(corrcoef(edge, 1)(0, 1) == doctest::Approx(1.0 / std::sqrt(28.0)).epsilon(1e-14));
  tensor<double, 2> bad = a;
  bad(1, 1) = NAN;
  bad(2, 2) = HUGE_VAL;
  const auto n = cov(bad, 0), r = corrcoef(bad, 0);
  CHECK(n(0, 0) == plain(0, 0));
  CHECK((std::isnan(n(0, 1)) && std::isnan(n(1, 1)) && std::isnan(n(2, 2)) && std::isnan(n(0, 2))));
  CHECK((r(0, 0) == 1 && std::isnan(r(1, 1)) && std::isnan(r(0, 1))));
}

TEST_CASE("cov, corrcoef: too few observations, no variables, no variance, what does not fit") {
  CHECK(std::isnan(cov(tensor<double, 2>(1, 3), 0)(0, 1)));
  CHECK(cov(tensor<double, 2>(1, 3), 0, ddof(0)) == tensor<double, 2>(3, 3));
  CHECK(cov(tensor<double, 2>(5, 0), 0).shape() == shape(0, 0));
  CHECK(std::isnan(corrcoef(tensor<double, 2>{{1, 1}, {1, 2}}, 0)(0, 0)));
  CHECK_THROWS_AS((void)cov(tensor<double, 2>(0, 3), 0), shape_error);
  CHECK_THROWS_AS((void)cov(a, 2), index_error);
  CHECK_THROWS_AS((void)cov(a, -1), index_error);
  CHECK(support::message_of([] { (void)cov(tensor<double>(shape(2, 2, 2)), 0); }) ==
        "weft: cov: it takes a matrix and the axis of its observations, or two vectors");
  CHECK_THROWS_AS((void)cov(tensor<double, 1>{1, 2}, tensor<double, 1>{1, 2, 3}), shape_error);
}
