#include <weft/numerics/convolve.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <doctest/doctest.h>
#include <limits>

// Convolutions by transforms beside direct sums in long double, on both sides of the size at which they are chosen.
using namespace weft;
using numerics::convolve;
using numerics::correlate;

namespace {

using complex = std::complex<double>;
using wide = std::complex<long double>;

template <class T>
T number(index_t n) {
  double const x = static_cast<double>(n * 7919 % 1009) / 504 - 1;
  if constexpr (is_complex<T>)
    return T(static_cast<detail::real_t<T>>(x), static_cast<detail::real_t<T>>(1 - x * x));
  else
    return static_cast<T>(x);
}
template <class T, int R>
tensor<T, R> numbers(dims<R> extents, index_t first) {
  tensor<T, R> a(extents);
  for (T& x : a)
    x = number<T>(first++);
  return a;
}

/// Element n of the full convolution, by loops.
template <class T>
wide sum_at(tensor<T, 3> const& a, tensor<T, 3> const& k, index_t const (&n)[3]) {
  wide sum = 0;
  for (index_t p = 0; p < k.extent(0); ++p)
    for (index_t q = 0; q < k.extent(1); ++q)
      for (index_t r = 0; r < k.extent(2); ++r) {
        index_t const i = n[0] - p, j = n[1] - q, l = n[2] - r;
        if (i >= 0 && j >= 0 && l >= 0 && i < a.extent(0) && j < a.extent(1) && l < a.extent(2))
          sum += wide(a(i, j, l)) * wide(k(p, q, r));
      }
  return sum;
}
double norm_of(auto const& a) {
  double sum = 0;
  for (auto const& x : a)
    sum += static_cast<double>(std::norm(x));
  return std::sqrt(sum);
}
/// True if the result is right from element `first` of the full convolution on, up to 4 epsilon of norm(a) norm(k).
template <class T>
bool is_right(tensor<T, 3> const& out, tensor<T, 3> const& a, tensor<T, 3> const& k, index_t const (&first)[3]) {
  double const most =
      4 * static_cast<double>(std::numeric_limits<detail::real_t<T>>::epsilon()) * norm_of(a) * norm_of(k);
  for (index_t i = 0; i < out.extent(0); ++i)
    for (index_t j = 0; j < out.extent(1); ++j)
      for (index_t l = 0; l < out.extent(2); ++l) {
        wide const there = out(i, j, l), right = sum_at(a, k, {first[0] + i, first[1] + j, first[2] + l});
        if (!(std::abs(there - right) <= static_cast<long double>(most)))
          return false;
      }
  return true;
}
/// True if a convolution goes by transforms whose kernel is not of rank one.
template <class T, int R>
bool goes_by_transforms(dims<R> a, dims<R> k, numerics::convolution_mode mode) {
  auto const x = detail::convert_extents<dynamic_extents>(a), y = detail::convert_extents<dynamic_extents>(k);
  return detail::way_of_convolution(x, y, detail::box_of_convolution("test", x, y, mode),
                                    {false, true, std::is_same_v<detail::real_t<T>, float>, is_complex<T>}) ==
         detail::convolution_way::transforms;
}

/// Checks all modes along one axis.
template <class T>
void check_line(index_t n, index_t m, bool transforms) {
  tensor<T, 1> const a = numbers<T, 1>(shape(n), 1), k = numbers<T, 1>(shape(m), 400), back = reverse(a, 0);
  tensor<T, 3> const x = reshape(a, shape(1, 1, n)), y = reshape(k, shape(1, 1, m));
  CHECK(goes_by_transforms<T, 1>(shape(n), shape(m), numerics::full) == transforms);
  auto const check = [&](tensor<T, 1> const& out, index_t count, index_t first) {
    CHECK(out.extent(0) == count);
    CHECK(is_right<T>(tensor<T, 3>(reshape(out, shape(1, 1, count))), x, y, {0, 0, first}));
  };
  check(convolve(a, k), n + m - 1, 0);
  check(convolve(reverse(back, 0), k, numerics::same), n, (m - 1) / 2);
  check(convolve(back(range(n - 1, -1, -1)), k, numerics::valid), n - m + 1, m - 1);
  check(convolve(k, a, numerics::same), m, (n - 1) / 2);
}

} // namespace

TEST_CASE("lines on both sides of the size at which transforms are chosen") {
  check_line<double>(700, 120, false);
  check_line<double>(700, 390, true);
  check_line<double>(601, 601, true);
  check_line<float>(1000, 500, true);
  check_line<complex>(501, 170, false);
  check_line<complex>(501, 200, true);
}

