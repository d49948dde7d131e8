#pragma once
#include <weft/base/clones.hpp>
#include <weft/eval/limits.hpp>
#include <weft/expr/element.hpp>

#include <type_traits>
#include <utility>

// The indices of small static shapes (eval/small.hpp), and three ways to visit them: written out, in loops, and in
// constant expressions. All give the same bits.
WEFT_KERNELS_BEGIN
namespace weft::detail {

/// Visits each element inline, with its number as a constant, so that arrays stay in registers.
struct written_out {
  static constexpr bool expands = true;
  static constexpr int bytes = vector_bytes_of<build_level>;
};
/// Visits elements in constant expressions, which have no vectors.
struct in_constants {
  static constexpr bool expands = false;
  static constexpr int bytes = 0;
};
/// Visits elements in loops, which clones compile for vectors of `Bytes` bytes.
template <int Bytes>
struct in_loops {
  static constexpr bool expands = false;
  static constexpr int bytes = Bytes;
};

/// The indices of a static shape, by row-major numbers.
template <Shape S>
struct small_shape {
  static constexpr int rank = S::static_rank;
  static constexpr index_t count = count_of(S{});
  template <int Number, int K>
  WEFT_FN static constexpr index_t on_axis() {
    index_t n = Number;
    for (int k = rank - 1; k > K; --k)
      n /= S::statics[k];
    return n % S::statics[K];
  }
  template <int Number, int K>
  static constexpr index_t index = on_axis<Number, K>();
};

/// Calls f with the number of an element, and with `end`, behind the numbers of its index. The number on axis k of a
/// part of rank r is end[k - r], so each part uses the last axes.
template <class F, class... At>
WEFT_INLINE constexpr void visit_index(F const& f, index_t number, At... i) {
  index_t const index[] = {i..., 0};
  f(number, index + sizeof...(At));
}
template <class S, int N, class F, int... K>
WEFT_INLINE constexpr void visit_element(F const& f, std::integer_sequence<int, K...>) {
  visit_index(f, N, small_shape<S>::template index<N, K>...);
}
template <class S, class F, int... N>
WEFT_INLINE constexpr void visit_each(F const& f, std::integer_sequence<int, N...>) {
  (visit_element<S, N>(f, std::make_integer_sequence<int, small_shape<S>::rank>{}), ...);
}
template <class How, class S, int K, class F, class... At>
WEFT_INLINE constexpr void visit_axes(F const& f, index_t before, At... i) {
  if constexpr (K == small_shape<S>::rank) {
    visit_index(f, before, i...);
  } else if constexpr (K + 1 == small_shape<S>::rank && F::total && !std::is_same_v<How, in_constants>) {
    WEFT_SIMD_OWN_ROW
    for (index_t j = 0; j < S::statics[K]; ++j)
      visit_index(f, before * S::statics[K] + j, i..., j);
  } else {
    for (index_t j = 0; j < S::statics[K]; ++j)
      visit_axes<How, S, K + 1>(f, before * S::statics[K] + j, i..., j);
  }
}
/// Calls f(number, end) for the elements of a static shape, in row-major order. If F::total says that nothing is
/// thrown, the loop is vectorised.
template <class How, Shape S, class F>
WEFT_INLINE constexpr void for_small(F const& f) {
  if constexpr (How::expands)
    visit_each<S>(f, std::make_integer_sequence<int, int(small_shape<S>::count)>{});
  else
    visit_axes<How, S, 0>(f, 0);
}

/// Returns the stride of axis K, in elements; 0 if its extent is 1, so that the element repeats.
template <int K, class L>
WEFT_INLINE constexpr index_t small_stride(L const& l) {
  using order = typename L::order;
  if constexpr (!L::extents_type::all_static) {
    return l.extent(K) == 1 ? 0 : l.stride(K);
  } else if constexpr (L::extents_type::statics[K] == 1) {
    return 0;
  } else if constexpr (is_dense<order>) {
    constexpr index_t stride = L{}.stride(K);
    return stride;
  } else if constexpr (has_unit_stride<order, K, L::static_rank>) {
    return 1;
  } else {
    return l.template stored_stride<K>();
  }
}
template <class L, int... K>
WEFT_INLINE constexpr index_t small_offset_of([[maybe_unused]] L const& l, [[maybe_unused]] index_t const* end,
                                              std::integer_sequence<int, K...>) {
  return (index_t(0) + ... + (end[K - L::static_rank] * small_stride<K>(l)));
}
/// Returns the offset, in elements, of the element at the index that ends at `end`.
template <class L>
WEFT_INLINE constexpr index_t small_offset(L const& l, index_t const* end) {
  return small_offset_of(l, end, std::make_integer_sequence<int, L::static_rank>{});
}

template <class S>
WEFT_FN constexpr bool is_small_shape() {
  if constexpr (S::all_static)
    return S::static_rank <= small_limits::rank && count_of(S{}) > 0 && count_of(S{}) <= small_limits::elements;
  else
    return false;
}

} // namespace weft::detail
WEFT_KERNELS_END
