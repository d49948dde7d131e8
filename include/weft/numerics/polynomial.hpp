#pragma once
#include <weft/linalg/eigen.hpp>
#include <weft/linalg/least_squares.hpp>
#include <weft/linalg/special_matrices.hpp>
#include <weft/numerics/values.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/select.hpp>
#include <weft/ops/spaced.hpp>

#include <limits>
#include <utility>

// Polynomials as vectors of coefficients, the highest power first, as NumPy has them.
namespace weft {

namespace detail {

/// Returns the coefficients of a polynomial, of which a function of `times` is asked for. Throws error if that is
/// negative.
template <class P>
WEFT_FN auto coefficients_of(char const* operation, P&& p, index_t times = 0) {
  constexpr bool may_be_vector = rank_of<P> < 0 || rank_of<P> == 1;
  static_assert(may_be_vector, "weft: the coefficients of a polynomial are a vector");
  if constexpr (may_be_vector) {
    auto e = capture(static_cast<P&&>(p));
    if (e.rank() != 1)
      throw_shape_reason(operation, "the coefficients of a polynomial are a vector");
    if (times < 0)
      throw_error(operation, "the number of times is negative");
    using T = op::as_floating_t<typename decltype(e)::value_type>;
    return tensor<T, 1>(cast<T>(std::move(e)));
  } else {
    return tensor<double, 1>();
  }
}

/// Returns the coefficients of the polynomial that fits y at x, of type T.
template <class T, class X, class Y>
WEFT_FN auto fitted(X x, Y y, index_t degree) {
  if (degree < 0)
    throw_error("polyfit", "the degree is negative");
  tensor<T, 1> const places = cast<T>(std::move(x));
  tensor<T, 2> powers = linalg::vander(places, degree + 1);
  tensor<T, 1> const lengths = sqrt(sum(powers * powers, 0));
  tensor<T, 1> const scale = where(equal(lengths, T(0)), T(1), lengths);
  powers /= scale;
  double const least = static_cast<double>(places.extent(0)) * static_cast<double>(std::numeric_limits<T>::epsilon());
  auto c = linalg::lstsq(powers, cast<T>(std::move(y)), least).x;
  if constexpr (decltype(c)::static_rank == 1)
    c /= scale;
  else
    c /= expand_dims(scale, 1);
  return c;
}

} // namespace detail

namespace op {

/// Evaluates a polynomial by Horner's rule.
template <class T>
struct polynomial {
  static constexpr char const* name = "polyval";
  static constexpr bool total = true;
  static constexpr int cost = detail::long_function;
  view<T const, 1, row_major> coefficients; ///< keeps them alive
  template <class X>
  WEFT_INLINE auto operator()(X const& x) const {
    T const* const c = coefficients.data();
    using R = std::remove_cvref_t<decltype(plus{}(times{}(x, c[0]), c[0]))>;
    R y = R(0);
    for (index_t k = 0, n = coefficients.extent(0); k < n; ++k)
      y = static_cast<R>(plus{}(times{}(y, x), c[k]));
    return y;
  }
  /// Calls add(k, w) for each coefficient k, which the value at a number contains w times.
  template <class X, class Add>
  WEFT_FN void for_weights(X const& at, Add const& add) const {
    X power(1);
    for (index_t k = coefficients.extent(0); k-- > 0; power = static_cast<X>(power * at))
      add(k, power);
  }
};

} // namespace op

namespace numerics {

/// Returns the values of a polynomial at x, a number or an operand, by Horner's rule; 0 if it has no coefficients.
/// Deferred; the coefficients are copied when the expression is made. At once if p or x is untyped or a variable.
template <AnyTensorial P, class X>
  requires(AnyTensorial<X> || Scalar<X>)
[[nodiscard]] WEFT_FN auto polyval(P&& p, X&& x) {
  if constexpr (Untyped<P>) {
    return untyped_polynomial(detail::answered_above{}, p, x);
  } else {
    auto c = detail::coefficients_of("polyval", static_cast<P&&>(p));
    if constexpr (Untyped<X>)
      return untyped_polynomial(detail::answered_above{}, c, x);
    else
      return detail::values_at(op::polynomial<typename decltype(c)::value_type>{c.share()}, static_cast<X&&>(x));
  }
}

/// Returns the coefficients of derivative number `times` of a polynomial; one 0 where none is left.
template <Tensorial P>
[[nodiscard]] WEFT_FN auto polyder(P&& p, index_t times = 1) {
  auto c = detail::coefficients_of("polyder", static_cast<P&&>(p), times);
  using T = typename decltype(c)::value_type;
  for (; times > 0 && c.extent(0) > 0; --times) {
    index_t const degree = c.extent(0) - 1;
    c = tensor<T, 1>(c(range(0, degree)) * cast<T>(arange(degree, 0, -1)));
  }
  return c.extent(0) > 0 ? c : tensor<T, 1>(1);
}
/// Returns the coefficients of the integral of a polynomial, taken `times` times. Each time the constant of
/// integration is 0 unless another one is given.
template <Tensorial P>
[[nodiscard]] WEFT_FN auto polyint(P&& p, index_t times = 1, double constant = 0) {
  auto c = detail::coefficients_of("polyint", static_cast<P&&>(p), times);
  using T = typename decltype(c)::value_type;
  for (; times > 0; --times) {
    index_t const n = c.extent(0);
    tensor<T, 1> next(n + 1);
    next(range(0, n)) = c / cast<T>(arange(n, 0, -1));
    next(n) = static_cast<T>(constant);
    c = std::move(next);
  }
  return c;
}

/// Returns the coefficients of the polynomial of a degree for which the sum of squares of polyval(p, x) - y is least.
/// y is a vector, or a matrix with a column for each polynomial. The columns of the Vandermonde matrix are scaled to
/// one length, then linalg::lstsq; singular values below n roundings of the largest one count as 0. NumPy's polyfit.
/// Throws shape_error unless x and y have one number of rows.
template <Tensorial X, Tensorial Y>
[[nodiscard]] WEFT_FN auto polyfit(X&& x, Y&& y, index_t degree) {
  using T = op::as_floating_t<detail::promote_t<detail::value_t<X>, detail::value_t<Y>>>;
  static_assert(std::is_floating_point_v<T>, "weft: polyfit: x and y are real numbers");
  if constexpr (std::is_floating_point_v<T>)
    return detail::fitted<T>(detail::capture(static_cast<X&&>(x)), detail::capture(static_cast<Y&&>(y)), degree);
  else
    return detail::refused_value{};
}

/// Returns the complex roots of a polynomial, in no particular order: the eigenvalues of its companion matrix. Leading
/// zeros are left out, and each trailing one is a root 0. Throws linalg_error if a coefficient is infinite or NaN.
/// NumPy's roots.
template <Tensorial P>
[[nodiscard]] WEFT_FN auto roots(P&& p) {
  auto const c = detail::coefficients_of("roots", static_cast<P&&>(p));
  using T = typename std::remove_const_t<decltype(c)>::value_type;
  using C = std::complex<detail::real_t<T>>;
  index_t first = 0, last = c.extent(0);
  while (first < last && c(first) == T(0))
    ++first;
  while (last > first && c(last - 1) == T(0))
    --last;
  index_t const degree = last > first ? last - first - 1 : 0, zeros_at_end = last > first ? c.extent(0) - last : 0;
  tensor<C, 1> found(degree + zeros_at_end);
  if (degree == 0)
    return found;
  tensor<T, 2> companion(degree, degree);
  companion(0, all) = -c(range(first + 1, last)) / c(first);
  for (index_t k = 1; k < degree; ++k)
    companion(k, k - 1) = T(1);
  found(range(0, degree)) = linalg::eigvals(companion);
  return found;
}

} // namespace numerics
} // namespace weft
