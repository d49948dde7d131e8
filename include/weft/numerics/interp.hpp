#pragma once
#include <weft/numerics/grid_search.hpp>
#include <weft/ops/select.hpp>
#include <weft/tensor/tensor.hpp>

#include <cmath>
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

/// The grid of a table and its values.
struct interpolation_table {
  tensor<double, 1> x, values;
};
/// Returns the table modulo a period, sorted, with the last element before it and the first one behind it.
WEFT_API interpolation_table periodic_table(double period, interpolation_table const& t);

} // namespace detail

namespace op {

/// Interpolates linearly between the values of a table, which its views keep alive.
struct linear_table {
  static constexpr char const* name = "interp";
  static constexpr bool total = true;
  static constexpr int cost = detail::long_function;
  view<double const, 1, row_major> x, values;
  double left, right, period;
  template <class T>
  WEFT_INLINE auto operator()(T const& at) const {
    if constexpr (std::is_arithmetic_v<T>)
      return static_cast<as_floating_t<T>>(value(static_cast<double>(at)));
    else
      return value(at);
  }

private:
  /// T is double, or a dual of doubles.
  template <class T>
  WEFT_INLINE T value(T const& at) const {
    index_t const n = x.extent(0);
    double const *const p = x.data(), *const f = values.data();
    T const t = period > 0 ? T(at - std::floor(plain(at) / period) * period) : at;
    if (t < p[0])
      return T(left);
    if (t > p[n - 1])
      return T(right);
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
  template <class T>
  WEFT_INLINE static double plain(T const& t) {
    if constexpr (std::is_arithmetic_v<T>)
      return t;
    else
      return plain(t.value);
  }
};

} // namespace op

namespace numerics {

/// Returns the values at x, a number or an operand, of the function that is linear between the points of a grid xp,
/// which increases, and has the values fp there. NumPy's interp. Deferred; xp and fp are copied when the expression is
/// made, and searched for each element, without a search where the grid is even. Throws shape_error unless xp and fp
/// are vectors of one length of 1 or more, and error if xp does not increase, but with a period,
/// and for a period that is no finite number.
template <class X, Tensorial XP, Tensorial FP>
  requires(Tensorial<X> || Scalar<X>)
[[nodiscard]] WEFT_FN auto interp(X&& x, XP&& xp, FP&& fp, interp_options const& options = {}) {
  detail::interpolation_table table{cast<double>(detail::capture(static_cast<XP&&>(xp))),
                                    cast<double>(detail::capture(static_cast<FP&&>(fp)))};
  index_t n = table.x.extent(0);
  if (n != table.values.extent(0) || n == 0)
    detail::throw_shape_reason("interp", "xp and fp are vectors of one length, which is not 0");
  double const period = std::abs(options.period);
  if (!std::isfinite(period))
    detail::throw_error("interp", "the period is a finite number");
  if (period > 0)
    table = detail::periodic_table(period, table);
  else
    detail::require_increasing("interp", table.x.data(), n);
  n = table.x.extent(0);
  op::linear_table const f{table.x.share(), table.values.share(), options.left.value_or(table.values(0)),
                           options.right.value_or(table.values(n - 1)), period};
  if constexpr (Tensorial<X>)
    return map(f, static_cast<X&&>(x));
  else
    return f(x);
}

} // namespace numerics
} // namespace weft
