#pragma once
#include <weft/records/expression.hpp>

// Operators that records do not have. Each refuses its operands by a message in its body: beside a deleted operator,
// compilers list every candidate, 140 lines with Clang 14.
namespace weft {

namespace detail {

/// True for a record and another operand that cannot stand beside it. The operators below take references to const, so
/// that an operator of the program's own is a better match.
template <class A, class B>
inline constexpr bool is_record_misfit = (Record<A> || Record<B>) && !is_record_pair<A, B>;
template <class A, class B>
concept RecordMisfit = is_record_misfit<A, B>;
template <class A>
WEFT_FN constexpr refused_value refuse_misfit() {
  static_assert(always_false<A>, "weft: beside a record stands a record of the same members, or a number for all of "
                                 "them; a tensor stands beside a member: y.u + a");
  return {};
}
/// A record that is no tuple or map of Hana, which have comparisons of their own.
template <class R>
concept RecordStruct =
    Record<R> && std::same_as<typename boost::hana::tag_of<std::remove_cvref_t<R>>::type, std::remove_cvref_t<R>>;

} // namespace detail

/// The compiler refuses a record and something that is no operand of it.
template <class A, class B>
  requires detail::RecordMisfit<A, B>
[[nodiscard]] constexpr detail::refused_value operator+(A const&, B const&) {
  return detail::refuse_misfit<A>();
}
/// The compiler refuses a record and something that is no operand of it.
template <class A, class B>
  requires detail::RecordMisfit<A, B>
[[nodiscard]] constexpr detail::refused_value operator-(A const&, B const&) {
  return detail::refuse_misfit<A>();
}
/// The compiler refuses a record and something that is no operand of it.
template <class A, class B>
  requires detail::RecordMisfit<A, B>
[[nodiscard]] constexpr detail::refused_value operator*(A const&, B const&) {
  return detail::refuse_misfit<A>();
}
/// The compiler refuses a record and something that is no operand of it.
template <class A, class B>
  requires detail::RecordMisfit<A, B>
[[nodiscard]] constexpr detail::refused_value operator/(A const&, B const&) {
  return detail::refuse_misfit<A>();
}
/// The compiler refuses % of records, which acts only on members.
template <class A, class B>
  requires(Record<A> || Record<B>)
[[nodiscard]] constexpr detail::refused_value operator%(A const&, B const&) {
  static_assert(detail::always_false<A>, "weft: records have + - * /; other operations act on a member: y.u % 2");
  return {};
}
/// The compiler refuses to compare records of the program's own types: all_close compares them, or their own ==.
template <class A, class B>
  requires(detail::RecordStruct<A> || detail::RecordStruct<B>)
[[nodiscard]] constexpr bool operator==(A const&, B const&) {
  static_assert(detail::always_false<A>, "weft: all_close(y, z) compares records; a struct may define its own ==");
  return false;
}
/// The compiler refuses to order records.
template <class A, class B>
  requires(detail::RecordStruct<A> || detail::RecordStruct<B>)
[[nodiscard]] constexpr bool operator<(A const&, B const&) {
  static_assert(detail::always_false<A>, "weft: records have no order; their members have: y.u < z.u");
  return false;
}

} // namespace weft
