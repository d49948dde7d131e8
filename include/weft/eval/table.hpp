#pragma once
#include <weft/eval/kernel.hpp>
#include <weft/eval/loop.hpp>
#include <weft/eval/reads.hpp>

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

/// Writes consecutive or strided values of a generator.
template <class G>
WEFT_FN void fill_from(void const* context, void* out, index_t number, index_t step, index_t count) {
  using T = typename G::value_type;
  G const& g = *static_cast<G const*>(context);
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
    for (int k = last; k >= 0 && ++index[k] == g.own.entry(k) && k > 0; --k)
      index[k] = 0;
  }
}

template <class G>
WEFT_INLINE operand_kind const* generator_kind() {
  static constexpr operand_kind kind{index_t(sizeof(typename G::value_type)),
                                     statics_of<typename G::extents_type>(),
                                     &fill_from<G>,
                                     rule_of<typename G::layout_type::order>,
                                     lister<G>() == nullptr,
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

/// The same of whole tensors of rank Rank, with copies of their extents: an expression that nothing points into need
/// not lie in memory on the way that does not come here (4 of 29 ns for 16 elements).
template <int Rank>
struct entering_copies {
  loop_operand* to;
  index_t (*room)[Rank + 1];
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

/// True if elements lie side by side: those of a whole tensor, and of a vector whose stride is known to be 1.
template <class L>
inline constexpr bool is_one_run =
    is_dense<typename L::order> || (L::static_rank == 1 && !std::same_as<typename L::order, strided>);

// Operands of one rank and order, each side by side, lie alike as soon as their extents agree: one run over all
// elements serves.
template <class L, class E>
inline constexpr bool lies_like = false;
template <class L, class T, class M, class K>
inline constexpr bool lies_like<L, strided_leaf<T, M, K>> =
    is_one_run<L> && is_one_run<M> && L::static_rank == M::static_rank &&
    (L::static_rank == 1 || std::same_as<typename L::order, typename M::order>);
template <class L, class T, class M>
inline constexpr bool lies_like<L, value_leaf<T, M>> = lies_like<L, strided_leaf<T, M>>;
template <class L, class T, class E>
inline constexpr bool lies_like<L, constant_leaf<T, E>> =
    is_one_run<L> && (E::static_rank == 0 || L::static_rank == E::static_rank);
template <class L, class F, class... C>
inline constexpr bool lies_like<L, node<F, C...>> = (lies_like<L, C> && ...);

// The same where nothing depends on run time.
template <class L, class E>
inline constexpr bool is_static_like = false;
template <class L, class T, class M, class K>
inline constexpr bool is_static_like<L, strided_leaf<T, M, K>> = std::same_as<L, M>;
template <class L, class T, class M>
inline constexpr bool is_static_like<L, value_leaf<T, M>> = std::same_as<L, M>;
template <class L, class T, class X>
inline constexpr bool is_static_like<L, constant_leaf<T, X>> = true;
template <class L, class F, class... C>
inline constexpr bool is_static_like<L, node<F, C...>> = (is_static_like<L, C> && ...);

/// True if all leaves in memory are whole tensors.
template <class E>
inline constexpr bool reads_whole = true;
template <class T, class L, class K>
inline constexpr bool reads_whole<strided_leaf<T, L, K>> = is_dense<typename L::order>;
template <class F, class... C>
inline constexpr bool reads_whole<node<F, C...>> = (reads_whole<C> && ...);

/// 0 if the extents are those of the target, or of a scalar.
template <Shape E, Shape X>
WEFT_INLINE index_t difference(E const& target, X const& x) {
  if constexpr (X::static_rank < 0)
    if (target.rank() != x.rank())
      return 1;
  index_t all = 0;
  for (int k = 0; k < x.rank(); ++k)
    all |= target[k] ^ x[k];
  return all;
}
/// Notes the address of each leaf, and whether one has other extents than the target.
template <class E>
struct comparing {
  index_t* address;
  E const& target;
  index_t differences = 0;
  template <int J, class T, class L, class K>
  WEFT_INLINE void leaf(strided_leaf<T, L, K> const& e) {
    address[J] = reinterpret_cast<index_t>(e.data);
    differences |= difference(target, e.extents());
  }
  template <int J, class T, class L>
  WEFT_INLINE void leaf(value_leaf<T, L> const& e) {
    address[J] = reinterpret_cast<index_t>(e.elements);
    differences |= difference(target, e.extents());
  }
  template <class C>
  WEFT_INLINE void constant(C const& e) {
    differences |= difference(target, e.extents());
  }
};

/// The same beside a target in memory, leaf 0. Memory that a leaf shares with the target in part counts as a difference
/// too; whole tensors never do.
template <class T, class L>
struct comparing_with_target : comparing<typename L::extents_type> {
  using base = comparing<typename L::extents_type>;
  index_t bytes; ///< of the target

  WEFT_INLINE comparing_with_target(index_t* to, strided_leaf<T, L> const& to_target)
      : base{to, to_target.extents()}, bytes(to_target.place.size() * index_t(sizeof(T))) {
    to[0] = reinterpret_cast<index_t>(to_target.data);
  }
  template <int J, class X>
  WEFT_INLINE void leaf(X const& e) {
    base::template leaf<J>(e);
    if constexpr (!is_dense<typename L::order> || !is_dense<typename X::layout_type::order>) {
      using U = typename X::value_type;
      const index_t apart = base::address[J] - base::address[0], size = e.place.size() * index_t(sizeof(U));
      const bool alike = apart == 0 && sizeof(U) == sizeof(T);
      base::differences |= index_t(!alike & (apart < bytes) & (-apart < size));
    }
  }
};

} // namespace weft::detail
