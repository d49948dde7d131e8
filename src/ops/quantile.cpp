#include <weft/ops/quantile.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace weft::detail {

namespace {

/// An index among sorted values, and `share` of the way from it to the next value.
struct sorted_place {
  index_t below;
  double share;
};

/// Returns the position of quantile q among n sorted values, counted from 0. (alpha, beta) are the parameters of
/// Hyndman and Fan, whose position is n q + alpha + q (1 - alpha - beta), counted from 1.
double position_of(quantile_method method, double q, double n) {
  auto const between = [&](double alpha, double beta) { return n * q + (alpha + q * (1 - alpha - beta)) - 1; };
  using enum quantile_method;
  switch (method) {
  case inverted_cdf:
  case averaged_inverted_cdf:
    return n * q - 1;
  case closest_observation:
    return n * q - 1.5;
  case interpolated_inverted_cdf:
    return between(0, 1);
  case hazen:
    return between(0.5, 0.5);
  case weibull:
    return between(0, 0);
  case median_unbiased:
    return between(1 / 3.0, 1 / 3.0);
  case normal_unbiased:
    return between(3 / 8.0, 3 / 8.0);
  case nearest:
    return std::nearbyint((n - 1) * q);
  default: // linear, lower, higher and midpoint
    return (n - 1) * q;
  }
}

/// Returns the share of the value above, for a position that is `rest` past the value with index `below`.
double share_of(quantile_method method, double below, double rest) {
  bool const whole = rest == 0;
  using enum quantile_method;
  switch (method) {
  case inverted_cdf:
  case higher:
    return whole ? 0 : 1;
  case averaged_inverted_cdf:
    return whole ? 0.5 : 1;
  case closest_observation: // of two equally close ones, the one whose number from 1 is even
    return whole && std::fmod(below, 2) == 1 ? 0 : 1;
  case lower:
    return 0;
  case midpoint:
    return whole ? 0 : 0.5;
  default:
    return rest;
  }
}

sorted_place place_of(quantile_method method, double q, index_t count) {
  double const n = static_cast<double>(count), at = position_of(method, q, n);
  if (!(at >= 0))
    return {0, 0};
  if (at >= n - 1)
    return {count - 1, 0};
  double const below = std::floor(at);
  return {static_cast<index_t>(below), share_of(method, below, at - below)};
}

template <class T>
T quantile_of(quantile_request const& wanted, double q, T* first, T* last) {
  T* const numbers = std::partition(first, last, [](T x) { return x == x; });
  if (numbers == first || (numbers != last && !wanted.skips_nan))
    return std::numeric_limits<T>::quiet_NaN();
  sorted_place const at = place_of(wanted.method, q, numbers - first);
  T* const below = first + at.below;
  std::nth_element(first, below, numbers);
  if (at.share == 0)
    return *below;
  T const next = *std::min_element(below + 1, numbers);
  if (*below == next || at.share == 1)
    return next;
  // If one of the two is infinite, std::lerp may give NaN. The sum is -infinity, or NaN beside +infinity.
  return std::isinf(*below) ? *below + next : std::lerp(*below, next, static_cast<T>(at.share));
}

template <class T>
void each_line(quantile_request const& wanted, double q, T* values, index_t lines, index_t n, T* out) {
  for (index_t i = 0; i < lines; ++i)
    out[i] = quantile_of(wanted, q, values + i * n, values + (i + 1) * n);
}

} // namespace

void check_quantiles(quantile_request const& wanted, double const* q, index_t count) {
  for (index_t j = 0; j < count; ++j)
    if (!(q[j] >= 0 && q[j] <= 1))
      throw_error(wanted.operation, "q is a part of the values, from 0 to 1");
}
void find_quantiles(quantile_request const& wanted, double q, float* values, index_t lines, index_t n, float* out) {
  each_line(wanted, q, values, lines, n, out);
}
void find_quantiles(quantile_request const& wanted, double q, double* values, index_t lines, index_t n, double* out) {
  each_line(wanted, q, values, lines, n, out);
}
void find_quantiles(quantile_request const& wanted, double q, long double* values, index_t lines, index_t n,
                    long double* out) {
  each_line(wanted, q, values, lines, n, out);
}

} // namespace weft::detail
