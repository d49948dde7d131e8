#pragma once
#include <weft/grad/values.hpp>
#include <weft/numerics/interp.hpp>
#include <weft/ops/take.hpp>

namespace weft {

namespace detail {

/// Returns the values of a table at x. For the order of values, a table of their places is made.
template <class X, class XP, class FP>
WEFT_FN auto interp_of_variables(X const& x, XP&& xp, FP const& fp, numerics::interp_options const& options) {
  grad::variable whole = cast<double>(fp);
  tensor<double, 1> places(whole.extent(0));
  for (index_t k = 0; k < places.extent(0); ++k)
    places(k) = static_cast<double>(k);
  auto const table = checked_table({vector_of_doubles(static_cast<XP&&>(xp)), std::move(places)}, options);
  tensor<index_t, 1> const order = cast<index_t>(table.values);
  grad::variable const values = take(whole, order, 0);
  tensor<double, 1> const now = values.value();
  return variable_values(op::linear_table{{}, table.x.share(), now.share(), table.options}, x, values);
}

} // namespace detail

namespace numerics {

/// Returns the values at x of the function that is linear between the points (xp, fp), where fp holds a variable, as a
/// variable. Gradients go to fp, and to x where it holds a variable; beyond the grid to the first and the last value.
template <class X, AnyTensorial XP, detail::Followed FP>
  requires(Tensorial<X> || Scalar<X>)
[[nodiscard]] WEFT_FN auto interp(X&& x, XP&& xp, FP&& fp, interp_options const& options = {}) {
  static_assert(detail::rank_of<FP> == 1 || detail::rank_of<FP> < 0, "weft: interp: xp and fp are vectors");
  return detail::interp_of_variables(x, static_cast<XP&&>(xp), fp, options);
}

} // namespace numerics
} // namespace weft
