#pragma once
#include <weft/ops/arithmetic.hpp>

#include <utility>

// Comparisons return masks: expressions with bool elements. Only == and != return one bool for whole tensors
// (ops/equal.hpp).
namespace weft {

namespace op {

// True if both are integers other than bool and char: these compare by value, even signed with unsigned. Other numbers
// compare after promotion.
template <class A, class B>
inline constexpr bool both_integers = std::is_integral_v<A> && std::is_integral_v<B> && !std::is_same_v<A, bool> &&
                                      !std::is_same_v<B, bool> && !std::is_same_v<A, char> && !std::is_same_v<B, char>;

template <class F>
struct ordering {
  using domain = domain_of<2, ordered_group>;
  static constexpr bool total = true;
  template <class A, class B> // with auto the static_assert names the expression
  WEFT_INLINE constexpr auto operator()(A const& a, B const& b) const {
    if constexpr (is_complex<A> || is_complex<B>) {
      static_assert(detail::always_false<A>, "weft: complex numbers have no order");
      return false;
    } else if constexpr (both_integers<A, B>) {
      return F::of_integers(a, b);
    } else if constexpr (is_number<A> && is_number<B>) {
      using R = detail::promote_t<A, B>;
      return F::of(static_cast<R>(a), static_cast<R>(b));
    } else {
      return F::of(a, b);
    }
  }
};
struct less : ordering<less> {
  static constexpr char const* name = "operator<";
  WEFT_INLINE static constexpr bool of(auto const& a, auto const& b) { return static_cast<bool>(a < b); }
  WEFT_INLINE static constexpr bool of_integers(auto a, auto b) { return std::cmp_less(a, b); }
};
struct less_equal : ordering<less_equal> {
  static constexpr char const* name = "operator<=";
  WEFT_INLINE static constexpr bool of(auto const& a, auto const& b) { return static_cast<bool>(a <= b); }
  WEFT_INLINE static constexpr bool of_integers(auto a, auto b) { return std::cmp_less_equal(a, b); }
};
struct equal_to {
  static constexpr char const* name = "equal";
  using domain = domain_of<2, number_group>;
  static constexpr bool total = true;
  template <class A, class B>
  WEFT_INLINE constexpr bool operator()(A const& a, B const& b) const {
    if constexpr (both_integers<A, B>) {
      return std::cmp_equal(a, b);
    } else if constexpr (is_number<A> && is_number<B>) {
      using R = detail::promote_t<A, B>;
      return detail::lift<R>(a) == detail::lift<R>(b);
    } else {
      return static_cast<bool>(a == b);
    }
  }
};
struct not_equal_to {
  static constexpr char const* name = "not_equal";
  using domain = domain_of<2, number_group>;
  static constexpr bool total = true;
  template <class A, class B>
  WEFT_INLINE constexpr bool operator()(A const& a, B const& b) const {
    return !equal_to{}(a, b);
  }
};
/// F with its operands exchanged: a > b is b < a.
template <class F>
struct exchanged {
  using straight = F;
  using domain = typename F::domain;
  static constexpr char const* name = F::name;
  static constexpr bool total = true;
  template <class A, class B>
  WEFT_INLINE constexpr auto operator()(A const& a, B const& b) const {
    return F{}(b, a);
  }
};

/// True for operands with bool elements, else does not compile. Untyped operands are checked at run time.
template <class... M>
WEFT_FN constexpr bool are_masks() {
  constexpr bool are = ((Untyped<M> || std::is_same_v<detail::value_t<M>, bool>) && ...);
  static_assert(are, "weft: && || ! where masked take masks (bool elements): compare first, as in a > 0, equal(a, b)");
  return are;
}
struct both {
  static constexpr char const* name = "operator&&";
  using domain = domain_of<2, mask_group>;
  static constexpr bool total = true;
  template <class A, class B>
  WEFT_INLINE constexpr auto operator()(A const& a, B const& b) const {
    return bool(a & b);
  }
};
struct either {
  static constexpr char const* name = "operator||";
  using domain = domain_of<2, mask_group>;
  static constexpr bool total = true;
  template <class A, class B>
  WEFT_INLINE constexpr auto operator()(A const& a, B const& b) const {
    return bool(a | b);
  }
};
struct negation {
  static constexpr char const* name = "operator!";
  using domain = domain_of<1, mask_group>;
  static constexpr bool total = true;
  template <class A>
  WEFT_INLINE constexpr auto operator()(A const& a) const {
    return !a;
  }
};

} // namespace op

/// Returns a mask that is true where a is less than b, and false where either is NaN. Integers compare by value, even
/// signed with unsigned.
template <class A, class B>
  requires OperandPair<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto operator<(A&& a, B&& b) {
  return detail::make_binary<op::less>(static_cast<A&&>(a), static_cast<B&&>(b));
}
/// Returns a mask that is true where a is less than or equal to b.
template <class A, class B>
  requires OperandPair<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto operator<=(A&& a, B&& b) {
  return detail::make_binary<op::less_equal>(static_cast<A&&>(a), static_cast<B&&>(b));
}
/// Returns a mask that is true where a is greater than b.
template <class A, class B>
  requires OperandPair<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto operator>(A&& a, B&& b) {
  return detail::make_binary<op::exchanged<op::less>>(static_cast<A&&>(a), static_cast<B&&>(b));
}
/// Returns a mask that is true where a is greater than or equal to b.
template <class A, class B>
  requires OperandPair<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto operator>=(A&& a, B&& b) {
  return detail::make_binary<op::exchanged<op::less_equal>>(static_cast<A&&>(a), static_cast<B&&>(b));
}
/// Returns a mask that is true where elements are equal.
template <class A, class B>
  requires OperandPair<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto equal(A&& a, B&& b) {
  return detail::make_binary<op::equal_to>(static_cast<A&&>(a), static_cast<B&&>(b));
}
/// Returns a mask that is true where elements differ. NaN differs from everything.
template <class A, class B>
  requires OperandPair<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto not_equal(A&& a, B&& b) {
  return detail::make_binary<op::not_equal_to>(static_cast<A&&>(a), static_cast<B&&>(b));
}
/// Returns a mask that is true where both masks are. Both are evaluated everywhere.
template <AnyTensorial A, AnyTensorial B>
[[nodiscard]] WEFT_INLINE constexpr auto operator&&(A&& a, B&& b) {
  if constexpr (op::are_masks<A, B>())
    return detail::make_binary<op::both>(static_cast<A&&>(a), static_cast<B&&>(b));
  else
    return detail::refused_value{};
}
/// Returns a mask that is true where either mask is. Both are evaluated everywhere.
template <AnyTensorial A, AnyTensorial B>
[[nodiscard]] WEFT_INLINE constexpr auto operator||(A&& a, B&& b) {
  if constexpr (op::are_masks<A, B>())
    return detail::make_binary<op::either>(static_cast<A&&>(a), static_cast<B&&>(b));
  else
    return detail::refused_value{};
}
template <class A, class B>
  requires OperandPair<A, B>
void operator&&(A&&, B&&) WEFT_REFUSED("weft: && takes two masks, not one bool or number: a > 0, equal(a, b)");
template <class A, class B>
  requires OperandPair<A, B>
void operator||(A&&, B&&) WEFT_REFUSED("weft: || takes two masks, not one bool or number: a > 0, equal(a, b)");
/// Returns a mask that is true where a is false.
template <AnyTensorial A>
[[nodiscard]] WEFT_INLINE constexpr auto operator!(A&& a) {
  if constexpr (op::are_masks<A>())
    return detail::make_unary<op::negation>(static_cast<A&&>(a));
  else
    return detail::refused_value{};
}

} // namespace weft
