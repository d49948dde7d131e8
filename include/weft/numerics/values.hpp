#pragma once
#include <weft/numerics/component.hpp>
#include <weft/ops/select.hpp>
#include <weft/tensor/tensor.hpp>

#include <cmath>
#include <type_traits>

// Functions of one number as function objects, and their values at operands of each kind.
namespace weft {

namespace detail {

/// Returns the values of a function object at x, a number or an operand. For untyped operands and variables
/// they are computed at once.
template <class F, class X>
WEFT_FN auto values_at(F const& f, X&& x) {
  if constexpr (Untyped<X>)
    return untyped_values(answered_above{}, f, x);
  else if constexpr (!Tensorial<X>)
    return f(x);
  else if constexpr (is_followed<captured_t<X>>)
    return followed_values(answered_above{}, f, x);
  else
    return map(f, static_cast<X&&>(x));
}

/// Returns the elements of an operand, which is a vector, in a new tensor of doubles. Throws shape_error for another
/// rank.
template <class X>
WEFT_FN tensor<double, 1> vector_of_doubles(X&& x) {
  return cast<double>(static_cast<X&&>(x));
}

/// Returns the number of a dual, or a number itself.
template <class T>
WEFT_INLINE double plain_number(T const& t) {
  if constexpr (std::is_arithmetic_v<T>)
    return static_cast<double>(t);
  else
    return plain_number(t.value);
}

/// Returns t in the period from `first` on, or t itself for the period 0.
template <class T>
WEFT_INLINE T within_period(T const& t, double first, double period) {
  if (period > 0)
    return T(t - std::floor((plain_number(t) - first) / period) * period);
  return t;
}

} // namespace detail

namespace op {

/// The call of a function object F that computes F::value(t) of doubles and of duals. Other numbers are converted, and
/// results of floats are rounded.
template <class F>
struct function_of_doubles {
  static constexpr bool total = true;
  static constexpr int cost = detail::long_function;
  template <class T>
  WEFT_INLINE auto operator()(T const& at) const {
    F const& f = static_cast<F const&>(*this);
    if constexpr (std::is_arithmetic_v<T>)
      return static_cast<as_floating_t<T>>(f.value(static_cast<double>(at)));
    else
      return f.value(at);
  }
};

} // namespace op
} // namespace weft
