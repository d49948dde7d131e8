#pragma once
#include <weft/numerics/along_axis.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/concatenate.hpp>

namespace weft {

namespace detail {

/// The derivative of e on a grid with uneven distances: along the axis (wide^2 (after - here) / ...), in NumPy's form.
template <class E, class D>
WEFT_FN auto uneven_gradient(E const& e, D const& distances, int axis) {
  index_t const n = shape_before(e)[axis];
  auto const along = [&](auto const& x, index_t first, index_t count) {
    return windowed(x, range_selector<int>{axis, first, count});
  };
  auto const before = along(distances, 0, n - 2), behind = along(distances, 1, n - 2);
  auto const low = along(e, 0, n - 2), here = along(e, 1, n - 2), high = along(e, 2, n - 2);
  auto const inner = here * ((behind - before) / (before * behind)) + high * (before / (behind * (before + behind))) -
                     low * (behind / (before * (before + behind)));
  auto const edge = [&](index_t first, index_t step) {
    return (along(e, first + 1, 1) - along(e, first, 1)) / along(distances, step, 1);
  };
  return concatenate(axis, edge(0, 0), inner, edge(n - 2, n - 2));
}
template <class E>
WEFT_FN auto even_gradient(E const& e, double distance, int axis) {
  index_t const n = shape_before(e)[axis];
  auto const change = [&](index_t first, index_t step, index_t count) {
    return (windowed(e, range_selector<int>{axis, first + step, count}) -
            windowed(e, range_selector<int>{axis, first, count})) /
           (static_cast<double>(step) * distance);
  };
  return concatenate(axis, change(0, 1, 1), change(0, 2, n - 2), change(n - 2, 1, 1));
}

} // namespace detail

namespace numerics {

/// Returns the derivative of samples y along an axis, the last one unless another is named: central differences of the
/// second order inside, differences of the first order at the ends. x is the distance of the samples, or their grid: a
/// vector, or an operand of the shape of y. Deferred, but at once for
/// untyped operands; the shape is that of y. Throws shape_error for fewer than two
/// samples. NumPy's gradient along one axis.
template <AnyTensorial Y, class X = double, detail::Axis... A>
  requires(detail::GridOrDistance<X> && sizeof...(A) < 2)
[[nodiscard]] WEFT_FN auto gradient(Y&& y, X&& x = 1.0, A... axis) {
  auto const e = detail::floating_operand(static_cast<Y&&>(y));
  int const k = detail::line_axis("gradient", e, axis...);
  if (detail::shape_before(e)[k] < 2)
    detail::throw_shape_reason("gradient", "an axis of samples has two or more");
  if constexpr (AnyTensorial<X>)
    return detail::uneven_gradient(
        e, detail::neighbour_differences(detail::grid_along("gradient", e, k, static_cast<X&&>(x)), k), k);
  else
    return detail::even_gradient(e, static_cast<double>(x), k);
}

} // namespace numerics
} // namespace weft
