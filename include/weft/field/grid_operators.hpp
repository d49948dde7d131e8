#pragma once
#include <weft/expr/refused.hpp>

// Operators that grids do not have. Each refuses its operands by a message in its body: without it, compilers list
// every candidate, 100 lines with GCC 12.
namespace weft::field {

/// The compiler refuses a grid as an operand: its parts are operands.
template <class A, class B>
  requires(weft::detail::AnyGrid<A> || weft::detail::AnyGrid<B>)
[[nodiscard]] constexpr weft::detail::refused_value operator+(A const&, B const&) {
  return weft::detail::refused_grid<A>();
}
/// Refused as operator+.
template <class A, class B>
  requires(weft::detail::AnyGrid<A> || weft::detail::AnyGrid<B>)
[[nodiscard]] constexpr weft::detail::refused_value operator-(A const&, B const&) {
  return weft::detail::refused_grid<A>();
}
/// Refused as operator+.
template <class A, class B>
  requires(weft::detail::AnyGrid<A> || weft::detail::AnyGrid<B>)
[[nodiscard]] constexpr weft::detail::refused_value operator*(A const&, B const&) {
  return weft::detail::refused_grid<A>();
}
/// Refused as operator+.
template <class A, class B>
  requires(weft::detail::AnyGrid<A> || weft::detail::AnyGrid<B>)
[[nodiscard]] constexpr weft::detail::refused_value operator/(A const&, B const&) {
  return weft::detail::refused_grid<A>();
}
/// Refused as operator+.
template <class A, class B>
  requires(weft::detail::AnyGrid<A> || weft::detail::AnyGrid<B>)
[[nodiscard]] constexpr weft::detail::refused_value operator==(A const&, B const&) {
  return weft::detail::refused_grid<A>();
}
/// Refused as operator+.
template <class A, class B>
  requires(weft::detail::AnyGrid<A> || weft::detail::AnyGrid<B>)
[[nodiscard]] constexpr weft::detail::refused_value operator<(A const&, B const&) {
  return weft::detail::refused_grid<A>();
}
/// Refused as operator+.
template <class A, class B>
  requires(weft::detail::AnyGrid<A> || weft::detail::AnyGrid<B>)
[[nodiscard]] constexpr weft::detail::refused_value operator>(A const&, B const&) {
  return weft::detail::refused_grid<A>();
}
/// Refused as operator+.
template <class A, class B>
  requires(weft::detail::AnyGrid<A> || weft::detail::AnyGrid<B>)
[[nodiscard]] constexpr weft::detail::refused_value operator<=(A const&, B const&) {
  return weft::detail::refused_grid<A>();
}
/// Refused as operator+.
template <class A, class B>
  requires(weft::detail::AnyGrid<A> || weft::detail::AnyGrid<B>)
[[nodiscard]] constexpr weft::detail::refused_value operator>=(A const&, B const&) {
  return weft::detail::refused_grid<A>();
}
/// Refused as operator+.
template <weft::detail::AnyGrid A>
[[nodiscard]] constexpr weft::detail::refused_value operator-(A const&) {
  return weft::detail::refused_grid<A>();
}
/// Refused as operator+.
template <weft::detail::AnyGrid A, class B>
constexpr weft::detail::refused_value operator+=(A&&, B const&) {
  return weft::detail::refused_grid<A>();
}
/// Refused as operator+.
template <weft::detail::AnyGrid A, class B>
constexpr weft::detail::refused_value operator-=(A&&, B const&) {
  return weft::detail::refused_grid<A>();
}
/// Refused as operator+.
template <weft::detail::AnyGrid A, class B>
constexpr weft::detail::refused_value operator*=(A&&, B const&) {
  return weft::detail::refused_grid<A>();
}
/// Refused as operator+.
template <weft::detail::AnyGrid A, class B>
constexpr weft::detail::refused_value operator/=(A&&, B const&) {
  return weft::detail::refused_grid<A>();
}

} // namespace weft::field
