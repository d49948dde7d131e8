#pragma once
#include <weft/ops/generate.hpp>
#include <weft/ops/select.hpp>

namespace weft {

namespace detail {

/// True on and below (Lower) or on and above diagonal k.
template <bool Lower>
struct in_triangle {
  index_t k;
  WEFT_INLINE bool operator()(index_t i, index_t j) const { return Lower ? j - i <= k : j - i >= k; }
};
template <bool Lower, class X>
WEFT_FN auto triangle(X&& x, index_t k) {
  static_assert(rank_of<X> < 0 || rank_of<X> > 1,
                "weft: tril, triu: rank mismatch: they take matrices, or stacks of them");
  auto e = capture(static_cast<X&&>(x));
  const int rank = e.rank();
  if (rank < 2)
    throw_shape_reason(Lower ? "tril" : "triu", "it takes a matrix, or a stack of them");
  auto inside = from_function(shape(e.extents()[rank - 2], e.extents()[rank - 1]), in_triangle<Lower>{k});
  return where(std::move(inside), std::move(e), value_t<X>(0));
}

} // namespace detail

/// The lower triangle of a matrix, or of each of a stack: zero above diagonal k, which is counted to the right of the
/// main one. Lazy, it fuses.
template <Tensorial X>
WEFT_FN auto tril(X&& x, index_t k = 0) {
  return detail::triangle<true>(static_cast<X&&>(x), k);
}
/// The upper triangle: zero below diagonal k.
template <Tensorial X>
WEFT_FN auto triu(X&& x, index_t k = 0) {
  return detail::triangle<false>(static_cast<X&&>(x), k);
}

} // namespace weft
