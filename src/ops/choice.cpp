#include "run/local_array.hpp"

#include <weft/ops/choice.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace weft::detail {

namespace {

constexpr char const* name = "random_choice";

void check_weights(double const* weights, index_t count) {
  for (index_t k = 0; k < count; ++k)
    if (!(weights[k] >= 0 && weights[k] <= std::numeric_limits<double>::max()))
      throw_error(name, "a weight is negative or no finite number");
}

/// Chooses the first index whose cumulated weight is above a uniform share of the whole sum, so none of weight 0. A
/// uniform number is at most 1 - 2^-53, so the share is less than the whole, unless the whole is subnormal: then `last`
/// is chosen.
void choose_any(double* weights, index_t count, index_t* places, index_t n, random_source const& source) {
  index_t last = count - 1;
  while (last > 0 && weights[last] == 0)
    --last;
  std::partial_sum(weights, weights + count, weights);
  double const whole = weights[count - 1];
  if (!(whole > 0 && whole <= std::numeric_limits<double>::max()))
    throw_error(name, "the weights have no sum above 0 that is finite");
  op::uniform<double> const uniform{source};
  for (index_t i = 0; i < n; ++i)
    places[i] = std::min<index_t>(std::upper_bound(weights, weights + count, uniform(i) * whole) - weights, last);
}

/// Chooses without replacement: each index gets a random time, exponential with its weight as rate; the n earliest are
/// chosen, in the order of their times.
void choose_others(double* weights, index_t count, index_t* places, index_t n, random_source const& source) {
  op::exponential<double> const exponential{source};
  local_array<index_t, 512> order("the places to choose from", static_cast<std::size_t>(count));
  index_t left = 0;
  for (index_t k = 0; k < count; ++k)
    if (weights[k] > 0) {
      weights[k] = std::log(exponential(k)) - std::log(weights[k]); // logarithms neither overflow nor underflow
      order[left++] = k;
    }
  if (n > left)
    throw_error(name, "without replacement there are not that many with a weight above 0");
  std::partial_sort(order.data(), order.data() + n, order.data() + left, [weights](index_t a, index_t b) {
    return weights[a] < weights[b] || (weights[a] == weights[b] && a < b);
  });
  std::copy_n(order.data(), n, places);
}

} // namespace

void choose_by_weight(double* weights, index_t count, index_t* places, index_t n, std::uint64_t seed,
                      std::uint32_t stream, bool replace) {
  check_weights(weights, count);
  if (n == 0)
    return;
  random_source const source{seed, stream};
  if (replace)
    choose_any(weights, count, places, n, source);
  else
    choose_others(weights, count, places, n, source);
}

} // namespace weft::detail
