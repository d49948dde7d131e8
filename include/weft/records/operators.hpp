#pragma once
#include <weft/records/expression.hpp>

// + - * / of records. An expression borrows the members of records that are named. Where these own their elements,
// Clang warns if the expression is returned from their scope; so each operator is declared again for operands that are
// borrowed.
namespace weft {

namespace detail {

/// True for a record with a member that owns its elements.
template <class R>
WEFT_FN constexpr bool owns_elements() {
  if constexpr (is_record_expression<std::remove_cv_t<R>>)
    return false;
  else if constexpr (Record<R>)
    return unpack<access_of<R>::count>([]<int... K>() { return (owns_elements<member_t<R, K>>() || ...); });
  else
    return Owning<R>;
}
template <class A>
inline constexpr bool is_borrowed = false;
template <class A>
inline constexpr bool is_borrowed<A&> = Record<A> && owns_elements<A>();
/// Operands of an operator of records of which the first one is borrowed, the second one, or both.
template <class A, class B>
concept FirstBorrowed = is_record_pair<A, B> && is_borrowed<A> && !is_borrowed<B>;
template <class A, class B>
concept SecondBorrowed = is_record_pair<A, B> && is_borrowed<B> && !is_borrowed<A>;
template <class A>
concept Borrowed = is_borrowed<A>;
template <class A, class B>
concept BothBorrowed = is_borrowed<A> && is_borrowed<B>;

template <class A>
WEFT_INLINE constexpr auto negative_of_record(A&& a) {
  if constexpr (has_fields<"", std::remove_cvref_t<A>>())
    return with_fields(static_cast<A&&>(a), []<static_text>(auto&& x) { return -static_cast<decltype(x)>(x); });
  else
    return refused_value();
}

} // namespace detail

/// The sum of two records, or of a record and a scalar, member by member.
template <class A, class B>
  requires detail::RecordPair<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto operator+(A&& a, B&& b) {
  return detail::operator_of_records<op::plus>(static_cast<A&&>(a), static_cast<B&&>(b));
}
template <class A, class B>
  requires detail::FirstBorrowed<A&, B>
[[nodiscard]] WEFT_INLINE constexpr auto operator+(A& a WEFT_LIFETIMEBOUND, B&& b) {
  return detail::operator_of_records<op::plus>(a, static_cast<B&&>(b));
}
template <class A, class B>
  requires detail::SecondBorrowed<A, B&>
[[nodiscard]] WEFT_INLINE constexpr auto operator+(A&& a, B& b WEFT_LIFETIMEBOUND) {
  return detail::operator_of_records<op::plus>(static_cast<A&&>(a), b);
}
template <class A, class B>
  requires detail::BothBorrowed<A&, B&>
[[nodiscard]] WEFT_INLINE constexpr auto operator+(A& a WEFT_LIFETIMEBOUND, B& b WEFT_LIFETIMEBOUND) {
  return detail::operator_of_records<op::plus>(a, b);
}
/// The difference of two records, or of a record and a scalar, member by member.
template <class A, class B>
  requires detail::RecordPair<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto operator-(A&& a, B&& b) {
  return detail::operator_of_records<op::minus>(static_cast<A&&>(a), static_cast<B&&>(b));
}
template <class A, class B>
  requires detail::FirstBorrowed<A&, B>
[[nodiscard]] WEFT_INLINE constexpr auto operator-(A& a WEFT_LIFETIMEBOUND, B&& b) {
  return detail::operator_of_records<op::minus>(a, static_cast<B&&>(b));
}
template <class A, class B>
  requires detail::SecondBorrowed<A, B&>
[[nodiscard]] WEFT_INLINE constexpr auto operator-(A&& a, B& b WEFT_LIFETIMEBOUND) {
  return detail::operator_of_records<op::minus>(static_cast<A&&>(a), b);
}
template <class A, class B>
  requires detail::BothBorrowed<A&, B&>
[[nodiscard]] WEFT_INLINE constexpr auto operator-(A& a WEFT_LIFETIMEBOUND, B& b WEFT_LIFETIMEBOUND) {
  return detail::operator_of_records<op::minus>(a, b);
}
/// The product, member by member and element by element.
template <class A, class B>
  requires detail::RecordPair<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto operator*(A&& a, B&& b) {
  return detail::operator_of_records<op::times>(static_cast<A&&>(a), static_cast<B&&>(b));
}
template <class A, class B>
  requires detail::FirstBorrowed<A&, B>
[[nodiscard]] WEFT_INLINE constexpr auto operator*(A& a WEFT_LIFETIMEBOUND, B&& b) {
  return detail::operator_of_records<op::times>(a, static_cast<B&&>(b));
}
template <class A, class B>
  requires detail::SecondBorrowed<A, B&>
[[nodiscard]] WEFT_INLINE constexpr auto operator*(A&& a, B& b WEFT_LIFETIMEBOUND) {
  return detail::operator_of_records<op::times>(static_cast<A&&>(a), b);
}
template <class A, class B>
  requires detail::BothBorrowed<A&, B&>
[[nodiscard]] WEFT_INLINE constexpr auto operator*(A& a WEFT_LIFETIMEBOUND, B& b WEFT_LIFETIMEBOUND) {
  return detail::operator_of_records<op::times>(a, b);
}
/// The quotient, member by member and element by element.
template <class A, class B>
  requires detail::RecordPair<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto operator/(A&& a, B&& b) {
  return detail::operator_of_records<op::divide>(static_cast<A&&>(a), static_cast<B&&>(b));
}
template <class A, class B>
  requires detail::FirstBorrowed<A&, B>
[[nodiscard]] WEFT_INLINE constexpr auto operator/(A& a WEFT_LIFETIMEBOUND, B&& b) {
  return detail::operator_of_records<op::divide>(a, static_cast<B&&>(b));
}
template <class A, class B>
  requires detail::SecondBorrowed<A, B&>
[[nodiscard]] WEFT_INLINE constexpr auto operator/(A&& a, B& b WEFT_LIFETIMEBOUND) {
  return detail::operator_of_records<op::divide>(static_cast<A&&>(a), b);
}
template <class A, class B>
  requires detail::BothBorrowed<A&, B&>
[[nodiscard]] WEFT_INLINE constexpr auto operator/(A& a WEFT_LIFETIMEBOUND, B& b WEFT_LIFETIMEBOUND) {
  return detail::operator_of_records<op::divide>(a, b);
}
/// The negative of each member.
template <Record A>
[[nodiscard]] WEFT_INLINE constexpr auto operator-(A&& a) {
  return detail::negative_of_record(static_cast<A&&>(a));
}
template <Record A>
  requires detail::Borrowed<A&>
[[nodiscard]] WEFT_INLINE constexpr auto operator-(A& a WEFT_LIFETIMEBOUND) {
  return detail::negative_of_record(a);
}

/// r = r + x in place, as into(r) = r + x.
template <Record R, class X>
  requires detail::RecordPair<R, X>
WEFT_INLINE R& operator+=(R& r, X&& x) {
  into(r) = detail::operator_of_records<op::plus>(r, static_cast<X&&>(x));
  return r;
}
/// r = r - x in place.
template <Record R, class X>
  requires detail::RecordPair<R, X>
WEFT_INLINE R& operator-=(R& r, X&& x) {
  into(r) = detail::operator_of_records<op::minus>(r, static_cast<X&&>(x));
  return r;
}
/// r = r * x in place.
template <Record R, class X>
  requires detail::RecordPair<R, X>
WEFT_INLINE R& operator*=(R& r, X&& x) {
  into(r) = detail::operator_of_records<op::times>(r, static_cast<X&&>(x));
  return r;
}
/// r = r / x in place.
template <Record R, class X>
  requires detail::RecordPair<R, X>
WEFT_INLINE R& operator/=(R& r, X&& x) {
  into(r) = detail::operator_of_records<op::divide>(r, static_cast<X&&>(x));
  return r;
}

} // namespace weft
