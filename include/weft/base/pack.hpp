#pragma once
#include <weft/base/config.hpp>

#include <utility>

namespace weft {

namespace detail {
template <int I, class T>
struct pack_item {
  [[no_unique_address]] T value;
};
template <class Indices, class... T>
struct pack_items;
template <int... I, class... T>
struct pack_items<std::integer_sequence<int, I...>, T...> : pack_item<I, T>... {};
} // namespace detail

/// The children of a node. An aggregate with forced inlining: boost::hana::basic_tuple has the same shape, but its
/// accessors stay calls in a build without optimisation, inside the loop kernels too.
template <class... T>
struct pack : detail::pack_items<std::make_integer_sequence<int, sizeof...(T)>, T...> {
  static constexpr int count = sizeof...(T);
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
  return {{{static_cast<T&&>(value)}...}};
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
