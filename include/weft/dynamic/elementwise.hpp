#pragma once
#include <weft/dynamic/result_type.hpp>

// Element-wise functions of operands whose element type is known at run time, with the names of ops/classify.hpp and
// ops/complex.hpp. No kernel of programs computes them, so results are any_tensors, computed at once.
namespace weft {

namespace detail {

/// Replacements for NaN and infinities. If `ends`, `positive` and `negative` replace the infinities, else the largest
/// and the lowest number of the type.
struct untyped_replacement {
  double nan = 0;
  bool ends = false;
  double positive = 0, negative = 0;
};
[[nodiscard]] WEFT_API any_tensor untyped_nan_to_num(any_expr<> const& x, untyped_replacement const& by);
[[nodiscard]] WEFT_API any_tensor untyped_polar(any_expr<> const& radius, any_expr<> const& angle, dtype joint);

} // namespace detail

/// Returns the elements of x with `nan` in place of NaN, and the largest and the lowest number of the type in place of
/// infinities. Replaces in each part of a complex number. Integers and bools stay the same.
template <Untyped X>
[[nodiscard]] WEFT_FN any_tensor nan_to_num(X const& x, double nan = 0) {
  return detail::untyped_nan_to_num(x, {nan});
}
/// Returns x with `nan` in place of NaN, and `positive` and `negative` in place of the infinities.
template <Untyped X>
[[nodiscard]] WEFT_FN any_tensor nan_to_num(X const& x, double nan, double positive, double negative) {
  return detail::untyped_nan_to_num(x, {nan, true, positive, negative});
}
/// Returns the complex numbers of magnitude a and angle b, in radians; a and b broadcast. The result is complex128 for
/// integers. Throws dtype_error for operands of complex numbers or bools.
template <AnyOperand A, AnyOperand B>
  requires detail::UntypedOperands<A, B>
[[nodiscard]] WEFT_FN any_tensor polar(A&& a, B&& b) {
  dtype const joint = result_type(a, b);
  return detail::untyped_polar(any_expr<>(static_cast<A&&>(a)), any_expr<>(static_cast<B&&>(b)), joint);
}

} // namespace weft
