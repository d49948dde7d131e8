#pragma once
#include <weft/numerics/component.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/scan.hpp>
#include <weft/ops/select.hpp>
#include <weft/tensor/tensor.hpp>

#include <utility>

// Operands of functions along an axis, and grids of numbers that broadcast along it.
namespace weft::detail {

/// Returns x as an operand. Integers become doubles, so that sums and differences of elements neither wrap nor
/// overflow.
template <class X>
WEFT_FN auto floating_operand(X&& x) {
  if constexpr (Untyped<X>)
    return untyped_floating(answered_above{}, x);
  else if constexpr (std::is_integral_v<value_t<X>>)
    return cast<op::as_floating_t<value_t<X>>>(capture(static_cast<X&&>(x)));
  else
    return capture(static_cast<X&&>(x));
}

/// The argument of functions of samples that says where they were taken: a grid, or the distance of neighbours.
template <class X>
concept GridOrDistance = AnyTensorial<X> || std::is_arithmetic_v<std::remove_cvref_t<X>>;

/// Returns the differences of neighbours along an axis.
template <class E>
WEFT_FN auto neighbour_differences(E const& e, int axis) {
  if constexpr (Untyped<E>)
    return windowed(e, trimmer<int>{axis, 1}) - windowed(e, trimmer<int>{axis, 0});
  else
    return difference_of(e, axis);
}

/// Returns `whole` with the extent 1 along all axes but one.
WEFT_FN inline dynamic_extents extents_along(dynamic_extents whole, int axis) {
  for (int k = 0; k < whole.rank(); ++k)
    whole.set(k, k == axis ? whole[k] : 1);
  return whole;
}
/// Throws shape_error unless a grid has the length of an axis of the values, if it is a vector, or else their shape.
WEFT_FN inline void check_grid(char const* operation, dynamic_extents const& grid, dynamic_extents const& values,
                               int axis, bool is_vector) {
  if (is_vector && grid[0] != values[axis])
    throw_shape_reason(operation, "the grid has another length than the values along the axis");
  if (!is_vector && !(grid == values))
    throw_shape_reason(operation, "the grid has another shape than the values");
}

/// The numbers of a grid beside the elements of an operand along an axis: an operand with the rank of e. A vector is
/// copied and lies along the axis; another grid has the shape of e. Integers become doubles, so that differences may be
/// divided. Throws shape_error if the lengths differ.
template <class E, class X>
WEFT_FN auto grid_along(char const* operation, E const& e, int axis, X&& x) {
  if constexpr (UntypedTensors<E, X>) {
    auto const values = convert_extents<dynamic_extents>(shape_before(e));
    return untyped_grid(answered_above{}, operation, values, axis, x);
  } else {
    constexpr bool fits = rank_of<X> < 0 || rank_of<X> == 1 || rank_of<X> == E::static_rank;
    static_assert(fits, "weft: the grid is a vector, or has the shape of the values");
    using T = op::as_floating_t<value_t<X>>;
    auto const whole = convert_extents<dynamic_extents>(e.extents());
    if constexpr (!fits) {
      return e;
    } else if constexpr (rank_of<X> == 1) {
      tensor<T, 1> numbers = cast<T>(capture(static_cast<X&&>(x)));
      check_grid(operation, convert_extents<dynamic_extents>(numbers.shape()), whole, axis, true);
      return capture(reshape(std::move(numbers), convert_extents<dims<E::static_rank>>(extents_along(whole, axis))));
    } else {
      auto grid = cast<T>(capture(static_cast<X&&>(x)));
      check_grid(operation, convert_extents<dynamic_extents>(grid.extents()), whole, axis, false);
      return grid;
    }
  }
}

} // namespace weft::detail
