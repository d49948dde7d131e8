#pragma once
#ifdef WEFT_WITHOUT_GEOMETRY
#error "weft: this library was built without the component geometry: -DWEFT_COMPONENTS=all, or a list with geometry"
#endif
#include <weft/expr/refused.hpp>

// Operators that quaternions, rotations and other maps of points do not have. Each refuses its operands by a sentence
// in its result or in its body: for a deleted function Clang lists every candidate, 190 lines.
namespace weft::detail {

/// A quaternion, a rotation or another map of points.
template <class X>
concept AnyTransform = std::same_as<typename std::remove_cvref_t<X>::weft_transform, std::remove_cvref_t<X>>;
/// Two maps of which neither is converted to the other.
template <class B, class A>
concept UnrelatedTransform =
    AnyTransform<A> && AnyTransform<B> && !std::convertible_to<A, B> && !std::convertible_to<B, A>;
/// A map beside points. A quaternion is also an element, which operators of tensors take.
template <class B, class A>
concept TransformOrPoints =
    (AnyTransform<A> && !Scalar<A> && AnyTensorial<B>) || (AnyTensorial<A> && AnyTransform<B> && !Scalar<B>);
/// Right operands B that a left operand A is not multiplied by, and the same for the other operators.
template <class B, class A>
concept NotMultipliedBy = TransformOrPoints<B, A> || UnrelatedTransform<B, A>;
/// Sums of quaternions have functions that are no templates, and so are taken before the refused ones.
template <class B, class A>
concept NotAddedTo = TransformOrPoints<B, A> || (AnyTransform<A> && AnyTransform<B>);
template <class B, class A>
concept NotDividedBy = NotAddedTo<B, A> || (Scalar<A> && AnyTransform<B>);
template <class B, class A>
concept NotOrderedWith = NotDividedBy<B, A> || NotDividedBy<A, B>;

/// The result of a refused comparison. It does not convert to bool without a cast, so that a concept which asks for an
/// order of elements finds none.
struct refused_order {
  explicit operator bool() const;
  friend refused_order operator<(refused_order, int);
  friend refused_order operator>(refused_order, int);
  friend refused_order operator<=(refused_order, int);
  friend refused_order operator>=(refused_order, int);
};

/// The result of a refused operator. The sentence appears where a program uses it.
template <class A, class B>
struct refused_transforms : refused_value {
  static constexpr bool with_points = TransformOrPoints<B, A>, unrelated = !with_points && UnrelatedTransform<B, A>;
  static_assert(!with_points, "weft: geometry: r.rotate(x) rotates points x by a rotation r, and m.apply(x) moves them "
                              "by another map m");
  static_assert(!unrelated, "weft: geometry: both operands have one number type, one number of dimensions and one "
                            "kind: geometry::quaternion<double>(q) * p, m * geometry::isometry(q)");
  static_assert(with_points || unrelated, "weft: geometry: maps are multiplied, as in a * b.inverse(), and compared by "
                                          "==; quaternions are also added");
};

// Operators are looked up in the namespaces of base classes.
namespace base_of_transform {

/// A base class of the transform D. Each D has a base class of its own, so that all these bases stay empty.
template <class D>
struct refused_operators {
  using weft_transform = D;
  [[nodiscard]] WEFT_INLINE friend constexpr bool operator==(refused_operators, refused_operators) = default;
};

/// The compiler refuses points beside a map, and maps of other number types or dimensions.
template <class A, NotMultipliedBy<A> B>
[[nodiscard]] refused_transforms<A, B> operator*(A const&, B const&);
/// Refused as operator*.
template <class A, NotAddedTo<A> B>
[[nodiscard]] refused_transforms<A, B> operator+(A const&, B const&);
/// Refused as operator*.
template <class A, NotAddedTo<A> B>
[[nodiscard]] refused_transforms<A, B> operator-(A const&, B const&);
/// Refused as operator*.
template <class A, NotDividedBy<A> B>
[[nodiscard]] refused_transforms<A, B> operator/(A const&, B const&);
/// Refused as operator*.
template <class A, NotAddedTo<A> B>
refused_transforms<A, B> operator*=(A&, B const&);
/// Refused as operator*.
template <class A, NotAddedTo<A> B>
refused_transforms<A, B> operator+=(A&, B const&);
/// Refused as operator*.
template <class A, NotAddedTo<A> B>
refused_transforms<A, B> operator-=(A&, B const&);
/// Refused as operator*.
template <class A, NotDividedBy<A> B>
refused_transforms<A, B> operator/=(A&, B const&);
/// Refused as operator*.
template <class A, NotMultipliedBy<A> B>
[[nodiscard]] WEFT_FN constexpr refused_order operator==(A const&, B const&) {
  return refused_transforms<A, B>();
}
/// Refused as operator*: a < b is a comparison of this with 0.
template <class A, NotOrderedWith<A> B>
[[nodiscard]] WEFT_FN constexpr refused_order operator<=>(A const&, B const&) {
  return refused_transforms<A, B>();
}

} // namespace base_of_transform
} // namespace weft::detail
