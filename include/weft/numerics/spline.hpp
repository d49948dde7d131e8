#pragma once
#include <weft/numerics/grid_search.hpp>
#include <weft/numerics/values.hpp>

#include <utility>

// Functions that are cubic polynomials between the points of a grid.
namespace weft {

namespace numerics {

/// The condition at both ends of a cubic spline.
enum class spline_ends : unsigned char {
  not_a_knot, ///< the first two and the last two pieces are one polynomial each
  natural,    ///< the second derivative is 0
  clamped,    ///< the first derivative is given, 0 unless told otherwise
  periodic    ///< value, first and second derivative are the same at both ends
};
/// How a cubic spline ends.
struct spline_options {
  spline_ends ends = spline_ends::not_a_knot;
  double first_slope = 0; ///< the derivative at the first point, of clamped splines
  double last_slope = 0;  ///< the derivative at the last point, of clamped splines
};

} // namespace numerics

namespace detail {

/// How the pieces of a function follow from its points: as a spline, or so that the shape of the points is kept.
struct cubic_rule {
  bool keeps_shape = false;
  numerics::spline_options options = {};
  [[nodiscard]] WEFT_FN bool is_periodic() const {
    return !keeps_shape && options.ends == numerics::spline_ends::periodic;
  }
};
/// The coefficients of the n - 1 pieces through n points, four each, from the third power to the zeroth of the distance
/// from the left.
WEFT_API void cubic_pieces_through(cubic_rule const& rule, double const* x, double const* y, index_t n, double* pieces);
/// The gradient by the n values y of something whose gradient by the coefficients is known.
WEFT_API void cubic_pieces_gradient(cubic_rule const& rule, double const* x, double const* y, index_t n,
                                    double const* by_pieces, double* by_y);
/// The integral between two numbers.
WEFT_API double integral_of_pieces(double const* x, double const* pieces, index_t n, bool is_periodic, double from,
                                   double to);

} // namespace detail

namespace op {

/// Evaluates a derivative of a piecewise cubic function, or the function itself.
struct cubic_pieces : function_of_doubles<cubic_pieces> {
  static constexpr char const* name = "piecewise_cubic";
  view<double const, 1, row_major> x;
  view<double const, 2, row_major> pieces;
  double period; ///< 0 unless the function repeats
  index_t derivative;

  /// T is double, or a dual of doubles.
  template <class T>
  WEFT_INLINE T value(T const& at) const {
    T const t = detail::within_period(at, x.data()[0], period);
    index_t const k = detail::grid_search(x.data(), x.extent(0))(t);
    double const* const c = pieces.data() + 4 * k;
    T const d = T(t - x.data()[k]);
    switch (derivative) {
    case 0:
      return T(((c[0] * d + c[1]) * d + c[2]) * d + c[3]);
    case 1:
      return T((3 * c[0] * d + 2 * c[1]) * d + c[2]);
    case 2:
      return T(6 * c[0] * d + 2 * c[1]);
    case 3:
      return T(d * 0 + 6 * c[0]);
    default:
      return T(d * 0);
    }
  }
  /// Calls add(k, w) for each coefficient k that the value at a number contains w times.
  template <class T, class Add>
  WEFT_FN void for_weights(T const& at, Add const& add) const {
    T const t = detail::within_period(at, x.data()[0], period);
    index_t const k = detail::grid_search(x.data(), x.extent(0))(t);
    T power(1); // of the distance
    for (index_t n = derivative; n < 4; ++n, power = T(power * (t - x.data()[k]))) {
      double factor = 1;
      for (index_t j = 0; j < derivative; ++j)
        factor *= static_cast<double>(n - j);
      add(4 * k + 3 - n, T(power * factor));
    }
  }
};

} // namespace op

namespace detail {

/// Returns a derivative of a piecewise cubic function as a function object. Throws error for a negative number.
WEFT_FN inline op::cubic_pieces cubic_object(view<double const, 1, row_major> x,
                                             view<double const, 2, row_major> pieces, bool is_periodic,
                                             index_t derivative) {
  if (derivative < 0)
    throw_error("piecewise_cubic", "the number of a derivative is negative");
  double const period = is_periodic ? x.data()[x.extent(0) - 1] - x.data()[0] : 0;
  return {{}, std::move(x), std::move(pieces), period, derivative};
}

} // namespace detail

namespace numerics {

/// A function of one number that is a cubic polynomial between the points of a grid: what cubic_spline and pchip
/// return. Beyond the grid the first and last polynomials go on; a periodic function repeats. Copies share their
/// coefficients.
class piecewise_cubic {
public:
  /// Makes the function from its grid x of n >= 2 numbers, which increase, and n - 1 rows of 4 coefficients, from the
  /// third power to the zeroth of the distance from the left end of the interval.
  WEFT_FN piecewise_cubic(tensor<double, 1> x, tensor<double, 2> pieces, bool is_periodic = false)
      : x_(std::move(x).share()), pieces_(std::move(pieces).share()), is_periodic_(is_periodic) {
    if (x_.extent(0) < 2 || pieces_.extent(0) != x_.extent(0) - 1 || pieces_.extent(1) != 4)
      detail::throw_shape_reason("piecewise_cubic", "a grid of n points has n - 1 rows of 4 coefficients");
    detail::require_increasing("piecewise_cubic", x_.data(), x_.extent(0));
  }

