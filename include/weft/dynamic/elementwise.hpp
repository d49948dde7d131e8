#pragma once
#include <weft/dynamic/result_type.hpp>

// Element-wise functions of elements whose type is known at run time that no kernel of programs computes, by the names
// of ops/classify.hpp and complex.hpp. Results are any_tensors, computed at once.
namespace weft {

namespace detail {

/// Numbers in place of NaN and of infinities; without `ends` infinities become the ends of the type.
struct untyped_replacement {
  double nan = 0;
  bool ends = false;
  double positive = 0, negative = 0;
};
[[nodiscard]] WEFT_API any_tensor untyped_nan_to_num(any_expr<> const& x, untyped_replacement const& by);
[[nodiscard]] WEFT_API any_tensor untyped_polar(any_expr<> const& radius, any_expr<> const& angle, dtype joint);

} // namespace detail

/// The elements, but `nan` for NaN and the largest and the smallest number for infinities; of complex ones each part.
/// Integers stay what they are.
template <Untyped X>
[[nodiscard]] WEFT_FN any_tensor nan_to_num(X const& x, double nan = 0) {
  return detail::untyped_nan_to_num(x, {nan});
}
/// x with numbers in place of NaN and of either infinity.
template <Untyped X>
[[nodiscard]] WEFT_FN any_tensor nan_to_num(X const& x, double nan, double positive, double negative) {
  return detail::untyped_nan_to_num(x, {nan, true, positive, negative});
}
/// The complex numbers of magnitude a and angle b, which broadcast; complex128 for integers. dtype_error for complex
/// operands.
template <AnyOperand A, AnyOperand B>
  requires detail::UntypedOperands<A, B>
[[nodiscard]] WEFT_FN any_tensor polar(A&& a, B&& b) {
  dtype const joint = result_type(a, b);
  return detail::untyped_polar(any_expr<>(static_cast<A&&>(a)), any_expr<>(static_cast<B&&>(b)), joint);
}

} // namespace weft
