#pragma once
#ifdef WEFT_WITHOUT_GEOMETRY
#error "weft: this library was built without the component geometry: -DWEFT_COMPONENTS=all, or a list with geometry"
#endif
#include <weft/expr/refused.hpp>

// Operators that quaternions, rotations and other maps of points do not have. Each refuses its operands by a message in
// its body: for a deleted function Clang lists every candidate, 190 lines.
namespace weft::detail {

/// A quaternion, a rotation or another map of points.
template <class X>
concept AnyTransform = requires { typename std::remove_cvref_t<X>::weft_transform; };
/// Two maps of which neither is converted to the other.
template <class A, class B>
concept UnrelatedTransforms =
    AnyTransform<A> && AnyTransform<B> && !std::convertible_to<A, B> && !std::convertible_to<B, A>;
/// A map beside points. A quaternion is also an element, which operators of tensors take.
template <class A, class B>
concept TransformAndPoints =
    (AnyTransform<A> && !Scalar<A> && AnyTensorial<B>) || (AnyTensorial<A> && AnyTransform<B> && !Scalar<B>);
template <class A, class B>
concept NotMultiplied = TransformAndPoints<A, B> || UnrelatedTransforms<A, B>;
/// Operands without a sum. Only quaternions of one type have sums.
template <class A, class B>
concept NotAdded = TransformAndPoints<A, B> ||
                   (AnyTransform<A> && AnyTransform<B> && !(std::same_as<A, B> && requires(A const& a) { a + a.w; }));
template <class A, class B>
concept NotDivided = TransformAndPoints<A, B> || (AnyTransform<B> && (AnyTransform<A> || Scalar<A>));
template <class A, class B>
concept NotOrdered =
    TransformAndPoints<A, B> || (AnyTransform<A> && (AnyTransform<B> || Scalar<B>)) || (Scalar<A> && AnyTransform<B>);

/// The result of a refused comparison. It does not convert to bool without a cast, so that a concept which asks for an
/// order of elements finds none.
struct refused_order {
  explicit operator bool() const;
};

/// Refuses the operands of an operator.
template <class A, class B>
WEFT_FN constexpr void refuse_transforms() {
  if constexpr (TransformAndPoints<A, B>)
    static_assert(always_false<A>, "weft: geometry: r.rotate(x) rotates points x by a rotation r, and m.apply(x) moves "
                                   "them by another map m");
  else if constexpr (UnrelatedTransforms<A, B>)
    static_assert(always_false<A>, "weft: geometry: both operands have one number type, one number of dimensions "
                                   "and one kind: geometry::quaternion<double>(q) * p, m * geometry::isometry(q)");
  else
    static_assert(always_false<A>, "weft: geometry: maps are multiplied, as in a * b.inverse(), and compared by ==; "
                                   "quaternions are also added");
}

// Operators are looked up in the namespaces of base classes.
namespace base_of_transform {

/// A base class of the transform D. Each D has a base class of its own, so that all these bases stay empty.
template <class D>
struct refused_operators {
  using weft_transform = D;
};

/// The compiler refuses points beside a map, and maps of other number types or dimensions.
template <class A, class B>
  requires NotMultiplied<A, B>
[[nodiscard]] WEFT_FN constexpr refused_value operator*(A const&, B const&) {
  refuse_transforms<A, B>();
  return {};
}
/// Refused as operator*.
template <class A, class B>
  requires NotAdded<A, B>
[[nodiscard]] WEFT_FN constexpr refused_value operator+(A const&, B const&) {
  refuse_transforms<A, B>();
  return {};
}
/// Refused as operator*.
template <class A, class B>
  requires NotAdded<A, B>
[[nodiscard]] WEFT_FN constexpr refused_value operator-(A const&, B const&) {
  refuse_transforms<A, B>();
  return {};
}
/// Refused as operator*.
template <class A, class B>
  requires NotDivided<A, B>
[[nodiscard]] WEFT_FN constexpr refused_value operator/(A const&, B const&) {
  refuse_transforms<A, B>();
  return {};
}
/// Refused as operator*.
template <class A, class B>
  requires NotAdded<A, B>
WEFT_FN constexpr refused_value operator*=(A&, B const&) {
  refuse_transforms<A, B>();
  return {};
}
/// Refused as operator*.
template <class A, class B>
  requires NotAdded<A, B>
WEFT_FN constexpr refused_value operator+=(A&, B const&) {
  refuse_transforms<A, B>();
  return {};
}
/// Refused as operator*.
template <class A, class B>
  requires NotAdded<A, B>
WEFT_FN constexpr refused_value operator-=(A&, B const&) {
  refuse_transforms<A, B>();
  return {};
}
/// Refused as operator*.
template <class A, class B>
  requires NotDivided<A, B>
WEFT_FN constexpr refused_value operator/=(A&, B const&) {
  refuse_transforms<A, B>();
  return {};
}
/// Refused as operator*.
template <class A, class B>
  requires NotMultiplied<A, B>
[[nodiscard]] WEFT_FN constexpr refused_order operator==(A const&, B const&) {
  refuse_transforms<A, B>();
  return {};
}
/// Refused as operator*.
template <class A, class B>
  requires NotOrdered<A, B>
[[nodiscard]] WEFT_FN constexpr refused_order operator<(A const&, B const&) {
  refuse_transforms<A, B>();
  return {};
}
/// Refused as operator*.
template <class A, class B>
  requires NotOrdered<A, B>
[[nodiscard]] WEFT_FN constexpr refused_order operator>(A const&, B const&) {
  refuse_transforms<A, B>();
  return {};
}
/// Refused as operator*.
template <class A, class B>
  requires NotOrdered<A, B>
[[nodiscard]] WEFT_FN constexpr refused_order operator<=(A const&, B const&) {
  refuse_transforms<A, B>();
  return {};
}
/// Refused as operator*.
template <class A, class B>
  requires NotOrdered<A, B>
[[nodiscard]] WEFT_FN constexpr refused_order operator>=(A const&, B const&) {
  refuse_transforms<A, B>();
  return {};
}

} // namespace base_of_transform
} // namespace weft::detail
