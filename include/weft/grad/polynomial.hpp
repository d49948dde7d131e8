#pragma once
#include <weft/grad/values.hpp>
#include <weft/numerics/polynomial.hpp>

namespace weft::numerics {

/// Returns the values at x of a polynomial whose coefficients hold a variable, as a variable. Gradients go to the
/// coefficients, and to x where it holds a variable.
template <detail::Followed P, class X>
  requires(Tensorial<X> || Scalar<X>)
[[nodiscard]] WEFT_FN auto polyval(P&& p, X&& x) {
  static_assert(detail::rank_of<P> == 1, "weft: the coefficients of a polynomial are a vector");
  grad::variable const c = p;
  using T = typename std::remove_const_t<decltype(c)>::value_type;
  tensor<T, 1> const now = c.value();
  return detail::variable_values(op::polynomial<T>{now.share()}, x, c);
}

} // namespace weft::numerics
