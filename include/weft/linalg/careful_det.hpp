#pragma once
#include <weft/linalg/small_lanes.hpp>

#include <bit>
#include <limits>

// The determinant of one small matrix, computed by a slow and careful method, for matrices where the faster methods
// lose digits or find 0.
namespace weft::detail {

/// Returns the e with 2^e <= |x| < 2^(e + 1). x must be finite and not 0.
template <class R>
WEFT_FN constexpr int exponent_of(R x) {
  using limits = std::numeric_limits<R>;
  if (lane_size(x) < (limits::min)())
    return exponent_of(x / limits::epsilon()) + 1 - limits::digits;
  return static_cast<int>(std::bit_cast<real_bits<R>>(lane_size(x)) >> (limits::digits - 1)) - limits::max_exponent + 1;
}
/// Returns x 2^e, with at most one rounding if |x| is from 1 to 2.
template <class R>
WEFT_FN constexpr R scaled_by_exponent(R x, int e) {
  using limits = std::numeric_limits<R>;
  constexpr int most = limits::max_exponent - 28;
  auto const power = [](int k) {
    return std::bit_cast<R>(static_cast<real_bits<R>>(k + limits::max_exponent - 1) << (limits::digits - 1));
  };
  for (; e > most; e -= most)
    x *= power(most);
  for (; e < -most; e += most)
    x *= power(-most);
  return x * power(e);
}

/// A number m 2^e with |m| from 1 to 2, or m = 0. The exponent e is an int, so that products do not overflow.
template <class R>
struct wide_number {
  R m{};
  int e = 0;

  WEFT_INLINE constexpr wide_number() = default;
  WEFT_INLINE constexpr wide_number(R x, int by) {
    if (x != 0) {
      int const own = exponent_of(x);
      m = scaled_by_exponent(x, -own);
      e = own + by;
    }
  }
  WEFT_INLINE friend constexpr wide_number operator*(wide_number const& a, wide_number const& b) {
    return {a.m * b.m, a.e + b.e};
  }
  WEFT_INLINE friend constexpr wide_number operator/(wide_number const& a, wide_number const& b) {
    return {a.m / b.m, a.e - b.e};
  }
  WEFT_INLINE friend constexpr wide_number operator-(wide_number const& a, wide_number const& b) {
    constexpr int unseen = std::numeric_limits<R>::digits + 4; // beyond this the smaller number changes nothing
    if (b.m == 0 || (a.m != 0 && a.e - b.e > unseen))
      return a;
    if (a.m == 0 || b.e - a.e > unseen)
      return {-b.m, b.e};
    int const top = a.e > b.e ? a.e : b.e;
    return {scaled_by_exponent(a.m, a.e - top) - scaled_by_exponent(b.m, b.e - top), top};
  }
};

/// Returns the determinant of a, by elimination in wide_numbers: it overflows or underflows only if the determinant
/// does. The pivot of a column is the element that is largest relative to the largest element of its row in a. Returns
/// NaN if an element of a is not finite.
template <int N, class R>
WEFT_FN constexpr R careful_det(R const* a) {
  wide_number<R> u[std::size_t(N)][std::size_t(N)], product(R(1), 0);
  int size_of_row[std::size_t(N)]{};
  for (int i = 0; i < N; ++i) {
    R most(0);
    for (int j = 0; j < N; ++j) {
      R const x = a[i * N + j];
      if (!(x - x == 0))
        return std::numeric_limits<R>::quiet_NaN();
      u[i][j] = {x, 0};
      most = lane_size(x) > most ? lane_size(x) : most;
    }
    size_of_row[i] = most > 0 ? exponent_of(most) : 0;
  }
  for (int k = 0; k < N; ++k) {
    int pivot = k;
    for (int i = k + 1; i < N; ++i) {
      int const more = (u[i][k].e - size_of_row[i]) - (u[pivot][k].e - size_of_row[pivot]);
      bool const larger = more > 0 || (more == 0 && lane_size(u[i][k].m) > lane_size(u[pivot][k].m));
      if (u[i][k].m != 0 && (u[pivot][k].m == 0 || larger))
        pivot = i;
    }
    if (u[pivot][k].m == 0)
      return R(0);
    if (pivot != k) {
      lane_exchange(true, u[k], u[pivot], N);
      lane_exchange(true, size_of_row + k, size_of_row + pivot, 1);
      product.m = -product.m;
    }
    product = product * u[k][k];
    for (int i = k + 1; i < N; ++i) {
      wide_number<R> const factor = u[i][k] / u[k][k];
      for (int j = k + 1; j < N; ++j)
        u[i][j] = u[i][j] - factor * u[k][j];
    }
  }
  return scaled_by_exponent(product.m, product.e);
}

} // namespace weft::detail
