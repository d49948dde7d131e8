#pragma once
#include <weft/grad/values.hpp>
#include <weft/numerics/spline.hpp>

namespace weft {

namespace grad {

/// A piecewise cubic function whose coefficients are variables: what cubic_spline and pchip return for values that hold
/// a variable.
class piecewise_cubic {
public:
  /// Makes the function from its grid, and from coefficients as numerics::piecewise_cubic has them.
  WEFT_FN piecewise_cubic(tensor<double, 1> x, variable<double, 2> coefficients, bool is_periodic = false)
      : function_(std::move(x), coefficients.value(), is_periodic), coefficients_(std::move(coefficients)),
        is_periodic_(is_periodic) {}

  /// Returns the values of the function, or of a derivative, at t, a number or an operand, as a variable. Gradients go
  /// to the values that the function was made of, and to t where it holds a variable.
  template <class T>
    requires(Tensorial<T> || Scalar<T>)
  [[nodiscard]] WEFT_FN auto operator()(T const& t, index_t derivative = 0) const {
    return detail::variable_values(
        detail::cubic_object(function_.grid(), function_.coefficients(), is_periodic_, derivative), t, coefficients_);
  }
  /// The grid, of n points.
  [[nodiscard]] WEFT_FN view<double const, 1, row_major> grid() const { return function_.grid(); }
  /// The coefficients: n - 1 rows of 4.
  [[nodiscard]] WEFT_FN variable<double, 2> const& coefficients() const { return coefficients_; }

private:
  numerics::piecewise_cubic function_;
  variable<double, 2> coefficients_;
  bool is_periodic_;
};

} // namespace grad

namespace detail {

/// Hands on the gradient of coefficients to the values at the points.
struct cubic_pieces_adjoint {
  cubic_rule rule;
  view<double const, 1, row_major> x;
  template <class L, class G, class E>
  WEFT_FN void operator()(L const&, G const& g, E const& values) const {
    tensor<double, 1> const y = unfollowed(values);
    tensor<double, 2> const by_pieces = g;
    tensor<double, 1> by_y(y.extent(0));
    cubic_pieces_gradient(rule, x.data(), y.data(), y.extent(0), by_pieces.data(), by_y.data());
    hand_to(values, capture(by_y));
  }
};
template <class X, class Y>
WEFT_FN grad::piecewise_cubic cubic_through_variables(char const* operation, cubic_rule const& rule, X&& x,
                                                      Y const& y) {
  static_assert(rank_of<Y> == 1 || rank_of<Y> < 0, "weft: the values of a spline are a vector");
  grad::variable const values = cast<double>(y);
  auto const f = cubic_through(operation, rule, static_cast<X&&>(x), values.value());
  tensor<double, 2> const pieces = f.coefficients();
  return {tensor<double, 1>(f.grid()),
          variable_maker::make(operation, pieces, cubic_pieces_adjoint{rule, f.grid()}, recorded_operands(values)),
          rule.is_periodic()};
}

} // namespace detail

namespace numerics {

/// Returns the cubic spline through the points (x, y), where y holds a variable. Gradients of its values go to y by the
/// transposed system of three diagonals, in O(n).
template <AnyTensorial X, detail::Followed Y>
[[nodiscard]] WEFT_FN grad::piecewise_cubic cubic_spline(X&& x, Y&& y, spline_options const& options = {}) {
  return detail::cubic_through_variables("cubic_spline", {false, options}, static_cast<X&&>(x), y);
}
/// Returns pchip(x, y), where y holds a variable. Gradients are one-sided at values for which a slope
/// of pchip begins to be 0, or to be bounded at an end.
template <AnyTensorial X, detail::Followed Y>
[[nodiscard]] WEFT_FN grad::piecewise_cubic pchip(X&& x, Y&& y) {
  return detail::cubic_through_variables("pchip", {true}, static_cast<X&&>(x), y);
}

} // namespace numerics
} // namespace weft
