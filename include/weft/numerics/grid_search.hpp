#pragma once
#include <weft/base/config.hpp>
#include <weft/base/index.hpp>
#include <weft/numerics/component.hpp>

namespace weft::detail {

/// Finds intervals of an increasing grid of n >= 2 numbers. The interval that would hold a number if the grid were even
/// is tried first, so that an even grid needs no search.
struct grid_search {
  double const* x;
  index_t n;
  double per_unit; ///< intervals per unit of an even grid with the same ends

  WEFT_INLINE grid_search(double const* first, index_t count)
      : x(first), n(count), per_unit(static_cast<double>(count - 1) / (first[count - 1] - first[0])) {}

  /// Returns k with x[k] <= t < x[k + 1]; the first interval for smaller t and NaN, the last one for larger t.
  template <class T>
  WEFT_INLINE index_t operator()(T const& t) const {
    if (!(t >= x[1]))
      return 0;
    if (t >= x[n - 2])
      return n - 2;
    index_t low = 1, high = n - 2; // x[low] <= t < x[high]
    for (index_t k = guess(t); low + 1 < high; k = low + (high - low) / 2)
      if (k > low && k < high)
        narrow(t, k, low, high);
    return low;
  }

private:
  template <class T>
  WEFT_INLINE index_t guess(T const& t) const {
    if constexpr (std::is_arithmetic_v<T>) {
      double const at = (static_cast<double>(t) - x[0]) * per_unit; // not finite for ends near the largest number
      return at > 0 && at < static_cast<double>(n) ? static_cast<index_t>(at) : n / 2;
    } else {
      return n / 2;
    }
  }
  template <class T>
  WEFT_INLINE void narrow(T const& t, index_t k, index_t& low, index_t& high) const {
    if (t >= x[k]) {
      low = k;
      if (t < x[k + 1])
        high = k + 1;
    } else {
      high = k;
      if (t >= x[k - 1])
        low = k - 1;
    }
  }
};

/// Throws error unless the n numbers are finite and increase.
WEFT_API void require_increasing(char const* operation, double const* x, index_t n);

} // namespace weft::detail
