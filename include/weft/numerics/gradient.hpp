#pragma once
#include <weft/numerics/along_axis.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/concatenate.hpp>

namespace weft {

namespace detail {

/// The derivative of e on a grid with uneven distances: along the axis (wide^2 (after - here) / ...), in NumPy's form.
template <class E, class D>
WEFT_FN auto uneven_gradient(E const& e, D const& distances, int axis) {
  index_t const n = e.extents()[axis];
  auto const before = range_along(distances, axis, 0, n - 2), behind = range_along(distances, axis, 1, n - 2);
  auto const low = range_along(e, axis, 0, n - 2), here = range_along(e, axis, 1, n - 2),
             high = range_along(e, axis, 2, n - 2);
  auto const inner = here * ((behind - before) / (before * behind)) + high * (before / (behind * (before + behind))) -
                     low * (behind / (before * (before + behind)));
  auto const edge = [&](index_t first, index_t step) {
    return (range_along(e, axis, first + 1, 1) - range_along(e, axis, first, 1)) /
           range_along(distances, axis, step, 1);
  };
  return concatenate(axis, edge(0, 0), inner, edge(n - 2, n - 2));
}
template <class E>
WEFT_FN auto even_gradient(E const& e, double distance, int axis) {
  index_t const n = e.extents()[axis];
  auto const change = [&](index_t first, index_t step, index_t count) {
    return (range_along(e, axis, first + step, count) - range_along(e, axis, first, count)) /
           (static_cast<double>(step) * distance);
  };
  return concatenate(axis, change(0, 1, 1), change(0, 2, n - 2), change(n - 2, 1, 1));
}

} // namespace detail

namespace numerics {

/// Returns the derivative of samples y along an axis, the last one unless another is named: central differences of the
/// second order inside, differences of the first order at the ends. x is the distance of the samples, or their grid: a
/// vector, or an operand of the shape of y. Deferred; the shape is that of y. Throws shape_error for fewer than two
/// samples. NumPy's gradient along one axis.
template <Tensorial Y, class X = double, detail::AxisOrLast A = detail::final_axis>
  requires(Tensorial<X> || std::is_arithmetic_v<std::remove_cvref_t<X>>)
[[nodiscard]] WEFT_FN auto gradient(Y&& y, X&& x = 1.0, A axis = {}) {
  auto const e = detail::floating_operand(static_cast<Y&&>(y));
  int const k = detail::checked_axis("gradient", e, axis);
  if (e.extents()[k] < 2)
    detail::throw_shape_reason("gradient", "an axis of samples has two or more");
  if constexpr (Tensorial<X>)
    return detail::uneven_gradient(
        e, detail::difference_of(detail::grid_along("gradient", e, k, static_cast<X&&>(x)), k), k);
  else
    return detail::even_gradient(e, static_cast<double>(x), k);
}

} // namespace numerics
} // namespace weft
