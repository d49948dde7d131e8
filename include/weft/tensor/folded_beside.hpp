#pragma once
#include <weft/eval/fold.hpp>
#include <weft/eval/virtual_leaf.hpp>

// This file decides which right sides of together() are folded in the loop that writes others.
namespace weft::detail {

/// True if values of E are computed by a loop over elements of types that the compiler knows, and are copied as bytes.
template <class E>
WEFT_FN constexpr bool is_plain_loop() {
  if constexpr (holds_virtual<E> || holds_modes<E>)
    return false;
  else
    return is_bytewise<typename E::value_type> && bytewise_slots(slots_t<core_t<materialised<E>>>{});
}
/// True if E is written to elements of type T by a loop that may also fold.
template <class T, class E>
inline constexpr bool is_folded_beside = is_bytewise<T> && is_plain_loop<E>();

/// True for a fold of all elements of an expression, whose values may be added while other results are computed. A
/// reducer that takes numbers of elements or a second pass has a loop of its own, and so has one in order.
template <class E>
inline constexpr bool joins_pass = false;
template <class R, class S, bool AtOnce, class Axes, class L, class E>
inline constexpr bool joins_pass<deferred<fold_operation<R, S, AtOnce, Axes>, L, E>> =
    S::static_rank == 0 && !is_in_order<R> && !requires { R::accepts_numbers; } && !fold_pass<R>::may_repeat &&
    std::is_trivially_copyable_v<typename R::accumulator> && is_plain_loop<E>();

/// Places in the lists of targets and right sides.
template <int... K>
struct place_list {};
template <int... J, int... K>
place_list<J..., K...> operator+(place_list<J...>, place_list<K...>);
template <bool... Wanted, int... K>
WEFT_FN constexpr auto places_where(std::integer_sequence<int, K...>) {
  return decltype((place_list<>{} + ... + std::conditional_t<Wanted, place_list<K>, place_list<>>{})){};
}

} // namespace weft::detail
