#pragma once
#include <weft/eval/kernel.hpp>
#include <weft/eval/loop.hpp>
#include <weft/eval/reads.hpp>
#include <weft/layout/walk.hpp>

namespace weft::detail {

template <class Order>
inline constexpr stride_rule rule_of = stride_rule::stored;
template <>
inline constexpr stride_rule rule_of<row_major> = stride_rule::last_is_one;
template <>
inline constexpr stride_rule rule_of<column_major> = stride_rule::first_is_one;
template <>
inline constexpr stride_rule rule_of<dense<row_major>> = stride_rule::by_rows;
template <>
inline constexpr stride_rule rule_of<dense<column_major>> = stride_rule::by_columns;

template <class E>
WEFT_FN constexpr index_t const* statics_of() {
  if constexpr (E::all_dynamic)
    return nullptr;
  else
    return E::statics;
}

// What types know of memory, of the elements inside an expression (fresh), and of a generator. Constants of functions,
// because functions carry the tag of the build.
template <class T, class Layout, bool Fresh = false>
WEFT_INLINE operand_kind const* memory_kind() {
  static constexpr operand_kind kind{index_t(sizeof(T)), statics_of<typename Layout::extents_type>(), nullptr,
                                     rule_of<typename Layout::order>, Fresh};
  return &kind;
}

/// Writes consecutive or strided values of a generator; its function does it, where it has a way of its own.
template <class G>
WEFT_FN void fill_from(void const* context, void* out, index_t number, index_t step, index_t count) {
  using T = typename G::value_type;
  G const& g = *static_cast<G const*>(context);
  if constexpr (requires { g.function.fill(out, number, step, count); })
    return g.function.fill(out, number, step, count);
  T* const to = static_cast<T*>(out);
  if (step != 1 || g.own.rank() <= 1) {
    for (index_t i = 0; i < count; ++i)
      to[i] = g.at_number(number + i * step);
    return;
  }
  index_t index[max_rank];
  g.unravel(number, index);
  const int last = g.own.rank() - 1;
  for (index_t i = 0; i < count; ++i) {
    to[i] = g.at_index(index);
    if (++index[last] == g.own.entry(last)) {
      index[last] = 0;
      next_index(g.own, last, index, [](int, index_t) {});
    }
  }
}

template <class G>
WEFT_INLINE operand_kind const* generator_kind() {
  static constexpr operand_kind kind{
      index_t(sizeof(typename G::value_type)),
      statics_of<typename G::extents_type>(),
      &fill_from<G>,
      rule_of<typename G::layout_type::order>,
      !ListsMemory<G>, // GCC 12 with -fsanitize=undefined compares no functions in a constant
      is_number_slot<generator_slot<G>>,
      lister<G>()};
  return &kind;
}

template <class Layout>
WEFT_INLINE loop_operand operand_of(operand_kind const* kind, index_t position, Layout const& l, void const* context,
                                    std::uint64_t ticket) {
  return {kind, position, l.rank(), l.extents().values(), l.stored_strides(), context, ticket};
}

/// Writes down the leaves of an expression (see core_type).
struct entering {
  loop_operand* to;
  template <int J, class T, class L, class K>
  WEFT_INLINE void leaf(strided_leaf<T, L, K> const& e) {
    to[J] = operand_of(memory_kind<std::remove_const_t<T>, L>(), reinterpret_cast<index_t>(e.data), e.place, nullptr,
                       e.keep.watched().ticket());
  }
  template <int J, class T, class L>
  WEFT_INLINE void leaf(value_leaf<T, L> const& e) {
    to[J] = operand_of(memory_kind<T, L, true>(), reinterpret_cast<index_t>(e.elements), e.place, nullptr, 0);
  }
  template <int J, class F, class O, class L>
  WEFT_INLINE void leaf(generator_leaf<F, O, L> const& e) {
    to[J] = operand_of(generator_kind<generator_leaf<F, O, L>>(), e.offset, e.place, &e, 0);
  }
  template <class C>
  WEFT_INLINE void constant(C const&) {}
};

/// Enters whole tensors of rank Rank with copies of their extents: an expression that nothing points into need
/// not lie in memory on the way that does not come here (4 of 29 ns for 16 elements).
template <int Rank>
struct entering_copies {
  loop_operand* to;
  index_t (*room)[std::size_t(Rank + 1)];
  template <int J, class T, class L>
  WEFT_INLINE void dense_leaf(T const* data, L const& place, std::uint64_t ticket) {
    for (int k = 0; k < Rank; ++k)
      room[J][k] = place.extent(k);
    to[J] = {memory_kind<T, layout<dims<Rank>, typename L::order>>(),
             reinterpret_cast<index_t>(data),
             Rank,
             room[J],
             nullptr,
             nullptr,
             ticket};
  }
  template <int J, class T, class L, class K>
  WEFT_INLINE void leaf(strided_leaf<T, L, K> const& e) {
    dense_leaf<J, std::remove_const_t<T>>(e.data, e.place, e.keep.watched().ticket());
  }
  template <int J, class T, class L>
  WEFT_INLINE void leaf(value_leaf<T, L> const& e) {
    dense_leaf<J, T>(e.elements, e.place, 0);
  }
  template <class C>
  WEFT_INLINE void constant(C const&) {}
};

/// True if all leaves in memory are whole tensors.
template <class E>
inline constexpr bool reads_whole = true;
template <class T, class L, class K>
inline constexpr bool reads_whole<strided_leaf<T, L, K>> = is_dense<typename L::order>;
template <class F, class... C>
inline constexpr bool reads_whole<node<F, C...>> = (reads_whole<C> && ...);

} // namespace weft::detail
