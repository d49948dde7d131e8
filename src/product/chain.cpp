#include "run/local_array.hpp"

#include <weft/linalg/chain.hpp>

#include <algorithm>

namespace weft::detail {

void order_chain(index_t const* extents, int n, int* split) {
  // Costs are doubles, because a product of three extents may exceed 64 bits. Roundings do not matter: costs are only
  // compared.
  auto const size = static_cast<std::size_t>(n);
  local_array<double, 64> cost("the order of a chain of products", size * size);
  std::fill_n(cost.data(), n * n, 0.0);
  auto const at = [&](int first, int last) -> double& { return cost[first * n + last]; };
  for (int length = 1; length < n; ++length)
    for (int first = 0; first + length < n; ++first) {
      int const last = first + length;
      for (int k = last; k > first; --k) {
        double const own = static_cast<double>(extents[first]) * static_cast<double>(extents[k]) *
                           static_cast<double>(extents[last + 1]);
        double const all = at(first, k - 1) + at(k, last) + own;
        if (k == last || all < at(first, last)) {
          at(first, last) = all;
          split[first * n + last] = k;
        }
      }
    }
}

} // namespace weft::detail
