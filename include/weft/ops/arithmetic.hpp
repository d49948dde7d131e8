#pragma once
#include <weft/expr/capture.hpp>
#include <weft/expr/operations.hpp>

#include <cmath>

// Operators act element by element and broadcast. An operation on two tensors has the type that C++ gives for two such
// elements. The type of a scalar counts likewise, but never widens a floating tensor. All operators are lazy: no memory
// is touched before an assignment.
namespace weft {

namespace op {

/// Computes the remainder: that of C++ for integers, fmod for floating elements.
struct modulo : refusing<modulo, zero_divisor> {
  static constexpr char const* name = "operator%";
  using domain = domain_of<2, ordered_group>;
  WEFT_INLINE static constexpr auto slopes_by_both(auto const& r, auto const& a, auto const& b) {
    return make_pack(unit{}, (r - a) / b);
  }
  template <class A, class B>
  WEFT_INLINE static constexpr auto value(A const& a, B const& b) {
    if constexpr (is_complex<A> || is_complex<B>) {
      static_assert(detail::always_false<A>, "weft: % takes real elements, not complex ones");
      return a;
    } else if constexpr (detail::is_prepared_divisor<B>) {
      return b.remainder(a);
    } else if constexpr (is_number<A> && is_number<B>) {
      using R = detail::promote_t<A, B>;
      if constexpr (std::is_floating_point_v<R>) {
        return std::fmod(static_cast<R>(a), static_cast<R>(b));
      } else {
        if constexpr (divides_as_floating<R>)
          return static_cast<R>(term<R>(a) - term<R>(quotient<R>(a, b)) * term<R>(b));
        if constexpr (std::is_signed_v<R>)
          if (static_cast<R>(b) == R(-1)) // the lowest integer % -1 overflows
            return R(0);
        return static_cast<R>(static_cast<R>(a) % static_cast<R>(b));
      }
    } else {
      return a % b;
    }
  }
};

/// True for integers and for element types of the program, which have their own << and >>.
template <class... A>
WEFT_FN constexpr bool shifts() {
  static_assert(((!is_number<A> || std::is_integral_v<A>) && ...),
                "weft: << and >> shift integers; values are given in braces: a = {{1, 2}, {3, 4}}");
  return ((!is_number<A> || std::is_integral_v<A>) && ...);
}
template <class... A>
WEFT_FN constexpr bool has_bits() {
  static_assert(((!is_number<A> || std::is_integral_v<A>) && ...),
                "weft: & | ^ ~ take integers: cast<int>(a) makes them; masks are joined by && ||, a power is pow");
  return ((!is_number<A> || std::is_integral_v<A>) && ...);
}

/// Computes the unary + of C++: integers narrower than int become int.
struct positive {
  static constexpr char const* name = "operator+";
  using domain = domain_of<1, number_group>;
  static constexpr bool total = true;
  WEFT_INLINE static constexpr auto slopes() { return make_pack(unit{}); }
  template <class A>
  WEFT_INLINE constexpr auto operator()(A const& a) const {
    if constexpr (requires { +a; })
      return +a;
    else
      return a;
  }
};

template <class F>
struct bitwise {
  using domain = domain_of<2, integer_group>;
  static constexpr bool total = true;
  template <class A, class B>
  WEFT_INLINE constexpr auto operator()(A const& a, B const& b) const {
    if constexpr (has_bits<A, B>())
      return F::of(a, b);
    else
      return a;
  }
};
struct bit_and : bitwise<bit_and> {
  static constexpr char const* name = "operator&";
  WEFT_INLINE static constexpr auto of(auto const& a, auto const& b) { return a & b; }
};
struct bit_or : bitwise<bit_or> {
  static constexpr char const* name = "operator|";
  WEFT_INLINE static constexpr auto of(auto const& a, auto const& b) { return a | b; }
};
struct bit_xor : bitwise<bit_xor> {
  static constexpr char const* name = "operator^";
  WEFT_INLINE static constexpr auto of(auto const& a, auto const& b) { return a ^ b; }
};
struct bit_not {
  static constexpr char const* name = "operator~";
  using domain = domain_of<1, integer_group>;
  static constexpr bool total = true;
  template <class A>
  WEFT_INLINE constexpr auto operator()(A const& a) const {
    static_assert(!std::is_same_v<A, bool>, "weft: ~ of a bool is an int that is never 0: ! turns a mask");
    if constexpr (has_bits<A>() && !std::is_same_v<A, bool>)
      return ~a;
    else
      return a;
  }
};

WEFT_API [[noreturn]] void throw_shift();

/// In C++, shifts of a number by a negative number of places, or by its number of bits or more, are undefined.
struct misplaced_shift {
  template <class A, class B>
  static constexpr bool possible = WEFT_CHECK_BOUNDS != 0 && std::is_integral_v<A> && std::is_integral_v<B>;
  template <class A, class B>
  WEFT_INLINE static constexpr bool holds(B const& b) {
    return !fits<decltype(+A())>(+b);
  }
  template <class R, class B>
  WEFT_INLINE static constexpr bool fits(B const& b) {
    return B(0) <= b && b < B(8 * sizeof(R));
  }
  [[noreturn]] WEFT_INLINE static void report() { throw_shift(); }
};
/// Returns the number of places to shift an R by, at most its width, which shifts all bits out. B is int or wider.
template <class R, class B>
WEFT_INLINE constexpr int places(B const& b) {
  return misplaced_shift::fits<R>(b) ? static_cast<int>(b) : 8 * int(sizeof(R));
}
struct shift_left : refusing<shift_left, misplaced_shift> {
  static constexpr char const* name = "operator<<";
  using domain = domain_of<2, integer_group>;
  template <class A, class B>
  WEFT_INLINE static constexpr auto value(A const& a, B const& b) {
    if constexpr (!shifts<A, B>()) {
      return a;
    } else if constexpr (is_number<A> && is_number<B>) {
      using R = decltype(+a);
      int const n = places<R>(+b);
      return n < 8 * int(sizeof(R)) ? static_cast<R>(static_cast<R>(a) << n) : R(0);
    } else {
      return a << b;
    }
  }
};
struct shift_right : refusing<shift_right, misplaced_shift> {
  static constexpr char const* name = "operator>>";
  using domain = domain_of<2, integer_group>;
  template <class A, class B>
  WEFT_INLINE static constexpr auto value(A const& a, B const& b) {
    if constexpr (!shifts<A, B>()) {
      return a;
    } else if constexpr (is_number<A> && is_number<B>) {
      using R = decltype(+a);
      int const n = places<R>(+b);
      return n < 8 * int(sizeof(R)) ? static_cast<R>(static_cast<R>(a) >> n) : static_cast<R>(a < A(0) ? -1 : 0);
    } else {
      return a >> b;
    }
  }
};

} // namespace op

/// An operand of element-wise operations on one operand: an operand with elements, or a single element, as a dual.
template <class A>
concept OneOperand = AnyTensorial<A> || detail::SingleElement<A>;
/// Two operands, at least one of which is no scalar.
template <class A, class B>
concept OperandPair = AnyOperand<A> && AnyOperand<B> && (OneOperand<A> || OneOperand<B>);

namespace detail {
template <class A>
concept IndexOrInteger = IndexForm<A> || std::integral<std::remove_cvref_t<A>>;
/// An OperandPair, except pairs for which index/symbol.hpp has its own + - * / %.
template <class A, class B>
concept ArithmeticPair = OperandPair<A, B> && !(IndexOrInteger<A> && IndexOrInteger<B>);
// Pairs of operands, except pairs with a sparse matrix for which sparse/arithmetic.hpp has its own + and -, / or *.
template <class A, class B>
concept DenseSum = ArithmeticPair<A, B> && !(Tensorial<A> && Tensorial<B> && (Sparse<A> || Sparse<B>));
template <class A, class B>
concept DenseQuotient = ArithmeticPair<A, B> && !(Sparse<A> && !Untyped<B>);
template <class A, class B>
concept DenseProduct = DenseQuotient<A, B> && DenseQuotient<B, A>;
} // namespace detail

/// Returns the sum.
template <class A, class B>
  requires detail::DenseSum<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto operator+(A&& a, B&& b) {
  return detail::make_binary<op::plus>(static_cast<A&&>(a), static_cast<B&&>(b));
}
template <detail::Owning A, class B>
  requires(Operand<B> && !(std::is_lvalue_reference_v<B> && detail::Owning<B>))
[[nodiscard]] WEFT_INLINE constexpr auto operator+(A& a WEFT_LIFETIMEBOUND, B&& b) {
  return detail::make_binary<op::plus>(a, static_cast<B&&>(b));
}
template <class A, detail::Owning B>
  requires(Operand<A> && !(std::is_lvalue_reference_v<A> && detail::Owning<A>))
[[nodiscard]] WEFT_INLINE constexpr auto operator+(A&& a, B& b WEFT_LIFETIMEBOUND) {
  return detail::make_binary<op::plus>(static_cast<A&&>(a), b);
}
template <detail::Owning A, detail::Owning B>
[[nodiscard]] WEFT_INLINE constexpr auto operator+(A& a WEFT_LIFETIMEBOUND, B& b WEFT_LIFETIMEBOUND) {
  return detail::make_binary<op::plus>(a, b);
}
/// Returns the difference.
template <class A, class B>
  requires detail::DenseSum<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto operator-(A&& a, B&& b) {
  return detail::make_binary<op::minus>(static_cast<A&&>(a), static_cast<B&&>(b));
}
template <detail::Owning A, class B>
  requires(Operand<B> && !(std::is_lvalue_reference_v<B> && detail::Owning<B>))
[[nodiscard]] WEFT_INLINE constexpr auto operator-(A& a WEFT_LIFETIMEBOUND, B&& b) {
  return detail::make_binary<op::minus>(a, static_cast<B&&>(b));
}
template <class A, detail::Owning B>
  requires(Operand<A> && !(std::is_lvalue_reference_v<A> && detail::Owning<A>))
[[nodiscard]] WEFT_INLINE constexpr auto operator-(A&& a, B& b WEFT_LIFETIMEBOUND) {
  return detail::make_binary<op::minus>(static_cast<A&&>(a), b);
}
template <detail::Owning A, detail::Owning B>
[[nodiscard]] WEFT_INLINE constexpr auto operator-(A& a WEFT_LIFETIMEBOUND, B& b WEFT_LIFETIMEBOUND) {
  return detail::make_binary<op::minus>(a, b);
}
/// Returns the product of the elements. The product of matrices is matmul(a, b).
template <class A, class B>
  requires detail::DenseProduct<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto operator*(A&& a, B&& b) {
  return detail::make_binary<op::times>(static_cast<A&&>(a), static_cast<B&&>(b));
}
template <detail::Owning A, class B>
  requires(Operand<B> && !(std::is_lvalue_reference_v<B> && detail::Owning<B>))
[[nodiscard]] WEFT_INLINE constexpr auto operator*(A& a WEFT_LIFETIMEBOUND, B&& b) {
  return detail::make_binary<op::times>(a, static_cast<B&&>(b));
}
template <class A, detail::Owning B>
  requires(Operand<A> && !(std::is_lvalue_reference_v<A> && detail::Owning<A>))
[[nodiscard]] WEFT_INLINE constexpr auto operator*(A&& a, B& b WEFT_LIFETIMEBOUND) {
  return detail::make_binary<op::times>(static_cast<A&&>(a), b);
}
template <detail::Owning A, detail::Owning B>
[[nodiscard]] WEFT_INLINE constexpr auto operator*(A& a WEFT_LIFETIMEBOUND, B& b WEFT_LIFETIMEBOUND) {
  return detail::make_binary<op::times>(a, b);
}
/// Returns the quotient. For integers it is rounded towards zero, and a divisor of 0 is an error in checked builds.
template <class A, class B>
  requires detail::DenseQuotient<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto operator/(A&& a, B&& b) {
  return detail::make_binary<op::divide>(static_cast<A&&>(a), static_cast<B&&>(b));
}
template <detail::Owning A, class B>
  requires(Operand<B> && !(std::is_lvalue_reference_v<B> && detail::Owning<B>))
[[nodiscard]] WEFT_INLINE constexpr auto operator/(A& a WEFT_LIFETIMEBOUND, B&& b) {
  return detail::make_binary<op::divide>(a, static_cast<B&&>(b));
}
template <class A, detail::Owning B>
  requires(Operand<A> && !(std::is_lvalue_reference_v<A> && detail::Owning<A>))
[[nodiscard]] WEFT_INLINE constexpr auto operator/(A&& a, B& b WEFT_LIFETIMEBOUND) {
  return detail::make_binary<op::divide>(static_cast<A&&>(a), b);
}
template <detail::Owning A, detail::Owning B>
[[nodiscard]] WEFT_INLINE constexpr auto operator/(A& a WEFT_LIFETIMEBOUND, B& b WEFT_LIFETIMEBOUND) {
  return detail::make_binary<op::divide>(a, b);
}
/// Returns the remainder, with the sign of a; fmod if a or b is floating. Complex elements are refused.
template <class A, class B>
  requires detail::ArithmeticPair<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto operator%(A&& a, B&& b) {
  return detail::make_binary<op::modulo>(static_cast<A&&>(a), static_cast<B&&>(b));
}
/// Returns the bits that are set in both integers.
template <class A, class B>
  requires OperandPair<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto operator&(A&& a, B&& b) {
  return detail::make_binary<op::bit_and>(static_cast<A&&>(a), static_cast<B&&>(b));
}
/// Returns the bits that are set in either integer or both.
template <class A, class B>
  requires OperandPair<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto operator|(A&& a, B&& b) {
  return detail::make_binary<op::bit_or>(static_cast<A&&>(a), static_cast<B&&>(b));
}
/// Returns the bits that are set in one of the two integers but not in the other.
template <class A, class B>
  requires OperandPair<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto operator^(A&& a, B&& b) {
  return detail::make_binary<op::bit_xor>(static_cast<A&&>(a), static_cast<B&&>(b));
}
/// Shifts integers to the left by 0 ... bits - 1 places, where `bits` is the number of bits of the promoted left
/// operand. Another number of places is an error in checked builds; in other builds all bits are shifted out. The left
/// operand must be a tensor, view or expression, so that << of streams is not taken for a shift.
template <AnyTensorial A, AnyOperand B>
[[nodiscard]] WEFT_INLINE constexpr auto operator<<(A&& a, B&& b) {
  return detail::make_binary<op::shift_left>(static_cast<A&&>(a), static_cast<B&&>(b));
}
/// Shifts to the right, by the rules of the shift to the left; the sign bit is copied.
template <AnyTensorial A, AnyOperand B>
[[nodiscard]] WEFT_INLINE constexpr auto operator>>(A&& a, B&& b) {
  return detail::make_binary<op::shift_right>(static_cast<A&&>(a), static_cast<B&&>(b));
}
/// Returns the negative.
template <OneOperand A>
  requires(!IndexForm<A> && !Sparse<A>)
[[nodiscard]] WEFT_INLINE constexpr auto operator-(A&& a) {
  return detail::make_unary<op::negate>(static_cast<A&&>(a));
}
/// Returns the elements as they are, in the type that -a has: integers narrower than int become int.
template <OneOperand A>
  requires(!IndexForm<A>)
[[nodiscard]] WEFT_INLINE constexpr auto operator+(A&& a) {
  return detail::make_unary<op::positive>(static_cast<A&&>(a));
}
/// Inverts all bits of integers. Masks are refused: ! inverts them.
template <AnyTensorial A>
[[nodiscard]] WEFT_INLINE constexpr auto operator~(A&& a) {
  return detail::make_unary<op::bit_not>(static_cast<A&&>(a));
}

/// `a << 1, 2, 3` assigns values in other libraries; here it would shift, and lose the result, so it does not compile.
/// This comma operator takes only a shift on its left and a scalar on its right; other commas keep their meaning in
/// C++.
template <class A, class B, Scalar S>
void operator,(node<op::shift_left, A, B> const&, S const&) WEFT_REFUSED("weft: values: a = {{1, 2}, {3, 4}}");

template <class A, class B>
  requires detail::ForeignPair<A, B>
void operator+(A const&, B const&) WEFT_REFUSED("weft: no operand: borrow(v) is a view of it, to_tensor(v) a copy");
template <class A, class B>
  requires detail::ForeignPair<A, B>
void operator-(A const&, B const&) WEFT_REFUSED("weft: no operand: borrow(v) is a view of it, to_tensor(v) a copy");
template <class A, class B>
  requires detail::ForeignPair<A, B>
void operator*(A const&, B const&) WEFT_REFUSED("weft: no operand: borrow(v) is a view of it, to_tensor(v) a copy");
template <class A, class B>
  requires detail::ForeignPair<A, B>
void operator/(A const&, B const&) WEFT_REFUSED("weft: no operand: borrow(v) is a view of it, to_tensor(v) a copy");

template <detail::ReadOnlyNode E, Operand X>
void operator+=(E&&, X const&) WEFT_REFUSED("weft: an expression has no memory to write to: eval() it first");
template <detail::ReadOnlyNode E, Operand X>
void operator-=(E&&, X const&) WEFT_REFUSED("weft: an expression has no memory to write to: eval() it first");
template <detail::ReadOnlyNode E, Operand X>
void operator*=(E&&, X const&) WEFT_REFUSED("weft: an expression has no memory to write to: eval() it first");
template <detail::ReadOnlyNode E, Operand X>
void operator/=(E&&, X const&) WEFT_REFUSED("weft: an expression has no memory to write to: eval() it first");

} // namespace weft