TEST_CASE("a long line is transformed in blocks") {
  index_t const n = 40000, m = 300;
  tensor<double, 1> const a = numbers<double, 1>(shape(n), 3), k = numbers<double, 1>(shape(m), 70);
  CHECK(goes_by_transforms<double, 1>(shape(n), shape(m), numerics::full));
  tensor<double, 3> const out = reshape(convolve(a, k), shape(1, 1, n + m - 1));
  CHECK(is_right<double>(out, reshape(a, shape(1, 1, n)), reshape(k, shape(1, 1, m)), {0, 0, 0}));
}

TEST_CASE("matrices, transposed and with negative strides, and correlations that conjugate") {
  tensor<double, 2> const a = numbers<double, 2>(shape(45, 38), 5), k = numbers<double, 2>(shape(24, 21), 900);
  tensor<double, 2> const turned = reverse(transpose(a), 0);
  tensor<double, 3> const x = reshape(a, shape(1, 45, 38)), y = reshape(k, shape(1, 24, 21));
  CHECK(goes_by_transforms<double, 2>(shape(45, 38), shape(24, 21), numerics::same));
  tensor<double, 2> const out = convolve(transpose(reverse(turned, 0)), k, numerics::same);
  CHECK(is_right<double>(reshape(out, shape(1, 45, 38)), x, y, {0, 11, 10}));
  CHECK(is_right<double>(reshape(convolve(a * 1.0, k), shape(1, 68, 58)), x, y, {0, 0, 0}));
  tensor<double, 2> const wide_kernel = numbers<double, 2>(shape(20, 60), 12);
  tensor<double, 3> const z = reshape(wide_kernel, shape(1, 20, 60));
  CHECK(is_right<double>(reshape(convolve(a, wide_kernel, numerics::same), shape(1, 45, 38)), x, z, {0, 9, 29}));

  tensor<complex, 2> const c = numbers<complex, 2>(shape(40, 31), 5), v = numbers<complex, 2>(shape(29, 23), 77);
  tensor<complex, 2> const conjugated = conj(reverse(reverse(v, 0), 1));
  tensor<complex, 3> const w = reshape(conjugated, shape(1, 29, 23));
  CHECK(is_right<complex>(reshape(correlate(c, v, numerics::full), shape(1, 68, 53)),
                          tensor<complex, 3>(reshape(c, shape(1, 40, 31))), w, {0, 0, 0}));
}

TEST_CASE("three axes") {
  tensor<float, 3> const a = numbers<float, 3>(shape(13, 12, 14), 5), k = numbers<float, 3>(shape(9, 10, 8), 300);
  CHECK(goes_by_transforms<float, 3>(shape(13, 12, 14), shape(9, 10, 8), numerics::full));
  CHECK(is_right<float>(convolve(a, k), a, k, {0, 0, 0}));
  tensor<float, 3> const back = reverse(a, 1);
  CHECK(is_right<float>(convolve(reverse(back, 1), k, numerics::valid), a, k, {8, 9, 7}));
}

TEST_CASE("NaN and infinity reach only the sums that they are in") {
  tensor<double, 1> a = numbers<double, 1>(shape(700), 1), k(shape(390), 1.0);
  a(100) = std::numeric_limits<double>::quiet_NaN();
  tensor<double, 1> const out = convolve(a, k);
  for (index_t n = 0; n < out.extent(0); ++n)
    CHECK(std::isnan(out(n)) == (n >= 100 && n < 490));
  a(100) = std::numeric_limits<double>::infinity();
  tensor<double, 1> const infinite = convolve(a, k);
  for (index_t n = 0; n < out.extent(0); ++n)
    CHECK(std::isinf(infinite(n)) == (n >= 100 && n < 490));
}

TEST_CASE("spectra that would overflow are not made") {
  tensor<double, 1> const a(shape(700), 1e306), k(shape(390), 0.25);
  CHECK(convolve(a, k)(0) == 0.25e306);
  tensor<float, 1> const f(shape(1000), 1e36F), g(shape(500), 0.03125F);
  CHECK(convolve(f, g)(0) == 0.03125F * 1e36F);
}

TEST_CASE("integers are exact at any size") {
  tensor<int, 1> const a(shape(3000), 2000000001), k(shape(1000), 3);
  tensor<index_t, 1> const out = convolve(a, k);
  for (index_t n = 0; n < out.extent(0); ++n)
    CHECK(out(n) == 6000000003 * (std::min)({n + 1, index_t(1000), index_t(3999) - n}));
  static_assert(!detail::has_transforms<index_t> && !detail::has_transforms<long double>);
}
