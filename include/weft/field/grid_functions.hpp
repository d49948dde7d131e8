#pragma once
#include <weft/expr/refused.hpp>
#include <weft/field/policy.hpp>

#include <concepts>

// Functions of elements that are called with a grid. Each refuses it by a message in its body: without it, compilers
// list every candidate, 70 lines with Clang 14. Reductions refuse grids in ops/reduction.hpp.
namespace weft {

/// The compiler refuses a grid as an operand: its parts are operands.
template <detail::AnyGrid A>
[[nodiscard]] constexpr detail::refused_value abs(A const&) {
  return detail::refused_grid<A>();
}
/// Refused as abs.
template <detail::AnyGrid A>
[[nodiscard]] constexpr detail::refused_value sqrt(A const&) {
  return detail::refused_grid<A>();
}
/// Refused as abs.
template <detail::AnyGrid A>
[[nodiscard]] constexpr detail::refused_value exp(A const&) {
  return detail::refused_grid<A>();
}
/// Refused as abs.
template <detail::AnyGrid A>
[[nodiscard]] constexpr detail::refused_value log(A const&) {
  return detail::refused_grid<A>();
}
/// Refused as abs.
template <detail::AnyGrid A>
[[nodiscard]] constexpr detail::refused_value sin(A const&) {
  return detail::refused_grid<A>();
}
/// Refused as abs.
template <detail::AnyGrid A>
[[nodiscard]] constexpr detail::refused_value cos(A const&) {
  return detail::refused_grid<A>();
}
/// Refused as abs.
template <detail::AnyGrid A>
[[nodiscard]] constexpr detail::refused_value tanh(A const&) {
  return detail::refused_grid<A>();
}
/// Refused as abs.
template <class A, class B>
  requires(detail::AnyGrid<A> || detail::AnyGrid<B>)
[[nodiscard]] constexpr detail::refused_value pow(A const&, B const&) {
  return detail::refused_grid<A>();
}
/// Refused as abs.
template <class A, class B>
  requires(detail::AnyGrid<A> || detail::AnyGrid<B>)
[[nodiscard]] constexpr detail::refused_value maximum(A const&, B const&) {
  return detail::refused_grid<A>();
}
/// Refused as abs.
template <class A, class B>
  requires(detail::AnyGrid<A> || detail::AnyGrid<B>)
[[nodiscard]] constexpr detail::refused_value minimum(A const&, B const&) {
  return detail::refused_grid<A>();
}
/// Refused as abs.
template <detail::AnyGrid A, class B, class C>
[[nodiscard]] constexpr detail::refused_value clamp(A const&, B const&, C const&) {
  return detail::refused_grid<A>();
}
/// Refused as abs. A condition that has been refused, as g > 0, brings no second message.
template <class M, class A, class B>
  requires(detail::AnyGrid<M> || detail::AnyGrid<A> || detail::AnyGrid<B> || std::same_as<M, detail::refused_value>)
[[nodiscard]] constexpr detail::refused_value where(M const&, A const&, B const&) {
  if constexpr (!std::same_as<M, detail::refused_value>)
    return detail::refused_grid<M>();
  return {};
}
/// Refused as abs.
template <class F, detail::AnyGrid A, class... More>
[[nodiscard]] constexpr detail::refused_value map(F const&, A const&, More const&...) {
  return detail::refused_grid<A>();
}

} // namespace weft
