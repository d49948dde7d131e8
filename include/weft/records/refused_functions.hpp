#pragma once
#include <weft/records/refused.hpp>

// Functions of tensors that are called with a record, and functions of records that are called with something else.
namespace weft {

/// The compiler refuses a record and something that is no record.
template <class A, class B>
  requires detail::RecordMisfit<A, B>
[[nodiscard]] constexpr detail::refused_value dot(A const&, B const&) {
  return detail::refuse_misfit<A, B>();
}
/// The compiler refuses a record beside a number.
template <Record A, Scalar B>
[[nodiscard]] constexpr detail::refused_value dot(A const&, B const&) {
  static_assert(detail::always_false<A>, "weft: dot takes two records");
  return {};
}
/// The compiler refuses a record and something that is no record.
template <class A, class B>
  requires detail::RecordMisfit<A, B>
[[nodiscard]] constexpr detail::refused_value all_close(A const&, B const&, double = 0, double = 0) {
  return detail::refuse_misfit<A, B>();
}
/// The compiler refuses a record beside a number.
template <Record A, Scalar B>
[[nodiscard]] constexpr detail::refused_value all_close(A const&, B const&, double = 0, double = 0) {
  static_assert(detail::always_false<A>, "weft: all_close compares two records; a number with a member: y.u");
  return {};
}
/// The compiler refuses a struct of tensors that is no record.
template <detail::PlainStruct A>
[[nodiscard]] constexpr detail::refused_value norm(A const&) {
  return detail::refuse_struct<A>();
}
/// The compiler refuses a struct of tensors that is no record.
template <detail::PlainStruct A>
[[nodiscard]] constexpr detail::refused_value copy(A const&) {
  return detail::refuse_struct<A>();
}
/// The compiler refuses a struct of tensors that is no record.
template <detail::PlainStruct A>
[[nodiscard]] constexpr detail::refused_value zeros_like(A const&) {
  return detail::refuse_struct<A>();
}

/// The compiler refuses a record: the function acts on a member, or on each by transform_fields.
template <Record A>
[[nodiscard]] constexpr detail::refused_value abs(A const&) {
  return detail::refuse_operation<A>();
}
/// Refused as abs.
template <Record A>
[[nodiscard]] constexpr detail::refused_value sqrt(A const&) {
  return detail::refuse_operation<A>();
}
/// Refused as abs.
template <Record A>
[[nodiscard]] constexpr detail::refused_value exp(A const&) {
  return detail::refuse_operation<A>();
}
/// Refused as abs.
template <Record A>
[[nodiscard]] constexpr detail::refused_value log(A const&) {
  return detail::refuse_operation<A>();
}
/// Refused as abs.
template <Record A>
[[nodiscard]] constexpr detail::refused_value sin(A const&) {
  return detail::refuse_operation<A>();
}
/// Refused as abs.
template <Record A>
[[nodiscard]] constexpr detail::refused_value cos(A const&) {
  return detail::refuse_operation<A>();
}
/// Refused as abs.
template <Record A>
[[nodiscard]] constexpr detail::refused_value tanh(A const&) {
  return detail::refuse_operation<A>();
}
/// Refused as abs.
template <Record A, class B>
[[nodiscard]] constexpr detail::refused_value pow(A const&, B const&) {
  return detail::refuse_operation<A>();
}
/// Refused as abs.
template <class A, class B>
  requires(Record<A> || Record<B>)
[[nodiscard]] constexpr detail::refused_value maximum(A const&, B const&) {
  return detail::refuse_operation<A>();
}
/// Refused as abs.
template <class A, class B>
  requires(Record<A> || Record<B>)
[[nodiscard]] constexpr detail::refused_value minimum(A const&, B const&) {
  return detail::refuse_operation<A>();
}
/// Refused as abs.
template <class M, class A, class B>
  requires(Record<M> || Record<A> || Record<B>)
[[nodiscard]] constexpr detail::refused_value where(M const&, A const&, B const&) {
  return detail::refuse_operation<A>();
}
/// Refused as abs.
template <class F, Record A, class... More>
[[nodiscard]] constexpr detail::refused_value map(F const&, A const&, More const&...) {
  return detail::refuse_operation<A>();
}
/// Refused as abs.
template <std::integral Axis, Record A, class... More>
[[nodiscard]] constexpr detail::refused_value concatenate(Axis const&, A const&, More const&...) {
  return detail::refuse_operation<A>();
}
/// Refused as abs.
template <std::integral Axis, Record A, class... More>
[[nodiscard]] constexpr detail::refused_value stack(Axis const&, A const&, More const&...) {
  return detail::refuse_operation<A>();
}

} // namespace weft
