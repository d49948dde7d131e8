#pragma once
#include <weft/base/pack.hpp>
#include <weft/base/scalar.hpp>

#include <type_traits>

// The derivative of an operation is defined in its function object: one static function returns the partial derivatives
// by the operands, for real operands, as a pack with one entry for each. It has one of four forms, so that its type
// says what a loop over the derivative must compute:
//   slopes()                  constants
//   slopes(x...)              functions of the operands
//   slopes_by_result(r)       functions of the result r, as for exp and sqrt
//   slopes_by_both(r, x...)   functions of both
// An entry is a number, or `unit`, `minus_unit`, `flat` or a `gate`. A class of the program that is given to map() may
// have such a function too.
//
// `partner`: a second long function that the derivative needs, as the derivative of sin needs cos. It is a `composed`
// function of the first operand. It is named so that a loop may compute it on vectors; its value is the last argument
// of the slopes. Only the derivative by operand `partner_of` needs it (0 if there is no such member).
//
// `slope_reads(i, k)`: whether the derivative by operand i reads operand k. Without it, each derivative reads all
// operands.
namespace weft::op {

/// A derivative of 1.
struct unit {};
/// A derivative of -1.
struct minus_unit {};
/// A derivative of 0 wherever it is defined.
struct flat {};
/// A derivative that multiplies by a weight. Where the weight is 0 nothing passes, even a tangent that is not finite,
/// such as that of the square root of a negative number that `where` did not choose.
template <class T>
struct gate {
  T weight;
};

/// Returns the constant c in the floating-point type of x, or of the numbers in x if x is a dual; as a double for other
/// types.
template <class T>
WEFT_INLINE constexpr auto constant_beside(T const&, long double c) {
  using number = typename detail::number_in<T>::type;
  using R = std::conditional_t<std::is_floating_point_v<number>, number, double>;
  return static_cast<R>(c);
}

/// The floating-point type for numbers of type T: double for integers.
template <class T>
using as_floating_t = std::conditional_t<std::is_integral_v<T>, double, T>;
/// Returns x in floating point, so that 1 / x is not an integer division.
template <class T>
WEFT_INLINE constexpr auto as_floating(T const& x) {
  return static_cast<as_floating_t<T>>(x);
}

/// A function object that applies several functions: F(G(...(x))).
template <class... F>
struct composed;
template <class F>
struct composed<F> {
  template <class T>
  WEFT_INLINE constexpr auto operator()(T const& x) const {
    return F{}(x);
  }
};
template <class F, class... G>
  requires(sizeof...(G) > 0)
struct composed<F, G...> {
  template <class T>
  WEFT_INLINE constexpr auto operator()(T const& x) const {
    return F{}(composed<G...>{}(x));
  }
};

} // namespace weft::op
