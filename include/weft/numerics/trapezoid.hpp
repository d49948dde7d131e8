#pragma once
#include <weft/numerics/along_axis.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/reduce.hpp>

// Integrals of sampled values by the trapezoidal rule, along an axis. Lazy: sums and running sums of expressions.
namespace weft {

namespace detail {

/// The areas between neighbours along an axis, for a grid or a distance.
template <class E, class X>
WEFT_FN auto trapezoids(char const* operation, E const& e, int axis, X&& x) {
  auto const both = windowed(e, trimmer<int>{axis, 1}) + windowed(e, trimmer<int>{axis, 0});
  if constexpr (AnyTensorial<X>)
    return neighbour_differences(grid_along(operation, e, axis, static_cast<X&&>(x)), axis) * both * 0.5;
  else
    return both * (static_cast<double>(x) / 2);
}

} // namespace detail

namespace numerics {

/// Returns the integral of samples y along an axis, the last one unless another is named, by the trapezoidal rule. x is
/// the distance of the samples, or their grid: an increasing or decreasing vector, or an operand of the shape of y. The
/// integral of a vector is a value, others are deferred; that of fewer than two samples is 0. NumPy's trapezoid.
template <AnyTensorial Y, class X = double, detail::Axis... A>
  requires(detail::GridOrDistance<X> && sizeof...(A) < 2)
[[nodiscard]] WEFT_FN auto trapezoid(Y&& y, X&& x = 1.0, A... axis) {
  auto const e = detail::floating_operand(static_cast<Y&&>(y));
  int const k = detail::line_axis("trapezoid", e, axis...);
  auto const areas = detail::trapezoids("trapezoid", e, k, static_cast<X&&>(x));
  if constexpr (detail::rank_of<decltype(areas)> == 1)
    return sum(areas);
  else
    return sum(areas, k);
}
/// Returns the integrals from the first sample up to each other one: the axis is one shorter. Arguments as for
/// trapezoid. Deferred, but at once for untyped operands. SciPy's cumulative_trapezoid.
template <AnyTensorial Y, class X = double, detail::Axis... A>
  requires(detail::GridOrDistance<X> && sizeof...(A) < 2)
[[nodiscard]] WEFT_FN auto cumulative_trapezoid(Y&& y, X&& x = 1.0, A... axis) {
  auto const e = detail::floating_operand(static_cast<Y&&>(y));
  int const k = detail::line_axis("cumulative_trapezoid", e, axis...);
  return cumsum(detail::trapezoids("cumulative_trapezoid", e, k, static_cast<X&&>(x)), k);
}

} // namespace numerics
} // namespace weft
