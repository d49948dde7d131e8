#pragma once
#include <weft/dynamic/any_tensor.hpp>
#include <weft/ops/rearrange.hpp>

// Running results and differences of elements whose type is known at run time, with the names and the errors of
// ops/scan.hpp. Running results are any_tensors, computed at once; differences of neighbours are expressions.
namespace weft {

namespace detail {

/// The running result to compute, and the name of the function for messages.
struct untyped_scan_kind {
  char const* operation;
  enum function_type : unsigned char { sum, product, least, largest } function;
  bool skips_nan = false;
};
/// Returns the running results along an axis, or, without one, over all elements in row-major order.
[[nodiscard]] WEFT_API any_tensor untyped_scan(untyped_scan_kind const& kind, any_expr<> const& x, index_t axis);
[[nodiscard]] WEFT_API any_tensor untyped_scan(untyped_scan_kind const& kind, any_expr<> const& x);
[[nodiscard]] WEFT_API any_expr<> untyped_diff(any_expr<> const& x, index_t times, index_t axis);

template <class X, class... A>
WEFT_FN any_tensor scan_untyped(untyped_scan_kind const& kind, X const& x, A... axis) {
  return untyped_scan(kind, any_expr<>(x), static_cast<index_t>(axis)...);
}

} // namespace detail

/// Returns running sums along an axis; integers in 64 bits, modulo 2^64. Without an axis, this and the functions below
/// take all elements in row-major order as one vector.
template <Untyped X, detail::Axis... A>
  requires(sizeof...(A) < 2)
[[nodiscard]] WEFT_FN any_tensor cumsum(X const& x, A... axis) {
  return detail::scan_untyped({"cumsum", detail::untyped_scan_kind::sum}, x, axis...);
}
/// Returns running products; integers in 64 bits, modulo 2^64.
template <Untyped X, detail::Axis... A>
  requires(sizeof...(A) < 2)
[[nodiscard]] WEFT_FN any_tensor cumprod(X const& x, A... axis) {
  return detail::scan_untyped({"cumprod", detail::untyped_scan_kind::product}, x, axis...);
}
/// Returns at each index the smallest element up to there; NaN from the first NaN on. Throws dtype_error for complex
/// elements.
template <Untyped X, detail::Axis... A>
  requires(sizeof...(A) < 2)
[[nodiscard]] WEFT_FN any_tensor cummin(X const& x, A... axis) {
  return detail::scan_untyped({"cummin", detail::untyped_scan_kind::least}, x, axis...);
}
/// Returns at each index the largest element up to there; NaN from the first NaN on. Throws dtype_error for complex
/// elements.
template <Untyped X, detail::Axis... A>
  requires(sizeof...(A) < 2)
[[nodiscard]] WEFT_FN any_tensor cummax(X const& x, A... axis) {
  return detail::scan_untyped({"cummax", detail::untyped_scan_kind::largest}, x, axis...);
}
/// Returns running sums in which NaN counts as 0.
template <Untyped X, detail::Axis... A>
  requires(sizeof...(A) < 2)
[[nodiscard]] WEFT_FN any_tensor nan_cumsum(X const& x, A... axis) {
  return detail::scan_untyped({"nan_cumsum", detail::untyped_scan_kind::sum, true}, x, axis...);
}
/// Returns running products in which NaN counts as 1.
template <Untyped X, detail::Axis... A>
  requires(sizeof...(A) < 2)
[[nodiscard]] WEFT_FN any_tensor nan_cumprod(X const& x, A... axis) {
  return detail::scan_untyped({"nan_cumprod", detail::untyped_scan_kind::product, true}, x, axis...);
}

/// Returns the differences of neighbours, x(i + 1) - x(i), along the last axis; for n > 1, the differences of the
/// differences, and so on, n times. The result is an expression of two windows of x; if n > 1, the differences of n - 1
/// times are stored. It has no elements if the extent of the axis is n or less. Throws error for a negative n.
template <Untyped X>
[[nodiscard]] WEFT_FN any_expr<> diff(X const& x, index_t n = 1) {
  return detail::untyped_diff(x, n, any_expr<>(x).rank() - 1);
}
/// Returns the differences of neighbours, taken n times, along an axis.
template <Untyped X, detail::Axis A>
[[nodiscard]] WEFT_FN any_expr<> diff(X const& x, index_t n, A axis) {
  return detail::untyped_diff(x, n, static_cast<index_t>(axis));
}
template <Untyped X, class A>
  requires detail::is_static_axis<A>
[[nodiscard]] WEFT_FN any_expr<> diff(X const& x, A axis) {
  return detail::untyped_diff(x, 1, static_cast<index_t>(axis));
}

} // namespace weft
