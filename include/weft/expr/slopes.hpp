#pragma once
#include <weft/base/pack.hpp>
#include <weft/base/scalar.hpp>

#include <type_traits>

// The derivative of an operation stands beside its definition, in the function object: one static function gives the
// partial derivatives of real operands, a pack with one for each. It has one of four forms, so that types say what a
// loop over the derivative must compute:
//   slopes()                  they are constants
//   slopes(x...)              functions of the operands
//   slopes_by_result(r)       of the result, as for exp and sqrt
//   slopes_by_both(r, x...)
// An entry is a number, or `unit`, `minus_unit`, `flat` or a `gate`. A class of the program's own that map() is given
// may have such a function too.
//
// `partner`: one more long function that the derivative takes, as the derivative of sin takes cos, a `composed`
// function of the first operand. It has a name so that a loop may compute it on vectors; its value is the last argument
// of the slopes. It is wanted for the derivative by operand `partner_of` (0 if it does not say).
//
// `slope_reads(i, k)`: whether the derivative by operand i reads operand k; without it, each reads all.
namespace weft::op {

/// A derivative of 1.
struct unit {};
/// A derivative of -1.
struct minus_unit {};
/// A derivative of 0 wherever there is one.
struct flat {};
/// A derivative that is a weight, 0 in places: there nothing comes through, whatever tangents an operand has, as the
/// square root of a negative number that `where` did not take.
template <class T>
struct gate {
  T weight;
};

/// The constant c in the type of floating numbers that x is, or has in it, as a dual; a double beside others.
template <class T>
WEFT_INLINE constexpr auto constant_beside(T const&, long double c) {
  using number = typename detail::number_in<T>::type;
  using R = std::conditional_t<std::is_floating_point_v<number>, number, double>;
  return static_cast<R>(c);
}

/// The floating-point type for numbers of type T: double for integers.
template <class T>
using as_floating_t = std::conditional_t<std::is_integral_v<T>, double, T>;
/// x in floating point, so that 1 / x is no integer.
template <class T>
WEFT_INLINE constexpr auto as_floating(T const& x) {
  return static_cast<as_floating_t<T>>(x);
}

/// F(G(...(x))).
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
