#pragma once
#include <weft/eval/small.hpp>

// Few elements whose extents are known at run time, read one by one: a plan would take longer than their loop.
WEFT_KERNELS_BEGIN
namespace weft::detail {

/// How: in loops over extents of run time.
struct in_bounds {
  static constexpr bool expands = false;
};

template <class S>
WEFT_FN constexpr bool may_be_few() {
  if constexpr (S::static_rank < 0 || S::static_rank > small_limits::rank) {
    return false;
  } else {
    index_t known = 1; // elements, as far as types say
    for (int k = 0; k < S::static_rank; ++k)
      known *= static_extent<S>(k) == dyn ? 1 : static_extent<S>(k);
    return known > 0 && known <= few_elements;
  }
}
/// True for memory of which few elements are read one by one: of numbers, with a static rank.
template <class E>
inline constexpr bool has_few_form = false;
template <class T, class L, class K>
inline constexpr bool has_few_form<strided_leaf<T, L, K>> =
    is_number<std::remove_const_t<T>> && may_be_few<typename L::extents_type>();

WEFT_INLINE bool is_few(index_t count) {
  return count > 0 && count <= few_elements;
}

/// Calls f(i...) for all indices of a shape, the last axis fastest.
template <int K, Shape S, class F, class... At>
WEFT_INLINE void for_few(S const& shape, F& f, At... i) {
  if constexpr (K == S::static_rank) {
    f(i...);
  } else {
    const index_t n = shape.entry(K);
    for (index_t j = 0; j < n; ++j)
      for_few<K + 1>(shape, f, i..., j);
  }
}

} // namespace weft::detail
WEFT_KERNELS_END