  /// Returns the values of the function, or of a derivative, at t: a number or an operand. Deferred for operands, but
  /// at once for untyped ones; the expression keeps the coefficients alive. Floats are computed in double and rounded.
  template <class T>
    requires(AnyTensorial<T> || Scalar<T>)
  [[nodiscard]] WEFT_FN auto operator()(T&& t, index_t derivative = 0) const {
    return detail::values_at(detail::cubic_object(x_, pieces_, is_periodic_, derivative), static_cast<T&&>(t));
  }
  /// Returns the integral of the function between two numbers, exact but for roundings.
  [[nodiscard]] WEFT_FN double integral(double from, double to) const {
    return detail::integral_of_pieces(x_.data(), pieces_.data(), x_.extent(0), is_periodic_, from, to);
  }
  /// The grid, of n points.
  [[nodiscard]] WEFT_FN view<double const, 1, row_major> grid() const { return x_; }
  /// The coefficients: n - 1 rows of 4.
  [[nodiscard]] WEFT_FN view<double const, 2, row_major> coefficients() const { return pieces_; }

private:
  view<double const, 1, row_major> x_;
  view<double const, 2, row_major> pieces_;
  bool is_periodic_;
};

} // namespace numerics

namespace detail {

template <class X, class Y>
WEFT_FN numerics::piecewise_cubic cubic_through(char const* operation, cubic_rule const& rule, X&& x, Y&& y) {
  tensor<double, 1> grid = vector_of_doubles(static_cast<X&&>(x));
  tensor<double, 1> const values = vector_of_doubles(static_cast<Y&&>(y));
  index_t const n = grid.extent(0);
  if (n != values.extent(0) || n < 2)
    throw_shape_reason(operation, "x and y are vectors of one length, which is 2 or more");
  require_increasing(operation, grid.data(), n);
  tensor<double, 2> pieces(uninit, n - 1, 4);
  cubic_pieces_through(rule, grid.data(), values.data(), n, pieces.data());
  return numerics::piecewise_cubic(std::move(grid), std::move(pieces), rule.is_periodic());
}

} // namespace detail

namespace numerics {

/// Returns the cubic spline through the points (x, y): twice continuously differentiable. x increases. A system of
/// three diagonals for the slopes, O(n). SciPy's CubicSpline. Throws shape_error unless x and y are vectors of one
/// length of 2 or more, and error if x does not increase, or if the first and last y of a periodic spline differ.
template <AnyTensorial X, AnyTensorial Y>
[[nodiscard]] WEFT_FN piecewise_cubic cubic_spline(X&& x, Y&& y, spline_options const& options = {}) {
  return detail::cubic_through("cubic_spline", {false, options}, static_cast<X&&>(x), static_cast<Y&&>(y));
}
/// Returns the piecewise cubic function through the points (x, y) that has no extremum between them: once continuously
/// differentiable. By F. Fritsch and J. Butland, A method for constructing local monotone piecewise cubic interpolants
/// (SIAM J. Sci. Stat. Comput. 5, 1984). SciPy's PchipInterpolator. Throws as cubic_spline.
template <AnyTensorial X, AnyTensorial Y>
[[nodiscard]] WEFT_FN piecewise_cubic pchip(X&& x, Y&& y) {
  return detail::cubic_through("pchip", {true}, static_cast<X&&>(x), static_cast<Y&&>(y));
}

} // namespace numerics
} // namespace weft
