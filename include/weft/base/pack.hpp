#pragma once
#include <weft/base/config.hpp>

#include <utility>

namespace weft {

/// Says that the children of a pack come from callables, which make them in place.
struct made_by_t {};
inline constexpr made_by_t made_by{};

namespace detail {

template <int I, class T>
struct pack_item {
  [[no_unique_address]] T value;

  template <class Make>
  WEFT_INLINE constexpr pack_item(made_by_t, Make const& make) : value(make()) {}
  WEFT_INLINE constexpr explicit pack_item(T&& v) : value(static_cast<T&&>(v)) {}
  WEFT_INLINE constexpr pack_item(pack_item const&) = default;
  WEFT_INLINE constexpr pack_item(pack_item&&) = default;
  WEFT_INLINE constexpr pack_item& operator=(pack_item const&) = default;
  WEFT_INLINE constexpr pack_item& operator=(pack_item&&) = default;
  WEFT_INLINE constexpr ~pack_item() = default;
};

template <class Indices, class... T>
struct pack_items;
template <int... I, class... T>
struct pack_items<std::integer_sequence<int, I...>, T...> : pack_item<I, T>... {
  template <class... Make>
  WEFT_INLINE constexpr pack_items(made_by_t, Make const&... make) : pack_item<I, T>(made_by, make)... {}
  WEFT_INLINE constexpr explicit pack_items(T&&... v) : pack_item<I, T>(static_cast<T&&>(v))... {}
  WEFT_INLINE constexpr pack_items(pack_items const&) = default;
  WEFT_INLINE constexpr pack_items(pack_items&&) = default;
  WEFT_INLINE constexpr pack_items& operator=(pack_items const&) = default;
  WEFT_INLINE constexpr pack_items& operator=(pack_items&&) = default;
  WEFT_INLINE constexpr ~pack_items() = default;
};

} // namespace detail

/// The children of a node. boost::hana::basic_tuple has the same shape, but its members are not forced inline: calls
/// would stay in the kernels of a build without optimisation, and a destructor that is called on the way of an
/// exception keeps a whole expression in memory on the way that throws nothing.
template <class... T>
struct pack : detail::pack_items<std::make_integer_sequence<int, sizeof...(T)>, T...> {
  using items = detail::pack_items<std::make_integer_sequence<int, sizeof...(T)>, T...>;
  static constexpr int count = sizeof...(T);

  template <class... Make>
  WEFT_INLINE constexpr pack(made_by_t, Make const&... make) : items(made_by, make...) {}
  WEFT_INLINE constexpr explicit pack(T&&... v) : items(static_cast<T&&>(v)...) {}
  WEFT_INLINE constexpr pack(pack const&) = default;
  WEFT_INLINE constexpr pack(pack&&) = default;
  WEFT_INLINE constexpr pack& operator=(pack const&) = default;
  WEFT_INLINE constexpr pack& operator=(pack&&) = default;
  WEFT_INLINE constexpr ~pack() = default;
};

namespace detail {
template <int I, class T>
WEFT_INLINE constexpr T const& pick(pack_item<I, T> const& item) {
  return item.value;
}
template <int I, class T>
WEFT_INLINE constexpr T& pick(pack_item<I, T>& item) {
  return item.value;
}
} // namespace detail

template <class... T>
WEFT_INLINE constexpr pack<T...> make_pack(T... value) {
  return pack<T...>(static_cast<T&&>(value)...);
}

/// The I-th child.
template <int I, class... T>
WEFT_INLINE constexpr auto& get(pack<T...> const& p) {
  return detail::pick<I>(p);
}
template <int I, class... T>
WEFT_INLINE constexpr auto& get(pack<T...>& p) {
  return detail::pick<I>(p);
}

} // namespace weft
