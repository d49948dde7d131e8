#include "loop/limits.hpp"

#include <weft/ops/histogram.hpp>
#include <weft/ops/reduce.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace weft::detail {

namespace {

/// The bins of one width between edges. `scale` is the number of bins in a unit.
struct even_bins {
  double const* edges;
  index_t bins;
  double scale;

  /// Returns a number that may be off by the roundings of a product. It is 0 for NaN.
  int guess(double x) const {
    double const place = (x - edges[0]) * scale, last = static_cast<double>(bins - 1);
    double const above = place > 0 ? place : 0;
    return static_cast<int>(above < last ? above : last);
  }
  /// Returns the bin of x, or -1 for none: the edges decide.
  index_t settled(int guess, double x) const {
    index_t bin = guess;
    if (x >= edges[bin] && x < edges[bin + 1])
      return bin;
    if (!(x >= edges[0] && x <= edges[bins]))
      return -1;
    while (bin > 0 && x < edges[bin])
      --bin;
    while (bin < bins - 1 && x >= edges[bin + 1])
      ++bin;
    return bin;
  }
};
index_t searched_bin(double x, double const* edges, index_t bins) {
  if (!(x >= edges[0] && x <= edges[bins]))
    return -1;
  return std::min<index_t>(std::upper_bound(edges, edges + bins + 1, x) - edges - 1, bins - 1);
}

template <class Add>
void each_bin(double const* values, index_t n, double const* edges, index_t bins, bool even, Add add) {
  even_bins const of{edges, bins, static_cast<double>(bins) / (edges[bins] - edges[0])};
  if (!even || bins > std::numeric_limits<int>::max() || of.scale > std::numeric_limits<double>::max()) {
    for (index_t i = 0; i < n; ++i)
      if (index_t const bin = searched_bin(values[i], edges, bins); bin >= 0)
        add(bin, i);
    return;
  }
  constexpr index_t piece = limits::histogram_piece;
  int guesses[piece];
  for (index_t from = 0; from < n; from += piece) {
    index_t const count = std::min(piece, n - from);
    WEFT_OMP(simd)
    for (index_t i = 0; i < count; ++i)
      guesses[i] = of.guess(values[from + i]);
    for (index_t i = 0; i < count; ++i)
      if (index_t const bin = of.settled(guesses[i], values[from + i]); bin >= 0)
        add(bin, from + i);
  }
}

} // namespace

void spread_edges(double lo, double hi, double* edges, index_t bins) {
  if (!(lo <= hi && std::isfinite(hi - lo)))
    throw_error("histogram", "the range must be finite, and not descend");
  if (lo == hi) {
    lo -= 0.5;
    hi += 0.5;
    if (!(lo < hi)) // true for numbers from 2^53 on
      throw_error("histogram", "the range is too narrow for numbers of this size");
  }
  double const width = (hi - lo) / static_cast<double>(bins);
  for (index_t i = 0; i < bins; ++i)
    edges[i] = std::min(lo + static_cast<double>(i) * width, hi); // the width of subnormal numbers may be rounded up
  edges[bins] = hi;
}
void spread_edges_around(double const* values, index_t n, double* edges, index_t bins) {
  if (n == 0)
    return spread_edges(0, 1, edges, bins);
  double lo = values[0], hi = values[0];
  for (index_t i = 0; i < n; ++i) {
    lo = values[i] < lo || values[i] != values[i] ? values[i] : lo;
    hi = values[i] > hi ? values[i] : hi;
  }
  spread_edges(lo, hi, edges, bins);
}

void check_edges(double const* edges, index_t count) {
  if (count < 2)
    throw_shape_reason("histogram", "one bin needs two edges");
  for (index_t i = 0; i + 1 < count; ++i)
    if (!(edges[i] <= edges[i + 1]))
      throw_error("histogram", "the edges do not ascend");
}
index_t check_bins(index_t bins) {
  if (bins < 1)
    throw_shape_reason("histogram", "there must be one bin or more");
  if (bins == std::numeric_limits<index_t>::max())
    throw_shape_reason("histogram", "there are fewer than 2^63 - 1 bins");
  return bins;
}

void count_between(double const* values, index_t n, double const* edges, index_t bins, bool even, index_t* counts) {
  each_bin(values, n, edges, bins, even, [&](index_t bin, index_t) { ++counts[bin]; });
}
void sum_between(double const* values, double const* weights, index_t n, double const* edges, index_t bins, bool even,
                 double* sums) {
  each_bin(values, n, edges, bins, even, [&](index_t bin, index_t i) { sums[bin] += weights[i]; });
}

void find_bins(double const* values, index_t n, double const* edges, index_t bins, bool even, index_t* bin) {
  std::fill(bin, bin + n, index_t(-1));
  each_bin(values, n, edges, bins, even, [&](index_t found, index_t i) { bin[i] = found; });
}

index_t bins_for(index_t const* values, index_t n, index_t least, bool is_unsigned) {
  if (n == 0)
    return std::max<index_t>(least, 0);
  auto const all_values = borrow(values, shape(n)); // two folds on vectors: 6 us for 34 of a loop over 2^16 values
  index_t const last = max(all_values);
  bool const wrapped = min(all_values) < 0;
  if (wrapped && !is_unsigned)
    throw_error("bincount", "a value is negative");
  if (wrapped || last == std::numeric_limits<index_t>::max())
    throw_shape_reason("bincount", "a value needs more bins than 64 bits can count");
  return std::max(least, last + 1);
}

} // namespace weft::detail
