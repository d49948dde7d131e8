#pragma once
#include <weft/ops/generate.hpp>
#include <weft/ops/select.hpp>

namespace weft {

namespace detail {

/// Lower: returns e on and below diagonal k, and 0 above it. Else: returns e on and above diagonal k, and 0 below it.
template <bool Lower, class X>
WEFT_FN auto triangle(X&& x, index_t k) {
  static_assert(rank_of<X> < 0 || rank_of<X> > 1,
                "weft: tril, triu: rank mismatch: they take matrices, or stacks of them");
  auto e = capture(static_cast<X&&>(x));
  int const rank = e.rank();
  if (rank < 2)
    throw_shape_reason(Lower ? "tril" : "triu", "it takes a matrix, or a stack of them");
  index_t const rows = e.extents()[rank - 2];
  index_t const last = Lower ? k : (k < -rows ? -rows : k) - 1; // bounded: no difference overflows
  auto below = tri<bool>(shape(rows, e.extents()[rank - 1]), last);
  if constexpr (Lower)
    return where(std::move(below), std::move(e), value_t<X>(0));
  else
    return where(std::move(below), value_t<X>(0), std::move(e));
}

} // namespace detail

/// Returns the lower triangle of a matrix, or of each matrix of a stack: 0 above diagonal k. Diagonal k is k above the
/// main one. The triangle is computed when it is assigned, in the loop of its statement.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto tril(X&& x, index_t k = 0) {
  return detail::triangle<true>(static_cast<X&&>(x), k);
}
/// Returns the upper triangle: 0 below diagonal k.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto triu(X&& x, index_t k = 0) {
  return detail::triangle<false>(static_cast<X&&>(x), k);
}

} // namespace weft
