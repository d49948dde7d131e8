#pragma once
#include <weft/ops/generate.hpp>
#include <weft/ops/pad.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/select.hpp>

namespace weft {

namespace detail {

template <class S>
struct square_of {
  using type = dims<2>;
};
template <index_t N>
struct square_of<extents<N>> {
  using type = extents<N, N>;
};

/// `values`, which has an element for each column, on diagonal k of a square matrix.
template <class M, class E>
WEFT_INLINE auto on_diagonal(M const& shape, E values, index_t k) {
  using T = typename E::value_type;
  return where(eye<bool>(shape, k), std::move(values), constant_leaf<T>(T(0)));
}

} // namespace detail

/// Of a matrix its diagonal, a view: diagonal(x). Of a vector the matrix that has it on its diagonal, and 0 elsewhere:
/// an expression without memory. x must be of static rank.
template <Tensorial X>
[[nodiscard]] WEFT_INLINE auto diag(X&& x) {
  static_assert(detail::rank_of<X> == 1 || detail::rank_of<X> == 2, "weft: diag takes a vector or a matrix of static "
                                                                    "rank: diagonal(a) takes any matrix");
  if constexpr (detail::rank_of<X> == 1) {
    auto values = detail::capture(static_cast<X&&>(x));
    const index_t n = values.extents()[0];
    using square = typename detail::square_of<typename decltype(values)::extents_type>::type;
    return detail::on_diagonal(detail::convert_extents<square>(shape(n, n)), std::move(values), 0);
  } else {
    return diagonal(static_cast<X&&>(x));
  }
}
/// The same for diagonal k, above the main one, or below it where k < 0. A vector is evaluated, once, and lengthened:
/// the matrix has -k or k rows and columns more.
template <Tensorial X>
[[nodiscard]] WEFT_INLINE auto diag(X&& x, index_t k) {
  static_assert(detail::rank_of<X> == 1 || detail::rank_of<X> == 2, "weft: diag takes a vector or a matrix of static "
                                                                    "rank: diagonal(a, k) takes any matrix");
  if constexpr (detail::rank_of<X> == 1) {
    auto values = pad(static_cast<X&&>(x), k > 0 ? k : 0, k < 0 ? -k : 0);
    const index_t n = values.extents()[0];
    return detail::on_diagonal(shape(n, n), std::move(values), k);
  } else {
    return diagonal(static_cast<X&&>(x), k);
  }
}

} // namespace weft
