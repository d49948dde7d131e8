#pragma once
#include <weft/grad/computed.hpp>
#include <weft/linalg/cov.hpp>

// Gradients of covariances and correlations. Let each row of y be a variable of the matrix, less its mean, and g the
// gradient of y y^T. The gradient of y is h y with h = g + g^T. Its rows have the mean 0, as the rows of y have, so it
// is also the gradient of the matrix itself.
namespace weft {

namespace detail {

/// Returns h y = (g + g^T) y for the gradient g of y y^T.
template <class G, class Y>
WEFT_FN auto by_products(G const& g, Y const& y, session& s) {
  return evaluated(matmul(g + matrices_transposed(g), y), s);
}
/// Returns y: the variables of a, one in each row, less their means. The observations lie along an axis.
template <class A>
WEFT_FN auto centred_variables(A const& a, int along, session& s) {
  using T = typename A::value_type;
  auto const rows = evaluated(window_of(a, swap_two<int, int>{0, 1 - along}), s);
  return evaluated(rows - make_fold(reducer::mean<T>{}, rows, shape(rows.extents()[0], 1), 2u), s);
}
/// Hands the gradients of the variables, one in each row, to a.
template <class A, class E>
WEFT_FN void hand_to_variables(A const& a, int along, E const& rows) {
  hand_to(a, window_of(rows, swap_two<int, int>{0, 1 - along}));
}

struct covariance_gradient {
  int along;
  index_t taken; ///< the divisor is the number of observations less `taken`
  template <class L, class G, class A>
  WEFT_FN void operator()(L const&, G const& g, A const& a) const {
    using T = typename A::value_type;
    session s;
    index_t const n = a.extents()[along];
    auto const by_rows = by_products(g, centred_variables(unfollowed(a), along, s), s);
    hand_to_variables(a, along, evaluated(by_rows / static_cast<T>(n > taken ? n - taken : 0), s));
  }
};
/// A correlation is the covariance of z = y / |y|, row by row. The length of a row of y does not change z, so the part
/// of the gradient along z is removed: with p = h z, the gradient of y is (p - z (p . z)) / |y|.
struct correlation_gradient {
  int along;
  template <class L, class G, class A>
  WEFT_FN void operator()(L const&, G const& g, A const& a) const {
    session s;
    auto const y = centred_variables(unfollowed(a), along, s);
    auto const length = evaluated(norm(y, axis<1>, keep_dims), s);
    auto const z = evaluated(y / length, s);
    auto const p = by_products(g, z, s);
    hand_to_variables(a, along, evaluated((p - z * sum(p * z, axis<1>, keep_dims)) / length, s));
  }
};

/// Returns f(x) of a matrix as a variable, whose gradient `how` hands on. For elements that are duals it returns g of
/// the centred variables, one in each row, as recorded statements, because their gradients are differentiated again.
template <class X, class A, class F, class How, class G>
WEFT_FN auto followed_products(char const* name, X const& x, A axis, F const& f, How const& how, G const& g) {
  if constexpr (is_number<value_t<X>>) {
    auto const operands = recorded_operands(x);
    return variable_maker::make(name, f(unfollowed(get<0>(operands))), how, operands);
  } else {
    int const along = axis_of_observations(name, x, axis);
    grad::variable const rows = window_of(capture(x), swap_two<int, int>{0, 1 - along});
    return grad::variable(g(grad::variable(rows - mean(rows, weft::axis<1>, keep_dims)), x.extent(along)));
  }
}

} // namespace detail

/// Returns the covariance matrix of x as a variable. The gradient takes 2 k^2 n multiplications and additions for k
/// variables and n observations.
template <detail::Followed X, detail::Axis A>
[[nodiscard]] WEFT_FN auto cov(X const& x, A axis, ddof off = ddof(1)) {
  return detail::followed_products(
      "cov", x, axis, [&](auto const& e) { return cov(e, axis, off); },
      detail::covariance_gradient{static_cast<int>(axis), off.taken},
      [&](auto const& y, index_t n) {
        return matmul(y, transpose(y)) / static_cast<double>(n > off.taken ? n - off.taken : 0);
      });
}
/// Returns the 2 x 2 covariance matrix of two vectors, of which one or both hold a variable, as a variable.
template <Tensorial X, Tensorial Y>
  requires(detail::Followed<X> || detail::Followed<Y>)
[[nodiscard]] WEFT_FN auto cov(X const& x, Y const& y, ddof off = ddof(1)) {
  return cov(detail::stacked_rows("cov", x, y), axis<1>, off);
}
/// Returns the correlation matrix of x as a variable. Its elements on the diagonal are constant. If all observations of
/// a variable are equal, their gradient is NaN.
template <detail::Followed X, detail::Axis A>
[[nodiscard]] WEFT_FN auto corrcoef(X const& x, A axis) {
  return detail::followed_products(
      "corrcoef", x, axis, [&](auto const& e) { return corrcoef(e, axis); },
      detail::correlation_gradient{static_cast<int>(axis)},
      [](auto const& y, index_t) {
        grad::variable const z = y / norm(y, weft::axis<1>, keep_dims);
        return matmul(z, transpose(z));
      });
}
/// Returns the 2 x 2 correlation matrix of two vectors, of which one or both hold a variable, as a variable.
template <Tensorial X, Tensorial Y>
  requires(detail::Followed<X> || detail::Followed<Y>)
[[nodiscard]] WEFT_FN auto corrcoef(X const& x, Y const& y) {
  return corrcoef(detail::stacked_rows("corrcoef", x, y), axis<1>);
}

} // namespace weft
