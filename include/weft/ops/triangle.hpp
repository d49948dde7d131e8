#pragma once
#include <weft/ops/generate.hpp>
#include <weft/ops/select.hpp>

namespace weft {

namespace detail {

/// e on one side of diagonal k (Lower: on it too), else 0; or the other way round.
template <bool Lower, class X>
WEFT_FN auto triangle(X&& x, index_t k) {
  static_assert(rank_of<X> < 0 || rank_of<X> > 1,
                "weft: tril, triu: rank mismatch: they take matrices, or stacks of them");
  auto e = capture(static_cast<X&&>(x));
  int const rank = e.rank();
  if (rank < 2)
    throw_shape_reason(Lower ? "tril" : "triu", "it takes a matrix, or a stack of them");
  index_t const rows = e.extents()[rank - 2];
  index_t const last = Lower ? k : (k < -rows ? -rows : k) - 1; // no difference overflows
  auto below = tri<bool>(shape(rows, e.extents()[rank - 1]), last);
  if constexpr (Lower)
    return where(std::move(below), std::move(e), value_t<X>(0));
  else
    return where(std::move(below), value_t<X>(0), std::move(e));
}

} // namespace detail

/// The lower triangle of a matrix, or of each of a stack: zero above diagonal k, which is counted to the right of the
/// main one. Computed where it is assigned, in the loop of its statement.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto tril(X&& x, index_t k = 0) {
  return detail::triangle<true>(static_cast<X&&>(x), k);
}
/// The upper triangle: zero below diagonal k.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto triu(X&& x, index_t k = 0) {
  return detail::triangle<false>(static_cast<X&&>(x), k);
}

} // namespace weft
