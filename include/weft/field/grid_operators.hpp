#pragma once
#include <weft/expr/refused.hpp>
#include <weft/field/policy.hpp>

// Operators that grids do not have. Each refuses its operands by a message in its body: without it, compilers list
// every candidate, 100 lines with GCC 12.
namespace weft {

/// The compiler refuses a grid as an operand: its parts are operands.
template <class A, class B>
  requires(detail::AnyGrid<A> || detail::AnyGrid<B>)
[[nodiscard]] constexpr detail::refused_value operator+(A const&, B const&) {
  return detail::refused_grid<A>();
}
/// Refused as operator+.
template <class A, class B>
  requires(detail::AnyGrid<A> || detail::AnyGrid<B>)
[[nodiscard]] constexpr detail::refused_value operator-(A const&, B const&) {
  return detail::refused_grid<A>();
}
/// Refused as operator+.
template <class A, class B>
  requires(detail::AnyGrid<A> || detail::AnyGrid<B>)
[[nodiscard]] constexpr detail::refused_value operator*(A const&, B const&) {
  return detail::refused_grid<A>();
}
/// Refused as operator+.
template <class A, class B>
  requires(detail::AnyGrid<A> || detail::AnyGrid<B>)
[[nodiscard]] constexpr detail::refused_value operator/(A const&, B const&) {
  return detail::refused_grid<A>();
}
/// Refused as operator+.
template <class A, class B>
  requires(detail::AnyGrid<A> || detail::AnyGrid<B>)
[[nodiscard]] constexpr detail::refused_value operator==(A const&, B const&) {
  return detail::refused_grid<A>();
}
/// Refused as operator+.
template <class A, class B>
  requires(detail::AnyGrid<A> || detail::AnyGrid<B>)
[[nodiscard]] constexpr detail::refused_value operator<(A const&, B const&) {
  return detail::refused_grid<A>();
}
/// Refused as operator+.
template <class A, class B>
  requires(detail::AnyGrid<A> || detail::AnyGrid<B>)
[[nodiscard]] constexpr detail::refused_value operator>(A const&, B const&) {
  return detail::refused_grid<A>();
}
/// Refused as operator+.
template <class A, class B>
  requires(detail::AnyGrid<A> || detail::AnyGrid<B>)
[[nodiscard]] constexpr detail::refused_value operator<=(A const&, B const&) {
  return detail::refused_grid<A>();
}
/// Refused as operator+.
template <class A, class B>
  requires(detail::AnyGrid<A> || detail::AnyGrid<B>)
[[nodiscard]] constexpr detail::refused_value operator>=(A const&, B const&) {
  return detail::refused_grid<A>();
}
/// Refused as operator+.
template <detail::AnyGrid A>
[[nodiscard]] constexpr detail::refused_value operator-(A const&) {
  return detail::refused_grid<A>();
}
/// Refused as operator+.
template <detail::AnyGrid A, class B>
constexpr detail::refused_value operator+=(A&&, B const&) {
  return detail::refused_grid<A>();
}
/// Refused as operator+.
template <detail::AnyGrid A, class B>
constexpr detail::refused_value operator-=(A&&, B const&) {
  return detail::refused_grid<A>();
}
/// Refused as operator+.
template <detail::AnyGrid A, class B>
constexpr detail::refused_value operator*=(A&&, B const&) {
  return detail::refused_grid<A>();
}
/// Refused as operator+.
template <detail::AnyGrid A, class B>
constexpr detail::refused_value operator/=(A&&, B const&) {
  return detail::refused_grid<A>();
}

} // namespace weft
