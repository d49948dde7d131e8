#pragma once
#include <weft/expr/node.hpp>

namespace weft::detail {

// The core of an expression is what a kernel is compiled for: operations, constants, and the element types of the
// leaves; no shapes, strides or owners. Expressions over tensors of other ranks, orders or forms share one kernel.

/// Memory or generated values, read through a pointer.
template <class T>
struct slot {
  static constexpr int slots = 1;
  static constexpr index_t operations = 0;
  using value_type = T;
};
/// Generated values, computed where they are read when elements cannot be copied as bytes.
template <class G>
struct generator_slot {
  static constexpr int slots = 1;
  static constexpr index_t operations = 0;
  using value_type = typename G::value_type;
};
template <class T>
struct held_constant {
  static constexpr int slots = 0;
  static constexpr index_t operations = 0;
  T value;
};
template <class F, class... C>
struct core_node {
  static constexpr int slots = (0 + ... + C::slots);
  static constexpr index_t operations = (1 + ... + C::operations);
  [[no_unique_address]] F function;
  [[no_unique_address]] pack<C...> children;
};

template <class T, class L, class K>
WEFT_INLINE constexpr slot<std::remove_const_t<T>> core_of(strided_leaf<T, L, K> const&) {
  return {};
}
template <class T, class L>
WEFT_INLINE constexpr slot<T> core_of(value_leaf<T, L> const&) {
  return {};
}
template <class F, class O, class L>
WEFT_INLINE constexpr generator_slot<generator_leaf<F, O, L>> core_of(generator_leaf<F, O, L> const&) {
  return {};
}
template <class T, class E>
WEFT_INLINE constexpr held_constant<T> core_of(constant_leaf<T, E> const& e) {
  return {e.value};
}
template <class F, class... C>
WEFT_INLINE constexpr auto core_of(node<F, C...> const& e);
template <class F, class... C, int... I>
WEFT_INLINE constexpr auto core_of_children(node<F, C...> const& e, std::integer_sequence<int, I...>) {
  return core_node<F, decltype(core_of(get<I>(e.children)))...>{e.function, make_pack(core_of(get<I>(e.children))...)};
}
template <class F, class... C>
WEFT_INLINE constexpr auto core_of(node<F, C...> const& e) {
  return core_of_children(e, std::make_integer_sequence<int, int(sizeof...(C))>{});
}
template <class E>
using core_t = decltype(core_of(std::declval<E const&>()));

/// Number of the first slot of child K among those of its node.
template <int K, class... C>
WEFT_FN constexpr int slots_before() {
  const int count[] = {C::slots..., 0};
  int n = 0;
  for (int k = 0; k < K; ++k)
    n += count[k];
  return n;
}

// The value at column i of a row: J is the number of the first slot of the (sub)expression.
template <int J, class T, class Row>
WEFT_INLINE constexpr decltype(auto) at(slot<T> const&, Row const& row, index_t i) {
  return get<J>(row)[i];
}
template <int J, class G, class Row>
WEFT_INLINE constexpr decltype(auto) at(generator_slot<G> const&, Row const& row, index_t i) {
  return get<J>(row)[i];
}
template <int J, class T, class Row>
WEFT_INLINE constexpr T const& at(held_constant<T> const& c, Row const&, index_t) {
  return c.value;
}
template <int J, class F, class... C, class Row>
WEFT_INLINE constexpr auto at(core_node<F, C...> const& n, Row const& row, index_t i);
template <int J, class F, class... C, class Row, int... K>
WEFT_INLINE constexpr auto at_children(core_node<F, C...> const& n, Row const& row, index_t i,
                                       std::integer_sequence<int, K...>) {
  return n.function(at<J + slots_before<K, C...>()>(get<K>(n.children), row, i)...);
}
template <int J, class F, class... C, class Row>
WEFT_INLINE constexpr auto at(core_node<F, C...> const& n, Row const& row, index_t i) {
  return at_children<J>(n, row, i, std::make_integer_sequence<int, int(sizeof...(C))>{});
}

// The slots of a core, left to right.
template <class... S>
struct slot_list {
  static constexpr int count = sizeof...(S);
};
template <class... A, class... B>
slot_list<A..., B...> operator+(slot_list<A...>, slot_list<B...>);
template <class T>
slot_list<slot<T>> slots_of(slot<T>);
template <class G>
slot_list<generator_slot<G>> slots_of(generator_slot<G>);
template <class T>
slot_list<> slots_of(held_constant<T>);
template <class F, class... C>
auto slots_of(core_node<F, C...>) -> decltype((slot_list<>{} + ... + slots_of(std::declval<C>())));
template <class Core>
using slots_t = decltype(slots_of(std::declval<Core>()));

} // namespace weft::detail
