#pragma once
#ifdef WEFT_WITHOUT_NUMERICS
#error "weft: this library was built without the component numerics: -DWEFT_COMPONENTS=all, or a list with numerics"
#endif
#include <weft/ops/rearrange.hpp>
#include <weft/ops/scan.hpp>
#include <weft/ops/select.hpp>
#include <weft/tensor/tensor.hpp>

#include <utility>

// Parts of operands along an axis, and grids of numbers that broadcast along it.
namespace weft::detail {

/// An axis of an operand, by default the last one.
struct final_axis {};
template <class A>
concept AxisOrLast = Axis<A> || std::same_as<A, final_axis>;
template <class E, AxisOrLast A>
WEFT_FN int checked_axis(char const* operation, E const& e, A axis) {
  if constexpr (std::same_as<A, final_axis>)
    return check_axis(operation, e.rank() - 1, e.rank());
  else
    return check_axis(operation, static_cast<index_t>(as_axis<E>(axis)), e.rank());
}

template <class E>
WEFT_FN auto range_along(E const& e, int axis, index_t first, index_t count) {
  return window_of(e, range_selector<int>{axis, first, count});
}

/// Returns x as an operand. Integers become doubles, so that sums and differences of elements neither wrap nor
/// overflow.
template <class X>
WEFT_FN auto floating_operand(X&& x) {
  if constexpr (std::is_integral_v<value_t<X>>)
    return cast<op::as_floating_t<value_t<X>>>(capture(static_cast<X&&>(x)));
  else
    return capture(static_cast<X&&>(x));
}

/// The numbers of a grid beside the elements of an operand along an axis: an operand with the rank of e. A vector is
/// copied and lies along the axis; another grid has the shape of e. Integers become doubles, so that differences may be
/// divided. Throws shape_error if the lengths differ.
template <class E, class X>
WEFT_FN auto grid_along(char const* operation, E const& e, int axis, X&& x) {
  constexpr bool fits = rank_of<X> < 0 || rank_of<X> == 1 || rank_of<X> == E::static_rank;
  static_assert(fits, "weft: the grid is a vector, or has the shape of the values");
  using T = op::as_floating_t<value_t<X>>;
  index_t const n = e.extents()[axis];
  if constexpr (!fits) {
    return e;
  } else if constexpr (rank_of<X> == 1) {
    tensor<T, 1> numbers = cast<T>(capture(static_cast<X&&>(x)));
    if (numbers.extent(0) != n)
      throw_shape_reason(operation, "the grid has another length than the values along the axis");
    auto ones = convert_extents<dynamic_extents>(e.extents());
    for (int k = 0; k < e.rank(); ++k)
      ones.set(k, k == axis ? n : 1);
    return capture(reshape(std::move(numbers), convert_extents<dims<E::static_rank>>(ones)));
  } else {
    auto grid = cast<T>(capture(static_cast<X&&>(x)));
    if (!(convert_extents<dynamic_extents>(grid.extents()) == convert_extents<dynamic_extents>(e.extents())))
      throw_shape_reason(operation, "the grid has another shape than the values");
    return grid;
  }
}

} // namespace weft::detail
