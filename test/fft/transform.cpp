#include <weft/fft/transform.hpp>
#include <weft/weft.hpp>

#include <complex>
#include <doctest/doctest.h>
#include <limits>
#include <numbers>
#include <support/message.hpp>
#include <vector>

// Transforms beside sums of n terms in long double.
using namespace weft;

namespace {

using wide = std::complex<long double>;
using complex = std::complex<double>;

/// Returns the sum over j of x(j) exp(sign 2 pi i j k / n) for each k, by definition.
std::vector<wide> summed(std::vector<wide> const& x, int sign) {
  index_t const n = index_t(x.size());
  std::vector<wide> y(x.size());
  for (index_t k = 0; k < n; ++k)
    for (index_t j = 0; j < n; ++j) {
      long double const angle =
          2 * std::numbers::pi_v<long double> * static_cast<long double>(j * k % n) / static_cast<long double>(n);
      y[std::size_t(k)] += x[std::size_t(j)] * wide(std::cos(angle), static_cast<long double>(sign) * std::sin(angle));
    }
  return y;
}
wide drawn(index_t k) {
  return {static_cast<long double>((37 * k + 11) % 101 - 50) / 16,
          static_cast<long double>((53 * k + 29) % 97 - 48) / 16};
}
template <class V>
void check_near(V const& found, std::vector<wide> const& expected, long double rounding) {
  REQUIRE(found.size() == index_t(expected.size()));
  long double size = 1;
  for (wide const& e : expected)
    size = std::max(size, std::abs(e));
  for (index_t k = 0; k < found.size(); ++k)
    CHECK(std::abs(wide(found(k)) - expected[std::size_t(k)]) <= rounding * size);
}

/// Forward and back, of complex and of real elements: operands with a negative step, results with a step of 2.
template <class R>
void check_lengths(std::vector<index_t> const& lengths) {
  long double const rounding = 16 * static_cast<long double>(std::numeric_limits<R>::epsilon());
  for (index_t n : lengths) {
    CAPTURE(n);
    tensor<std::complex<R>, 1> z(n), spaced(2 * n);
    tensor<R, 1> a(n);
    std::vector<wide> x(static_cast<std::size_t>(n)), reals(x);
    for (index_t k = 0; k < n; ++k) {
      x[std::size_t(k)] = drawn(k);
      reals[std::size_t(k)] = drawn(k).real();
      z(n - 1 - k) = std::complex<R>(drawn(k));
      a(n - 1 - k) = static_cast<R>(drawn(k).real());
    }
    auto target = spaced(range(0, end, 2));
    target = fft::fft(reverse(z, 0));
    std::vector<wide> const spectrum = summed(x, -1);
    check_near(target, spectrum, rounding);
    check_near(eval(fft::ifft(target)), x, rounding);
    CHECK(max(abs(spaced(range(1, end, 2)))) == 0);
    std::vector<wide> half = summed(reals, -1);
    target = fft::fft(reverse(a, 0));
    check_near(target, half, rounding);
    tensor<std::complex<R>, 1> const found = fft::rfft(reverse(a, 0));
    half.resize(static_cast<std::size_t>(n / 2 + 1));
    check_near(found, half, rounding);
    check_near(eval(fft::irfft(found, fft::length(n))), reals, rounding);
  }
}

} // namespace

TEST_CASE("double: powers, products, primes") {
  check_lengths<double>({1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 16, 30, 49, 64, 97, 101, 121, 251, 256, 499});
}
TEST_CASE("float") {
  check_lengths<float>({1, 2, 5, 8, 12, 97, 113, 128});
}
TEST_CASE("long double is computed as such") {
  check_lengths<long double>({1, 2, 5, 8, 12, 97, 113});
}

TEST_CASE("repeated elements, static shapes, orders") {
  tensor<double, 2> const row{{1, 2, 4}};
  tensor<complex, 2> const all_rows = fft::fft(broadcast_to(row, shape(4, 3)), 0);
  CHECK(all_rows(0, 2) == complex(16, 0));
  CHECK(std::abs(all_rows(2, 1)) == 0);
  tensor<double, fixed<2, 4>> const s{{1, 2, 3, 4}, {5, 6, 7, 9}};
  tensor<complex, fixed<2, 4>> const t = fft::fft(s, axis<0>);
  CHECK(t(1, 3) == complex(-5, 0));
  tensor<complex, 2, column_major> const c = fft::fft2(s);
  tensor<complex, 2> const d = fft::fftn(s, axes<0, 1>);
  CHECK(c == d);
  CHECK(c(0, 0) == complex(37, 0));
}
