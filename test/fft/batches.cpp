#include <weft/fft/transform.hpp>
#include <weft/weft.hpp>

#include <algorithm>
#include <complex>
#include <doctest/doctest.h>
#include <limits>
#include <numbers>
#include <vector>

// Batches of lines, which lie in the lanes of machine vectors, beside sums of n terms in long double.
using namespace weft;

namespace {

using wide = std::complex<long double>;

/// More lines than the widest vector has lanes, and an odd number.
constexpr index_t lines = 37;

wide drawn(index_t line, index_t k) {
  index_t const n = 41 * line + k;
  return {static_cast<long double>((37 * n + 11) % 101 - 50) / 16,
          static_cast<long double>((53 * n + 29) % 97 - 48) / 16};
}
long double angle_of(index_t numerator, index_t denominator) {
  return 2 * std::numbers::pi_v<long double> * static_cast<long double>(numerator % denominator) /
         static_cast<long double>(denominator);
}
/// Returns frequency k of a line.
wide frequency(index_t line, index_t n, index_t k, bool real, int sign) {
  wide sum = 0;
  for (index_t j = 0; j < n; ++j)
    sum += (real ? wide(drawn(line, j).real()) : drawn(line, j)) *
           std::polar(1.0L, static_cast<long double>(sign) * angle_of(j * k, n));
  return sum;
}
/// Returns coefficient k of the cosine transform of a line.
wide cosine(index_t line, index_t n, index_t k) {
  long double sum = 0;
  for (index_t j = 0; j < n; ++j)
    sum += 2 * drawn(line, j).real() * std::cos(angle_of(k * (2 * j + 1), 4 * n));
  return sum;
}
/// Compares element (line, k) of `found` with expected(line, k).
template <class R, class F>
void check_lines(tensor<std::complex<R>, 2> const& found, index_t n, F const& expected) {
  REQUIRE(found.shape() == shape(lines, n));
  long double worst = 0, size = 1;
  for (index_t line = 0; line < lines; ++line)
    for (index_t k = 0; k < n; ++k) {
      wide const e = expected(line, k);
      size = std::max(size, std::abs(e));
      long double const error = std::abs(wide(found(line, k)) - e);
      if (!(error <= worst) && worst == worst) // NaN stays
        worst = error;
    }
  CHECK(worst <= 16 * static_cast<long double>(std::numeric_limits<R>::epsilon()) * size);
}
/// Returns x, transposed unless its lines lie along the last axis.
template <class T, class X>
tensor<T, 2> turned(X const& x, int axis) {
  tensor<T, 2> const values = cast<T>(x);
  return axis == 1 ? values : tensor<T, 2>(transpose(values));
}
/// Each kind of transform along the axis `axis` of operands of two axes.
template <class R>
void check_axis(index_t n, int axis) {
  using complex = std::complex<R>;
  CAPTURE(n);
  CAPTURE(axis);
  tensor<complex, 2> z(lines, n);
  tensor<R, 2> a(lines, n);
  for (index_t line = 0; line < lines; ++line)
    for (index_t k = 0; k < n; ++k) {
      z(line, k) = complex(drawn(line, k));
      a(line, k) = static_cast<R>(drawn(line, k).real());
    }
  auto const lying = [&](auto const& x) { return turned<complex>(x, axis); };
  tensor<complex, 2> const zs = turned<complex>(z, axis);
  tensor<R, 2> const as = turned<R>(a, axis);
  auto const of = [&](bool real, int sign) {
    return [=](index_t line, index_t k) { return frequency(line, n, k, real, sign); };
  };
  check_lines<R>(lying(fft::fft(zs, axis)), n, of(false, -1));
  check_lines<R>(lying(fft::fft(as, axis)), n, of(true, -1));
  tensor<complex, 2> const half = fft::rfft(as, axis);
  check_lines<R>(lying(half), n / 2 + 1, of(true, -1));
  check_lines<R>(lying(fft::ihfft(as, axis, fft::forward)), n / 2 + 1, of(true, 1));
  check_lines<R>(lying(fft::dct(as, axis)), n, [=](index_t line, index_t k) { return cosine(line, n, k); });
  auto const back = [](index_t line, index_t k) { return wide(drawn(line, k).real()); };
  check_lines<R>(lying(fft::irfft(half, axis, fft::length(n))), n, back);
  check_lines<R>(lying(fft::hfft(tensor<complex, 2>(conj(half)), axis, fft::length(n), fft::forward)), n, back);
  check_lines<R>(lying(fft::idct(fft::dct(as, axis), axis)), n, back);
  check_lines<R>(lying(fft::ifft(tensor<complex, 2>(fft::fft(zs, axis)), axis)), n, drawn);
  tensor<complex, 3> spread(zs.extent(0), zs.extent(1), 2);
  auto target = spread(all, all, 1);
  target = fft::fft(reverse(reverse(zs, 0), 0), axis);
  check_lines<R>(lying(target), n, of(false, -1));
  CHECK(max(abs(spread(all, all, 0))) == 0);
}

} // namespace

TEST_CASE("batches of lines that lie side by side, one after another, and with gaps") {
  for (index_t n : {1, 2, 3, 8, 15, 33})
    for (int axis : {0, 1}) {
      check_axis<double>(n, axis);
      check_axis<float>(n, axis);
    }
}
