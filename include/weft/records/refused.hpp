#pragma once
#include <weft/records/operators.hpp>

// Operators that records do not have. Each refuses its operands by a message in its body: beside a deleted operator,
// compilers list every candidate, 140 lines with Clang 14.
namespace weft {

namespace detail {

/// Converts to any tensor, view or variable, to ask whether a struct begins with one.
struct any_field {
  template <AnyTensorial T>
  operator T() const;
};
/// True for a struct that begins with a tensor and is no record.
template <class X>
WEFT_FN constexpr bool is_unnamed_struct() {
  if constexpr (std::is_aggregate_v<X> && std::is_class_v<X>)
    return !Record<X> && !AnyTensorial<X> && requires { X{any_field()}; };
  else
    return false;
}
template <class X>
inline constexpr bool is_plain_struct = is_unnamed_struct<std::remove_cvref_t<X>>();
template <class X>
concept PlainStruct = is_plain_struct<X>;

/// True for a record and another operand that cannot stand beside it, and for a struct that would have to be a record.
/// The operators below take references to const, so that an operator of the program's own is a better match.
template <class A, class B>
inline constexpr bool is_record_misfit =
    ((Record<A> || Record<B>) && !is_record_pair<A, B>) ||
    (!Record<A> && !Record<B> &&
     ((is_plain_struct<A> && (is_plain_struct<B> || AnyTensorial<B> || Scalar<B>)) ||
      (is_plain_struct<B> && (AnyTensorial<A> || Scalar<A>))));
template <class A, class B>
concept RecordMisfit = is_record_misfit<A, B>;

template <class A>
WEFT_FN constexpr refused_value refuse_struct() {
  static_assert(always_false<A>, "weft: a struct of tensors is a record if BOOST_HANA_DEFINE_STRUCT declares its "
                                 "members, or BOOST_HANA_ADAPT_STRUCT names them");
  return {};
}
template <class A, class B>
WEFT_FN constexpr refused_value refuse_misfit() {
  constexpr bool is_struct = !Record<A> && !Record<B>;
  static_assert(is_struct, "weft: beside a record stands a record of the same members, or a number for all of them; a "
                           "tensor stands beside a member: y.u + a");
  if constexpr (is_struct)
    return refuse_struct<A>();
  else
    return {};
}
/// Refuses an operation that acts only on members.
template <class A>
WEFT_FN constexpr refused_value refuse_operation() {
  static_assert(always_false<A>, "weft: records have + - * /; other operations act on a member, y.u % 2, or on each: "
                                 "transform_fields(y, [](auto const& x) { return exp(x); })");
  return {};
}
/// A record that is no tuple or map of Hana, which have comparisons of their own.
template <class R>
concept RecordStruct =
    Record<R> && std::same_as<typename boost::hana::tag_of<std::remove_cvref_t<R>>::type, std::remove_cvref_t<R>>;
template <class A, class B>
inline constexpr bool has_record_struct = RecordStruct<A> || RecordStruct<B>;
template <class A, class B>
concept RecordStructPair = has_record_struct<A, B>;
template <class A>
WEFT_FN constexpr bool refuse_order() {
  static_assert(always_false<A>, "weft: records have no order; their members have: y.u < z.u");
  return false;
}

} // namespace detail

/// The compiler refuses a record and something that is no operand of it, and a struct of tensors that is no record.
template <class A, class B>
  requires detail::RecordMisfit<A, B>
[[nodiscard]] constexpr detail::refused_value operator+(A const&, B const&) {
  return detail::refuse_misfit<A, B>();
}
/// The compiler refuses a record and something that is no operand of it.
template <class A, class B>
  requires detail::RecordMisfit<A, B>
[[nodiscard]] constexpr detail::refused_value operator-(A const&, B const&) {
  return detail::refuse_misfit<A, B>();
}
/// The compiler refuses a record and something that is no operand of it.
template <class A, class B>
  requires detail::RecordMisfit<A, B>
[[nodiscard]] constexpr detail::refused_value operator*(A const&, B const&) {
  return detail::refuse_misfit<A, B>();
}
/// The compiler refuses a record and something that is no operand of it.
template <class A, class B>
  requires detail::RecordMisfit<A, B>
[[nodiscard]] constexpr detail::refused_value operator/(A const&, B const&) {
  return detail::refuse_misfit<A, B>();
}
/// Refused as operator+.
template <class A, class B>
  requires detail::RecordMisfit<A, B>
constexpr detail::refused_value operator+=(A const&, B const&) {
  return detail::refuse_misfit<A, B>();
}
/// Refused as operator+.
template <class A, class B>
  requires detail::RecordMisfit<A, B>
constexpr detail::refused_value operator-=(A const&, B const&) {
  return detail::refuse_misfit<A, B>();
}
/// Refused as operator+.
template <class A, class B>
  requires detail::RecordMisfit<A, B>
constexpr detail::refused_value operator*=(A const&, B const&) {
  return detail::refuse_misfit<A, B>();
}
/// Refused as operator+.
template <class A, class B>
  requires detail::RecordMisfit<A, B>
constexpr detail::refused_value operator/=(A const&, B const&) {
  return detail::refuse_misfit<A, B>();
}
/// The compiler refuses a struct of tensors that is no record.
template <detail::PlainStruct A>
[[nodiscard]] constexpr detail::refused_value operator-(A const&) {
  return detail::refuse_struct<A>();
}
/// The compiler refuses a record with a + before it.
template <Record A>
[[nodiscard]] constexpr detail::refused_value operator+(A const&) {
  return detail::refuse_operation<A>();
}
/// The compiler refuses % of records, which acts only on members.
template <class A, class B>
  requires(Record<A> || Record<B>)
[[nodiscard]] constexpr detail::refused_value operator%(A const&, B const&) {
  return detail::refuse_operation<A>();
}
/// Refused as operator%; a power is pow of a member.
template <class A, class B>
  requires(Record<A> || Record<B>)
[[nodiscard]] constexpr detail::refused_value operator^(A const&, B const&) {
  return detail::refuse_operation<A>();
}
/// Refused as operator%.
template <class A, class B>
  requires(Record<A> || Record<B>)
[[nodiscard]] constexpr detail::refused_value operator&&(A const&, B const&) {
  return detail::refuse_operation<A>();
}
/// Refused as operator%.
template <class A, class B>
  requires(Record<A> || Record<B>)
[[nodiscard]] constexpr detail::refused_value operator||(A const&, B const&) {
  return detail::refuse_operation<A>();
}
/// The compiler refuses to compare records of the program's own types: all_close compares them, or their own ==.
template <class A, class B>
  requires detail::RecordStructPair<A, B>
[[nodiscard]] WEFT_FN constexpr bool operator==(A const&, B const&) {
  static_assert(detail::always_false<A>, "weft: all_close(y, z) compares records; a struct may define its own ==");
  return false;
}
/// The compiler refuses to order records.
template <class A, class B>
  requires detail::RecordStructPair<A, B>
[[nodiscard]] WEFT_FN constexpr bool operator<(A const&, B const&) {
  return detail::refuse_order<A>();
}
/// The compiler refuses to order records.
template <class A, class B>
  requires detail::RecordStructPair<A, B>
[[nodiscard]] WEFT_FN constexpr bool operator>(A const&, B const&) {
  return detail::refuse_order<A>();
}
/// The compiler refuses to order records.
template <class A, class B>
  requires detail::RecordStructPair<A, B>
[[nodiscard]] WEFT_FN constexpr bool operator<=(A const&, B const&) {
  return detail::refuse_order<A>();
}
/// The compiler refuses to order records.
template <class A, class B>
  requires detail::RecordStructPair<A, B>
[[nodiscard]] WEFT_FN constexpr bool operator>=(A const&, B const&) {
  return detail::refuse_order<A>();
}

} // namespace weft
