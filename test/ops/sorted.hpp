#pragma once
#include "rearranged.hpp"

#include <bit>
#include <complex>
#include <cstdint>
#include <limits>

// What sorting is compared with: insertion sort by an order of its own.
namespace rearranged {

inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// Numbers, signed zeros and NaN, each of them often.
inline array<double> mixed(grid::dice& r, list const& extents) {
  const double values[] = {0.0, -0.0, 1, -1, 2.5, not_a_number, -std::numeric_limits<double>::infinity(), 3};
  return oracle::make(extents, [&](list const&) { return r.of(values); });
}
/// NaN and the sign of zero compare as bits.
inline array<std::int64_t> bits(array<double> const& a) {
  array<std::int64_t> out{a.extents, {}};
  for (double x : a.values)
    out.values.push_back(std::bit_cast<std::int64_t>(x));
  return out;
}

inline bool precedes(double a, double b) {
  return std::isnan(b) ? !std::isnan(a) : a < b; // false for a NaN before a number
}
template <class T>
bool precedes(T const& a, T const& b) {
  return a < b;
}

/// The indices that sort each line along axis k, equal elements in their order.
template <class T>
array<index_t> sorting_order(array<T> const& a, std::size_t k) {
  const index_t n = a.extents[k];
  return oracle::make(a.extents, [&](list i) {
    const index_t wanted = i[k];
    for (index_t candidate = 0; candidate < n; ++candidate) { // the one with as many before it
      i[k] = candidate;
      const T x = a(i);
      index_t before = 0;
      for (i[k] = 0; i[k] < n; ++i[k])
        before += precedes(a(i), x) || (!precedes(x, a(i)) && i[k] < candidate) ? 1 : 0;
      if (before == wanted)
        return candidate;
    }
    return index_t(-1);
  });
}
/// Along axis k the elements with these indices.
template <class T>
array<T> along(array<T> const& a, array<index_t> const& indices, std::size_t k) {
  return oracle::make(indices.extents, [&](list i) {
    i[k] = indices(i);
    return a(i);
  });
}

} // namespace rearranged
