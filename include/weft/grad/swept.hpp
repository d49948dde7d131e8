#pragma once
#include <weft/eval/identity.hpp>
#include <weft/grad/sweep.hpp>

// Returns the derivative of an expression as an expression: swept(), and the functions that it needs.
namespace weft::detail {

/// Returns the leaves of an expression that its core reads through slots, in the order of the slots.
template <class E>
WEFT_INLINE constexpr pack<E> slot_leaves(E const& leaf) {
  return pack<E>(E(leaf));
}
template <class T, class S>
WEFT_INLINE constexpr pack<> slot_leaves(constant_leaf<T, S> const&) {
  return {};
}
template <class F, class... C>
WEFT_INLINE constexpr auto slot_leaves(node<F, C...> const& e) {
  return [&]<int... At>(std::integer_sequence<int, At...>) {
    return gathered(slot_leaves(get<At>(e.children))...);
  }(std::make_integer_sequence<int, int(sizeof...(C))>{});
}

/// Returns whether two leaves read the same memory, with its elements in the same order.
template <class A, class B>
WEFT_FN bool read_alike(A const& a, B const& b) {
  if constexpr (requires { a.data, a.place, b.data, b.place; })
    return static_cast<void const*>(a.data) == static_cast<void const*>(b.data) && a.place.rank() == b.place.rank() &&
           lie_alike(a.place, b.place);
  else
    return false;
}

template <class F, class X>
WEFT_INLINE constexpr auto composed_node(op::composed<F>, X const& x) {
  return node<F, X>(F{}, x);
}
template <class F, class... G, class X>
  requires(sizeof...(G) > 0)
WEFT_INLINE constexpr auto composed_node(op::composed<F, G...>, X const& x) {
  return composed_node(op::composed<F>{}, composed_node(op::composed<G...>{}, x));
}

/// Returns the functions in an expression whose values the derivative of Core by the slots Wanted reads, in the order
/// of needs_before. N is the number of the operation e.
template <class Core, slot_set Wanted, int N, class E>
WEFT_INLINE constexpr pack<> needed_functions(E const&) {
  return {};
}
template <class Core, slot_set Wanted, int N, class F, class... C>
WEFT_INLINE constexpr auto needed_functions(node<F, C...> const& e) {
  auto const value = [&] {
    if constexpr (needs_of<Core, Wanted>.value[N])
      return pack<node<F, C...>>(node<F, C...>(e));
    else
      return pack<>();
  };
  auto const partner = [&] {
    if constexpr (needs_of<Core, Wanted>.partner[N])
      return make_pack(composed_node(typename F::partner{}, get<0>(e.children)));
    else
      return pack<>();
  };
  return [&]<int... At>(std::integer_sequence<int, At...>) {
    return gathered(value(), partner(),
                    needed_functions<Core, Wanted, operation_of_child<N, At, core_t<C>...>()>(get<At>(e.children))...);
  }(std::make_integer_sequence<int, int(sizeof...(C))>{});
}

/// A visitor of leaves that does nothing, for callers that need only the core of an expression.
struct unseen_leaves {
  template <int J, class L>
  WEFT_INLINE constexpr void leaf(L const&) {}
  template <class L>
  WEFT_INLINE constexpr void constant(L const&) {}
};

/// Returns g times the derivative of e by the slots Wanted, element by element, as an expression. No operand in e is
/// deferred.
template <slot_set Wanted, class Ends, class G, class E>
WEFT_FN constexpr auto swept(G const& g, E const& e, Ends const& ends) {
  using core = core_t<E>;
  unseen_leaves visit;
  auto operands = gathered(pack<G>(G(g)), slot_leaves(e), needed_functions<core, Wanted, 0>(e));
  return [&]<class... X>(pack<X...>& x) {
    using made = node<sweep<core, Wanted, Ends>, X...>;
    auto const shape = common_extents("derivative", g.extents(), e.extents());
    return made(sweep<core, Wanted, Ends>{core_type<E>::template of<0>(visit, e), ends}, std::move(x),
                convert_extents<typename made::extents_type>(shape));
  }(operands);
}

} // namespace weft::detail
