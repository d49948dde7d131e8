#pragma once
#include <weft/numerics/grid_search.hpp>
#include <weft/numerics/values.hpp>

#include <optional>
#include <utility>

namespace weft {

namespace numerics {

/// The results of interp beyond the grid, and its period.
struct interp_options {
  std::optional<double> left = {};  ///< below the grid; the first value unless it is set
  std::optional<double> right = {}; ///< above the grid; the last value unless it is set
  double period = 0; ///< unless 0: x and the grid count modulo its magnitude, and nothing is beyond the grid
};

} // namespace numerics

namespace detail {

/// The grid of a table, its values, and what is beyond it.
struct interpolation_table {
  tensor<double, 1> x, values;
  numerics::interp_options options = {};
};
/// Returns a table whose grid increases. With a period it is the table modulo the period, sorted, with the last element
/// before it and the first one behind it, and the period is positive. Throws the errors of interp.
WEFT_API interpolation_table checked_table(interpolation_table table, numerics::interp_options const& options);

} // namespace detail

namespace op {

/// Interpolates linearly between the values of a table, which its views keep alive.
struct linear_table : function_of_doubles<linear_table> {
  static constexpr char const* name = "interp";
  view<double const, 1, row_major> x, values;
  numerics::interp_options options;

  /// T is double, or a dual of doubles.
  template <class T>
  WEFT_INLINE T value(T const& at) const {
    index_t const n = x.extent(0);
    double const *const p = x.data(), *const f = values.data();
    T const t = detail::within_period(at, 0, options.period);
    if (t < p[0])
      return T(options.left ? *options.left : f[0]);
    if (t > p[n - 1])
      return T(options.right ? *options.right : f[n - 1]);
    if (n == 1)
      return t == p[0] ? T(f[0]) : t;
    index_t const k = detail::grid_search(p, n)(t);
    double const slope = (f[k + 1] - f[k]) / (p[k + 1] - p[k]);
    T const y = T(slope * (t - p[k]) + f[k]);
    if constexpr (std::is_arithmetic_v<T>)
      return t == p[k] ? f[k] : t == p[k + 1] ? f[k + 1] : y; // exact, also beside infinite values
    else
      return y;
  }
  /// Calls add(k, w) for each value k of the table that the value at a number contains w times.
  template <class T, class Add>
  WEFT_FN void for_weights(T const& at, Add const& add) const {
    index_t const n = x.extent(0);
    double const* const p = x.data();
    T const t = detail::within_period(at, 0, options.period);
    if (t < p[0])
      return options.left ? void() : add(0, T(1));
    if (t > p[n - 1])
      return options.right ? void() : add(n - 1, T(1));
    if (n == 1)
      return add(0, T(1));
    index_t const k = detail::grid_search(p, n)(t);
    T const share = T((t - p[k]) / (p[k + 1] - p[k]));
    add(k, T(1 - share));
    add(k + 1, share);
  }
};

} // namespace op

namespace numerics {

/// Returns the values at x, a number or an operand, of the function that is linear between the points of a grid xp,
/// which increases, and has the values fp there. NumPy's interp. Deferred, but at once for untyped operands x; xp and
/// fp are copied when the expression is made, and searched for each element, without a search where the grid is even.
/// Throws shape_error unless xp and fp are vectors of one length of 1 or more, and error if xp does not increase, but
/// with a period, and for a period that is no finite number. Gradients by x and fp: weft/grad/interp.hpp.
template <class X, AnyTensorial XP, AnyTensorial FP>
  requires(AnyTensorial<X> || Scalar<X>)
[[nodiscard]] WEFT_FN auto interp(X&& x, XP&& xp, FP&& fp, interp_options const& options = {}) {
  auto const table = detail::checked_table(
      {detail::vector_of_doubles(static_cast<XP&&>(xp)), detail::vector_of_doubles(static_cast<FP&&>(fp))}, options);
  return detail::values_at(op::linear_table{{}, table.x.share(), table.values.share(), table.options},
                           static_cast<X&&>(x));
}

} // namespace numerics
} // namespace weft
