#pragma once
#include <weft/dynamic/any_tensor.hpp>
#include <weft/fft/frequencies.hpp>
#include <weft/fft/transform.hpp>

// Transforms of operands whose element type and rank are known at run time. They are computed at once, and return an
// any_tensor. They compute in float or double, for integers in double. A transform of real elements
// throws dtype_error for complex ones.
namespace weft::detail {

[[nodiscard]] WEFT_API any_tensor transform_untyped(transform_kind kind, transform_name const& f, any_expr<> const& x,
                                                    transform_arguments const& a);
[[nodiscard]] WEFT_API any_tensor move_untyped(any_expr<> const& x, transform_arguments const& a, bool back);

template <class X, class... A>
WEFT_FN any_tensor untyped_transform(answered_above, transform_kind kind, transform_name const& f, X const& x,
                                     A const&... a) {
  any_expr<> const e(x);
  return transform_untyped(kind, f, e, transform_arguments(f, e.rank(), a...));
}
template <class X, class... A>
WEFT_FN any_tensor untyped_move_by_half(answered_above, char const* name, bool back, X const& x, A const&... a) {
  any_expr<> const e(x);
  return move_untyped(e, transform_arguments({name, true, 0}, e.rank(), a...), back);
}

} // namespace weft::detail
