#pragma once
#include <weft/dynamic/any_tensor.hpp>
#include <weft/ops/quantile.hpp>

// Quantiles and counts of elements whose type is known at run time, with the names and the errors of ops/quantile.hpp
// and ops/histogram.hpp. Results are any_tensors, computed at once.
namespace weft {

/// counts(i) is the number of values v with edges(i) <= v < edges(i + 1), in int64, or the sum of their weights, in
/// double. The last bin also has the values that equal its upper edge.
struct any_histogram {
  any_tensor counts, edges;
};
/// counts(i, j) is the number of pairs, or the sum of their weights, whose first value lies in bin i of x_edges and
/// whose second value lies in bin j of y_edges.
struct any_histogram2d {
  any_tensor counts, x_edges, y_edges;
};
enum class side : unsigned char; // defined in ops/searchsorted.hpp

namespace detail {

[[nodiscard]] WEFT_API any_tensor untyped_quantile(quantile_request const& wanted, any_expr<> const& q,
                                                   any_expr<> const& x, untyped_reduction_arguments const& told);
/// `count` bins of equal width: from the smallest to the largest value if `around`, else from lo to hi.
struct untyped_bins {
  index_t count;
  bool around;
  double lo = 0, hi = 0;
};
/// Counts the values in bins, or sums their weights unless `weights` is null.
[[nodiscard]] WEFT_API any_histogram untyped_histogram(any_expr<> const& x, untyped_bins const& bins,
                                                       any_expr<> const* weights);
[[nodiscard]] WEFT_API any_histogram untyped_histogram(any_expr<> const& x, any_expr<> const& edges,
                                                       any_expr<> const* weights);
/// The bins of one coordinate: `count` bins of equal width, or, if `count` is negative, bins between `edges`.
struct untyped_axis_bins {
  index_t count;
  any_expr<> edges;
  template <std::integral N>
  WEFT_FN explicit untyped_axis_bins(N n) : count(n < N(0) ? index_t(0) : static_cast<index_t>(n)) {}
  template <AnyTensorial E>
  WEFT_FN explicit untyped_axis_bins(E const& e) : count(-1), edges(e) {}
};
[[nodiscard]] WEFT_API any_histogram2d untyped_histogram2d(any_expr<> const& x, any_expr<> const& y,
                                                           untyped_axis_bins const& x_bins,
                                                           untyped_axis_bins const& y_bins, any_expr<> const* weights);
[[nodiscard]] WEFT_API any_tensor untyped_digitize(any_expr<> const& x, any_expr<> const& edges, bool right);
/// Returns the covariances of variables. If y is null, x is a matrix whose observations lie along `axis`; else the
/// variables are the vectors x and y.
[[nodiscard]] WEFT_API any_tensor untyped_cov(any_expr<> const& x, any_expr<> const* y, index_t axis, index_t ddof);
[[nodiscard]] WEFT_API any_tensor untyped_corrcoef(any_expr<> const& x, any_expr<> const* y, index_t axis);
[[nodiscard]] WEFT_API any_tensor untyped_bincount(any_expr<> const& x, any_expr<> const* weights, index_t min_length);

template <class X, class... A>
WEFT_FN any_tensor quantile_untyped(quantile_request wanted, any_expr<> const& q, X const& x, A... arguments) {
  using named = reduction_axes<axis_arguments<A...>>; // a type that reports wrong arguments
  any_expr<> const operand(x);
  untyped_reduction_arguments told;
  if constexpr (axes_fit<-1>(typename named::list{})) {
    auto const set = [&](auto argument) {
      if constexpr (std::same_as<decltype(argument), quantile_method>)
        wanted.method = argument;
      else
        add_argument(told, wanted.operation, argument, operand.rank());
    };
    (set(arguments), ...);
    if constexpr (axis_arguments<A...>::count == 0)
      told.axes = (1u << operand.rank()) - 1u;
  }
  return untyped_quantile(wanted, q, operand, told);
}
/// Returns a pointer to the weights, or null if no weights are given.
WEFT_FN inline any_expr<> const* weights_untyped() {
  return nullptr;
}
WEFT_FN inline any_expr<> const* weights_untyped(any_expr<> const& w) {
  return &w;
}

} // namespace detail

/// Returns the value below which the fraction q (0 to 1) of the elements of x lies, by linear interpolation or the
/// given method: over all elements, or over axes, as in quantile(u, 0.9, 0, quantile_method::hazen, keep_dims). The
/// result is double for integers, and NaN if an element is NaN. If q is a vector, the first axis of the result has one
/// entry for each q. Throws dtype_error for complex elements, and shape_error if there are no elements to reduce.
template <AnyTensorial X, AnyOperand Q, detail::QuantileArgument... A>
  requires detail::UntypedOperands<X, Q>
[[nodiscard]] WEFT_FN any_tensor quantile(X&& x, Q const& q, A... arguments) {
  return detail::quantile_untyped({"quantile", false}, q, static_cast<X&&>(x), arguments...);
}
/// Returns the quantile p / 100, p from 0 to 100, with the arguments of quantile.
template <AnyTensorial X, AnyOperand P, detail::QuantileArgument... A>
  requires detail::UntypedOperands<X, P>
[[nodiscard]] WEFT_FN any_tensor percentile(X&& x, P const& p, A... arguments) {
  return detail::quantile_untyped({"percentile", false}, any_expr<>(p) / 100.0, static_cast<X&&>(x), arguments...);
}
/// Returns the median, which is the quantile 0.5: the middle element in sorted order, or the mean of the two middle
/// ones.
template <Untyped X, detail::AxisArgument... A>
[[nodiscard]] WEFT_FN any_tensor median(X const& x, A... axes) {
  return detail::quantile_untyped({"median", false}, 0.5, x, axes...);
}
/// Returns the quantile of the elements that are not NaN; NaN where all are.
template <AnyTensorial X, AnyOperand Q, detail::QuantileArgument... A>
  requires detail::UntypedOperands<X, Q>
[[nodiscard]] WEFT_FN any_tensor nan_quantile(X&& x, Q const& q, A... arguments) {
  return detail::quantile_untyped({"nan_quantile", true}, q, static_cast<X&&>(x), arguments...);
}
/// Returns the median of the elements that are not NaN; NaN where all are.
template <Untyped X, detail::AxisArgument... A>
[[nodiscard]] WEFT_FN any_tensor nan_median(X const& x, A... axes) {
  return detail::quantile_untyped({"nan_median", true}, 0.5, x, axes...);
}

/// Counts the values of x in each of `bins` bins of equal width, from the smallest value to the largest: auto [counts,
/// edges] = histogram(u, 20). A last argument gives each value a weight; the weights are summed then. Values and edges
/// are compared as double. Throws error if a value is NaN or infinite, shape_error for less than one bin, and
/// dtype_error for complex elements.
template <AnyTensorial X, AnyTensorial... W>
  requires(sizeof...(W) <= 1 && detail::UntypedOperands<X, W...>)
[[nodiscard]] WEFT_FN any_histogram histogram(X&& x, index_t bins, W&&... weights) {
  return detail::untyped_histogram(any_expr<>(static_cast<X&&>(x)), detail::untyped_bins{bins, true},
                                   detail::weights_untyped(any_expr<>(static_cast<W&&>(weights))...));
}
/// Counts the values of x in each of `bins` bins of equal width from lo to hi. Values outside, and NaN, are not
/// counted.
template <AnyTensorial X, AnyTensorial... W>
  requires(sizeof...(W) <= 1 && detail::UntypedOperands<X, W...>)
[[nodiscard]] WEFT_FN any_histogram histogram(X&& x, index_t bins, double lo, double hi, W&&... weights) {
  return detail::untyped_histogram(any_expr<>(static_cast<X&&>(x)), detail::untyped_bins{bins, false, lo, hi},
                                   detail::weights_untyped(any_expr<>(static_cast<W&&>(weights))...));
}
/// Counts the values of x in each bin between two neighbours of `edges`. Throws error unless the edges ascend. Finds
/// the bin of a value by bisection.
template <AnyTensorial X, AnyTensorial E, AnyTensorial... W>
  requires(sizeof...(W) <= 1 && detail::UntypedOperands<X, E, W...>)
[[nodiscard]] WEFT_FN any_histogram histogram(X&& x, E&& edges, W&&... weights) {
  return detail::untyped_histogram(any_expr<>(static_cast<X&&>(x)), any_expr<>(static_cast<E&&>(edges)),
                                   detail::weights_untyped(any_expr<>(static_cast<W&&>(weights))...));
}

/// Counts the pairs of elements of x and y in each bin of a grid: auto [counts, u, v] = histogram2d(x, y, 10, 20). The
/// bins of a coordinate are given as a number of bins of equal width from its smallest value to its largest, or as a
/// vector of edges that ascend. A last argument gives each pair a weight. Throws the errors of histogram, and
/// shape_error if x and y differ in size.
template <AnyTensorial X, AnyTensorial Y, AnyOperand B, AnyOperand C, AnyTensorial... W>
  requires(sizeof...(W) <= 1 && detail::UntypedOperands<X, Y, B, C, W...>)
[[nodiscard]] WEFT_FN any_histogram2d histogram2d(X&& x, Y&& y, B const& x_bins, C const& y_bins, W&&... weights) {
  return detail::untyped_histogram2d(any_expr<>(static_cast<X&&>(x)), any_expr<>(static_cast<Y&&>(y)),
                                     detail::untyped_axis_bins(x_bins), detail::untyped_axis_bins(y_bins),
                                     detail::weights_untyped(any_expr<>(static_cast<W&&>(weights))...));
}
/// Returns the number of the bin of each value, in int64, for edges that ascend or descend, as for typed operands. With
/// side::right a bin contains its larger edge in place of its smaller one. Throws error if the edges are not in order.
template <class X, class E>
  requires detail::UntypedTensors<X, E>
[[nodiscard]] WEFT_FN any_tensor digitize(X&& x, E&& edges, side closed = side()) {
  return detail::untyped_digitize(any_expr<>(static_cast<X&&>(x)), any_expr<>(static_cast<E&&>(edges)),
                                  closed != side());
}

/// Returns the covariance matrix of the variables of a matrix whose observations lie along `axis`: cov(u, 0) if each
/// row is an observation. The sums are divided by the number of observations less `off`, by default 1. The result is
/// double for integers.
template <Untyped X, detail::Axis A>
[[nodiscard]] WEFT_FN any_tensor cov(X const& x, A axis, ddof off = ddof(1)) {
  return detail::untyped_cov(x, nullptr, static_cast<index_t>(axis), off.taken);
}
/// Returns the 2 x 2 covariance matrix of two vectors of the same length.
template <class X, class Y>
  requires detail::UntypedTensors<X, Y>
[[nodiscard]] WEFT_FN any_tensor cov(X&& x, Y&& y, ddof off = ddof(1)) {
  any_expr<> const other(static_cast<Y&&>(y));
  return detail::untyped_cov(any_expr<>(static_cast<X&&>(x)), &other, 1, off.taken);
}
/// Returns the correlation matrix of the variables of a matrix whose observations lie along `axis`.
template <Untyped X, detail::Axis A>
[[nodiscard]] WEFT_FN any_tensor corrcoef(X const& x, A axis) {
  return detail::untyped_corrcoef(x, nullptr, static_cast<index_t>(axis));
}
/// Returns the 2 x 2 correlation matrix of two vectors of the same length.
template <class X, class Y>
  requires detail::UntypedTensors<X, Y>
[[nodiscard]] WEFT_FN any_tensor corrcoef(X&& x, Y&& y) {
  any_expr<> const other(static_cast<Y&&>(y));
  return detail::untyped_corrcoef(any_expr<>(static_cast<X&&>(x)), &other, 1);
}

/// Returns how often each integer 0, 1, ... occurs in x: a vector of int64 that reaches to the largest integer and has
/// at least min_length elements. Throws error for a negative integer, and dtype_error for floating and complex
/// elements.
template <Untyped X>
[[nodiscard]] WEFT_FN any_tensor bincount(X const& x, index_t min_length = 0) {
  return detail::untyped_bincount(x, nullptr, min_length);
}
/// Returns for each integer the sum of the weights of its elements, in double.
template <class X, class W>
  requires detail::UntypedTensors<X, W>
[[nodiscard]] WEFT_FN any_tensor bincount(X&& x, W&& weights, index_t min_length = 0) {
  return detail::untyped_bincount(any_expr<>(static_cast<X&&>(x)),
                                  detail::weights_untyped(any_expr<>(static_cast<W&&>(weights))), min_length);
}

} // namespace weft
