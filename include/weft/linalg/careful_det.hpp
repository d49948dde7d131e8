#pragma once
#include <weft/linalg/small_lanes.hpp>

#include <bit>
#include <limits>

// The determinant of one small matrix, where faster ways lose digits or find 0.
namespace weft::detail {

/// The e with 2^e <= |x| < 2^(e + 1); x is finite and not 0.
template <class R>
WEFT_FN constexpr int exponent_of(R x) {
  using limits = std::numeric_limits<R>;
  if (lane_size(x) < limits::min())
    return exponent_of(x / limits::epsilon()) + 1 - limits::digits;
  return static_cast<int>(std::bit_cast<real_bits<R>>(lane_size(x)) >> (limits::digits - 1)) - limits::max_exponent + 1;
}
/// x 2^e; rounded once where |x| is from 1 to 256.
template <class R>
WEFT_FN constexpr R scaled_by_exponent(R x, int e) {
  using limits = std::numeric_limits<R>;
  constexpr int most = limits::max_exponent - 28;
  const auto power = [](int k) {
    return std::bit_cast<R>(static_cast<real_bits<R>>(k + limits::max_exponent - 1) << (limits::digits - 1));
  };
  for (; e > most; e -= most)
    x *= power(most);
  for (; e < -most; e += most)
    x *= power(-most);
  return x * power(e);
}

/// By elimination with partial pivoting of rows that are scaled by powers of two, and exponents apart: it leaves the
/// range only where the determinant does. NaN where an element is not finite.
template <int N, class R>
WEFT_FN constexpr R careful_det(R const* a) {
  R u[N * N]{}, product(1);
  int exponent = 0;
  for (int k = 0; k < N * N; ++k)
    if (!(a[k] - a[k] == 0))
      return std::numeric_limits<R>::quiet_NaN();
  for (int i = 0; i < N; ++i) {
    R most(0);
    for (int j = 0; j < N; ++j)
      most = lane_size(a[i * N + j]) > most ? lane_size(a[i * N + j]) : most;
    const int e = most > 0 ? exponent_of(most) : 0;
    exponent += e;
    for (int j = 0; j < N; ++j)
      u[i * N + j] = scaled_by_exponent(a[i * N + j], -e);
  }
  for (int k = 0; k < N; ++k) {
    R* const row = u + k * N;
    for (int i = k + 1; i < N; ++i)
      if (lane_size(u[i * N + k]) > lane_size(row[k])) {
        lane_exchange(true, row + k, u + i * N + k, N - k);
        product = -product;
      }
    if (row[k] == 0)
      return R(0);
    const int e = exponent_of(row[k]);
    exponent += e;
    product *= scaled_by_exponent(row[k], -e);
    for (int i = k + 1; i < N; ++i) {
      const R factor = u[i * N + k] / row[k];
      for (int j = k + 1; j < N; ++j)
        u[i * N + j] -= factor * row[j];
    }
  }
  return scaled_by_exponent(product, exponent);
}

} // namespace weft::detail
