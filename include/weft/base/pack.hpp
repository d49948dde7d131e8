#pragma once
#include <weft/base/config.hpp>

#include <utility>

namespace weft {

/// Tag of constructors that make the children of a pack in place: each child is Maker::make(argument).
template <class Maker>
struct made_by {};

namespace detail {

template <class F, int... K>
WEFT_INLINE constexpr decltype(auto) unpack(F const& f, std::integer_sequence<int, K...>) {
  return f.template operator()<K...>();
}
/// Calls f.operator()<0, ..., Count - 1>(). Headers that each statement uses (eval, expr, grad/handing.hpp and the
/// like) write the std::make_integer_sequence out instead: these two more functions for each use took 2 % of the time
/// of compiling statements.
template <std::size_t Count, class F>
WEFT_INLINE constexpr decltype(auto) unpack(F const& f) {
  return unpack(f, std::make_integer_sequence<int, int(Count)>());
}

/// Tag of constructors that copy or move a pack child by child. Without it GCC copies trivial packs as bytes, through
/// memory.
struct by_child {};

template <int At, class T>
struct pack_item {
  [[no_unique_address]] T value;

  WEFT_INLINE constexpr pack_item() = default;
  template <class Maker, class X>
  WEFT_INLINE constexpr pack_item(made_by<Maker>, X&& x) : value(Maker::make(static_cast<X&&>(x))) {}
  WEFT_INLINE constexpr explicit pack_item(T&& v) : value(static_cast<T&&>(v)) {}
  WEFT_INLINE constexpr pack_item(by_child, pack_item const& other) : value(other.value) {}
  WEFT_INLINE constexpr pack_item(by_child, pack_item&& other) : value(static_cast<T&&>(other.value)) {}
  WEFT_COPIED(pack_item);
};

template <class Indices, class... T>
struct pack_items;
template <int... At, class... T>
struct pack_items<std::integer_sequence<int, At...>, T...> : pack_item<At, T>... {
  WEFT_INLINE constexpr pack_items() = default;
  template <class Maker, class... X>
  WEFT_INLINE constexpr pack_items(made_by<Maker> m, X&&... x) : pack_item<At, T>(m, static_cast<X&&>(x))... {}
  WEFT_INLINE constexpr explicit pack_items(T&&... v)
    requires(sizeof...(T) > 0)
      : pack_item<At, T>(static_cast<T&&>(v))... {}
  WEFT_INLINE constexpr pack_items(by_child c, pack_items const& other)
      : pack_item<At, T>(c, static_cast<pack_item<At, T> const&>(other))... {}
  WEFT_INLINE constexpr pack_items(by_child c, pack_items&& other)
      : pack_item<At, T>(c, static_cast<pack_item<At, T>&&>(other))... {}
  WEFT_COPIED(pack_items);
};

} // namespace detail

/// The children of a node. boost::hana::basic_tuple has the same structure, but its members are not forced inline.
/// Their calls would stay in the kernels of a build without optimisation. Also a destructor that runs when an exception
/// is thrown would keep the whole expression in memory, even if nothing is thrown.
template <class... T>
struct pack : detail::pack_items<std::make_integer_sequence<int, sizeof...(T)>, T...> {
  using items = detail::pack_items<std::make_integer_sequence<int, sizeof...(T)>, T...>;
  static constexpr int count = sizeof...(T);

  WEFT_INLINE constexpr pack() = default;
  template <class Maker, class... X>
  WEFT_INLINE constexpr pack(made_by<Maker> m, X&&... x) : items(m, static_cast<X&&>(x)...) {}
  WEFT_INLINE constexpr explicit pack(T&&... v)
    requires(sizeof...(T) > 0)
      : items(static_cast<T&&>(v)...) {}
  WEFT_INLINE constexpr pack(detail::by_child c, pack const& other) : items(c, other) {}
  WEFT_INLINE constexpr pack(detail::by_child c, pack&& other) : items(c, static_cast<items&&>(other)) {}
  WEFT_COPIED(pack);
};

// Nearly all nodes have one or two children. With the children as plain members, these packs need a quarter of the
// functions, and the compile time of an expression depends on their number.
template <class A>
struct pack<A> {
  static constexpr int count = 1;
  [[no_unique_address]] A first;

