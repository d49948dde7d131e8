#pragma once
#include <weft/eval/kernel.hpp>
#include <weft/eval/loop.hpp>

namespace weft::detail {

/// The operands of one loop, with their strides over the axes of the loop. Lives on the stack of the assignment.
template <int Operands, int Rank>
struct operand_table {
  static constexpr int axes = Rank < 0 ? max_rank : (Rank == 0 ? 1 : Rank);
  index_t extents[axes];
  loop_operand operand[Operands];
  void const* context[Operands];
  index_t strides[Operands * axes];

  WEFT_INLINE operand_table() = default;
  WEFT_INLINE loop_request request(int rank) {
    loop_request q;
    q.rank = rank;
    q.extents = extents;
    q.operands = Operands;
    q.operand = operand;
    q.strides = strides;
    q.pitch = axes;
    q.context = context;
    return q;
  }
};

/// Strides of a layout over the axes of `whole`: 0 where it repeats. `unit` is the bytes of an element.
template <class Layout, Shape S>
WEFT_INLINE void enter_strides(Layout const& l, S const& whole, index_t unit, index_t* strides) {
  const auto s = l.strides();
  const int lead = whole.rank() - l.rank();
  for (int k = 0; k < whole.rank(); ++k)
    strides[k] = k < lead || l.extent(k - lead) == 1 ? 0 : s[k - lead] * unit;
}

/// Writes consecutive or strided values of a generator.
template <class G>
WEFT_FN void fill_from(void const* context, void* out, index_t number, index_t step, index_t count) {
  using T = typename G::value_type;
  G const& g = *static_cast<G const*>(context);
  T* const to = static_cast<T*>(out);
  if (step != 1 || g.own.rank() == 0) {
    for (index_t i = 0; i < count; ++i)
      to[i] = g.at_number(number + i * step);
    return;
  }
  index_t index[max_rank];
  g.unravel(number, index);
  const int last = g.own.rank() - 1;
  for (index_t i = 0; i < count; ++i) {
    to[i] = g.at_index(index);
    for (int k = last; k >= 0 && ++index[k] == g.own[k] && k > 0; --k)
      index[k] = 0;
  }
}

template <int J, class Table, class T, class L, class K, Shape S>
WEFT_INLINE void enter(Table& t, strided_leaf<T, L, K> const& e, S const& whole) {
  e.keep.check("assignment");
  t.operand[J] = {reinterpret_cast<index_t>(e.data), index_t(sizeof(T)), nullptr, nullptr, false};
  t.context[J] = nullptr;
  enter_strides(e.place, whole, index_t(sizeof(T)), t.strides + J * Table::axes);
}
template <int J, class Table, class T, class L, Shape S>
WEFT_INLINE void enter(Table& t, value_leaf<T, L> const& e, S const& whole) {
  t.operand[J] = {reinterpret_cast<index_t>(e.elements), index_t(sizeof(T)), nullptr, nullptr, true};
  t.context[J] = nullptr;
  enter_strides(e.place, whole, index_t(sizeof(T)), t.strides + J * Table::axes);
}
template <int J, class Table, class F, class O, class L, Shape S>
WEFT_INLINE void enter(Table& t, generator_leaf<F, O, L> const& e, S const& whole) {
  using G = generator_leaf<F, O, L>;
  t.operand[J] = {e.offset, index_t(sizeof(typename G::value_type)), &fill_from<G>, &e, true};
  t.context[J] = &e;
  enter_strides(e.place, whole, 1, t.strides + J * Table::axes);
}
template <int J, class Table, class T, class E, Shape S>
WEFT_INLINE void enter(Table&, constant_leaf<T, E> const&, S const&) {}
template <int J, class Table, class F, class... C, Shape S>
WEFT_INLINE void enter(Table& t, node<F, C...> const& e, S const& whole);
template <int J, class Table, class F, class... C, Shape S, int... K>
WEFT_INLINE void enter_children(Table& t, node<F, C...> const& e, S const& whole, std::integer_sequence<int, K...>) {
  (enter<J + slots_before<K, core_t<C>...>()>(t, get<K>(e.children), whole), ...);
}
template <int J, class Table, class F, class... C, Shape S>
WEFT_INLINE void enter(Table& t, node<F, C...> const& e, S const& whole) {
  enter_children<J>(t, e, whole, std::make_integer_sequence<int, int(sizeof...(C))>{});
}

// True if every leaf of e lies in memory exactly as the target does, so that one run over `size` elements serves; a
// leaf is the target itself or apart from it.
template <class T, class L, class U, class M, class K>
WEFT_INLINE bool lies_like(strided_leaf<T, L> const& target, strided_leaf<U, M, K> const& e, index_t size) {
  if constexpr (L::static_rank != M::static_rank) {
    return false;
  } else {
    constexpr bool same_dense = is_dense<typename L::order> && std::same_as<typename L::order, typename M::order>;
    constexpr bool both_static =
        L::extents_type::all_static && std::same_as<typename L::extents_type, typename M::extents_type>;
    if constexpr (!(same_dense && both_static)) {
      if constexpr (L::static_rank < 0)
        if (target.place.rank() != e.place.rank())
          return false;
      for (int k = 0; k < target.place.rank(); ++k)
        if (target.place.extent(k) != e.place.extent(k))
          return false;
      if constexpr (!same_dense)
        for (int k = 0; k < target.place.rank(); ++k)
          if (target.place.extent(k) != 1 && target.place.stride(k) != e.place.stride(k))
            return false;
    }
    e.keep.check("assignment");
    const auto a = reinterpret_cast<index_t>(target.data), b = reinterpret_cast<index_t>(e.data);
    return (a == b && sizeof(T) == sizeof(U)) || a >= b + size * index_t(sizeof(U)) ||
           b >= a + size * index_t(sizeof(T));
  }
}
template <class T, class L, class U, class M>
WEFT_INLINE bool lies_like(strided_leaf<T, L> const& target, value_leaf<U, M> const&, index_t) {
  return target.extents() == typename M::extents_type{} && target.place.strides() == M{}.strides();
}
template <class T, class L, class F, class O, class M>
WEFT_INLINE bool lies_like(strided_leaf<T, L> const&, generator_leaf<F, O, M> const&, index_t) {
  return false;
}
template <class T, class L, class U, class E>
WEFT_INLINE bool lies_like(strided_leaf<T, L> const&, constant_leaf<U, E> const&, index_t) {
  return true;
}
template <class T, class L, class F, class... C>
WEFT_INLINE bool lies_like(strided_leaf<T, L> const& target, node<F, C...> const& e, index_t size);
template <class T, class L, class F, class... C, int... K>
WEFT_INLINE bool children_lie_like(strided_leaf<T, L> const& target, node<F, C...> const& e, index_t size,
                                   std::integer_sequence<int, K...>) {
  return (lies_like(target, get<K>(e.children), size) && ...);
}
template <class T, class L, class F, class... C>
WEFT_INLINE bool lies_like(strided_leaf<T, L> const& target, node<F, C...> const& e, index_t size) {
  return children_lie_like(target, e, size, std::make_integer_sequence<int, int(sizeof...(C))>{});
}

// Addresses of the leaves, in slot order.
template <int J, class T, class L, class K>
WEFT_INLINE void enter_address(loop_slot* s, strided_leaf<T, L, K> const& e) {
  s[J] = {reinterpret_cast<index_t>(e.data), 0, index_t(sizeof(T))};
}
template <int J, class T, class L>
WEFT_INLINE void enter_address(loop_slot* s, value_leaf<T, L> const& e) {
  s[J] = {reinterpret_cast<index_t>(e.elements), 0, index_t(sizeof(T))};
}
template <int J, class F, class O, class L>
WEFT_INLINE void enter_address(loop_slot*, generator_leaf<F, O, L> const&) {}
template <int J, class T, class E>
WEFT_INLINE void enter_address(loop_slot*, constant_leaf<T, E> const&) {}
template <int J, class F, class... C>
WEFT_INLINE void enter_address(loop_slot* s, node<F, C...> const& e);
template <int J, class F, class... C, int... K>
WEFT_INLINE void enter_addresses(loop_slot* s, node<F, C...> const& e, std::integer_sequence<int, K...>) {
  (enter_address<J + slots_before<K, core_t<C>...>()>(s, get<K>(e.children)), ...);
}
template <int J, class F, class... C>
WEFT_INLINE void enter_address(loop_slot* s, node<F, C...> const& e) {
  enter_addresses<J>(s, e, std::make_integer_sequence<int, int(sizeof...(C))>{});
}

} // namespace weft::detail
