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
  index_t const n = e.extents()[axis], left = n > 0 ? n - 1 : 0;
  auto const both = range_along(e, axis, n > 0 ? 1 : 0, left) + range_along(e, axis, 0, left);
  if constexpr (Tensorial<X>)
    return difference_of(grid_along(operation, e, axis, static_cast<X&&>(x)), axis) * both * 0.5;
  else
    return both * (static_cast<double>(x) / 2);
}

} // namespace detail

namespace numerics {

/// Returns the integral of samples y along an axis, the last one unless another is named, by the trapezoidal rule. x is
/// the distance of the samples, or their grid: an increasing or decreasing vector, or an operand of the shape of y. The
/// integral of a vector is a value, others are deferred; that of fewer than two samples is 0. NumPy's trapezoid.
template <Tensorial Y, class X = double, detail::AxisOrLast A = detail::final_axis>
  requires(Tensorial<X> || std::is_arithmetic_v<std::remove_cvref_t<X>>)
[[nodiscard]] WEFT_FN auto trapezoid(Y&& y, X&& x = 1.0, A axis = {}) {
  auto const e = detail::floating_operand(static_cast<Y&&>(y));
  int const k = detail::checked_axis("trapezoid", e, axis);
  auto const areas = detail::trapezoids("trapezoid", e, k, static_cast<X&&>(x));
  if constexpr (std::remove_const_t<decltype(areas)>::static_rank == 1)
    return sum(areas);
  else
    return sum(areas, k);
}
/// Returns the integrals from the first sample up to each other one: the axis is one shorter. Arguments as for
/// trapezoid. Deferred. SciPy's cumulative_trapezoid.
template <Tensorial Y, class X = double, detail::AxisOrLast A = detail::final_axis>
  requires(Tensorial<X> || std::is_arithmetic_v<std::remove_cvref_t<X>>)
[[nodiscard]] WEFT_FN auto cumulative_trapezoid(Y&& y, X&& x = 1.0, A axis = {}) {
  auto const e = detail::floating_operand(static_cast<Y&&>(y));
  int const k = detail::checked_axis("cumulative_trapezoid", e, axis);
  return cumsum(detail::trapezoids("cumulative_trapezoid", e, k, static_cast<X&&>(x)), k);
}

} // namespace numerics
} // namespace weft