  WEFT_INLINE constexpr pack() = default;
  template <class Maker, class X>
  WEFT_INLINE constexpr pack(made_by<Maker>, X&& x) : first(Maker::make(static_cast<X&&>(x))) {}
  WEFT_INLINE constexpr explicit pack(A&& a) : first(static_cast<A&&>(a)) {}
  WEFT_INLINE constexpr pack(detail::by_child, pack const& other) : first(other.first) {}
  WEFT_INLINE constexpr pack(detail::by_child, pack&& other) : first(static_cast<A&&>(other.first)) {}
  WEFT_COPIED(pack);
};
template <class A, class B>
struct pack<A, B> {
  static constexpr int count = 2;
  [[no_unique_address]] A first;
  [[no_unique_address]] B second;

  WEFT_INLINE constexpr pack() = default;
  template <class Maker, class X, class Y>
  WEFT_INLINE constexpr pack(made_by<Maker>, X&& x, Y&& y)
      : first(Maker::make(static_cast<X&&>(x))), second(Maker::make(static_cast<Y&&>(y))) {}
  WEFT_INLINE constexpr explicit pack(A&& a, B&& b) : first(static_cast<A&&>(a)), second(static_cast<B&&>(b)) {}
  WEFT_INLINE constexpr pack(detail::by_child, pack const& other) : first(other.first), second(other.second) {}
  WEFT_INLINE constexpr pack(detail::by_child, pack&& other)
      : first(static_cast<A&&>(other.first)), second(static_cast<B&&>(other.second)) {}
  WEFT_COPIED(pack);
};

/// Returns a pack of the arguments.
template <class... T>
[[nodiscard]] WEFT_INLINE constexpr pack<T...> make_pack(T... value) {
  return pack<T...>(static_cast<T&&>(value)...);
}

/// Returns child number `At`. From a pack that is an rvalue it returns a copy, because the pack dies before an
/// expression that uses the child.
template <int At, class T>
[[nodiscard]] WEFT_INLINE constexpr auto& get(detail::pack_item<At, T> const& p) {
  return p.value;
}
template <int At, class T>
[[nodiscard]] WEFT_INLINE constexpr auto& get(detail::pack_item<At, T>& p) {
  return p.value;
}
template <int At, class... T>
  requires(sizeof...(T) == 1 || sizeof...(T) == 2)
[[nodiscard]] WEFT_INLINE constexpr auto& get(pack<T...> const& p) {
  if constexpr (At == 0)
    return p.first;
  else
    return p.second;
}
template <int At, class... T>
  requires(sizeof...(T) == 1 || sizeof...(T) == 2)
[[nodiscard]] WEFT_INLINE constexpr auto& get(pack<T...>& p) {
  if constexpr (At == 0)
    return p.first;
  else
    return p.second;
}
template <int At, class... T>
[[nodiscard]] WEFT_INLINE constexpr auto get(pack<T...>&& p) {
  return std::move(get<At>(p));
}
template <int At, class... T>
[[nodiscard]] WEFT_INLINE constexpr auto const&& get(pack<T...> const&& p) {
  return std::move(get<At>(p)); // const auto [a, b] = f() calls this overload, and copies nothing
}

} // namespace weft

// Structured bindings of a pack need these specialisations.
template <class... T>
struct std::tuple_size<weft::pack<T...>> : std::integral_constant<std::size_t, sizeof...(T)> {};
template <std::size_t At, class... T>
struct std::tuple_element<At, weft::pack<T...>> {
  using type = std::remove_reference_t<decltype(weft::get<int(At)>(std::declval<weft::pack<T...>&>()))>;
};
