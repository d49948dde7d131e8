#pragma once
#include <weft/dynamic/any_tensor.hpp>
#include <weft/ops/quantile.hpp>

// Quantiles and counts of elements whose type is known at run time, by the names and with the errors of
// ops/quantile.hpp and histogram.hpp. Results are any_tensors, computed at once.
namespace weft {

/// counts(i), of int64 or the sums of weights in double, is of the values from edges(i) to edges(i + 1), without the
/// latter; the last bin has both its edges.
struct any_histogram {
  any_tensor counts, edges;
};
/// counts(i, j) is of the pairs whose first value lies in bin i between x_edges, and the second in bin j of y_edges.
struct any_histogram2d {
  any_tensor counts, x_edges, y_edges;
};
enum class side : unsigned char; // of ops/searchsorted.hpp

namespace detail {

[[nodiscard]] WEFT_API any_tensor untyped_quantile(quantile_request const& wanted, any_expr<> const& q,
                                                   any_expr<> const& x, untyped_reduction_arguments const& told);
/// Bins of one width, around all values or from lo to hi.
struct untyped_bins {
  index_t count;
  bool around;
  double lo = 0, hi = 0;
};
/// Null: no weights.
[[nodiscard]] WEFT_API any_histogram untyped_histogram(any_expr<> const& x, untyped_bins const& bins,
                                                       any_expr<> const* weights);
[[nodiscard]] WEFT_API any_histogram untyped_histogram(any_expr<> const& x, any_expr<> const& edges,
                                                       any_expr<> const* weights);
/// A number of bins, or, where that is negative, their edges.
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
/// The variables lie in the rows of x, or in its columns, or are x and y.
[[nodiscard]] WEFT_API any_tensor untyped_cov(any_expr<> const& x, any_expr<> const* y, index_t axis, index_t ddof);
[[nodiscard]] WEFT_API any_tensor untyped_corrcoef(any_expr<> const& x, any_expr<> const* y, index_t axis);
[[nodiscard]] WEFT_API any_tensor untyped_bincount(any_expr<> const& x, any_expr<> const* weights, index_t min_length);

template <class X, class... A>
WEFT_FN any_tensor quantile_untyped(quantile_request wanted, any_expr<> const& q, X const& x, A... arguments) {
  using named = reduction_axes<axis_arguments<A...>>; // refuses what is written wrongly
  any_expr<> const operand(x);
  untyped_reduction_arguments told;
  if constexpr (axes_fit<-1>(typename named::list{})) {
    auto const take = [&](auto argument) {
      if constexpr (std::same_as<decltype(argument), quantile_method>)
        wanted.method = argument;
      else
        add_argument(told, wanted.operation, argument, operand.rank());
    };
    (take(arguments), ...);
    if constexpr (axis_arguments<A...>::count == 0)
      told.axes = (1u << operand.rank()) - 1u;
  }
  return untyped_quantile(wanted, q, operand, told);
}
/// The weights that are there, or null.
WEFT_FN inline any_expr<> const* weights_untyped() {
  return nullptr;
}
WEFT_FN inline any_expr<> const* weights_untyped(any_expr<> const& w) {
  return &w;
}

} // namespace detail

/// The value below which the part q (0 to 1) of x lies, by linear interpolation or the method given: of everything, or
/// over axes, as in quantile(u, 0.9, 0, quantile_method::hazen, keep_dims). double for integers; NaN if there is one.
/// Several q, as a vector, are the first axis of the result. dtype_error for complex elements, shape_error for nothing.
template <AnyTensorial X, AnyOperand Q, detail::QuantileArgument... A>
  requires detail::UntypedOperands<X, Q>
[[nodiscard]] WEFT_FN any_tensor quantile(X&& x, Q const& q, A... arguments) {
  return detail::quantile_untyped({"quantile", false}, q, static_cast<X&&>(x), arguments...);
}
/// The quantile p / 100: the value below which p per cent of x lie, 0 to 100, with the arguments of quantile.
template <AnyTensorial X, AnyOperand P, detail::QuantileArgument... A>
  requires detail::UntypedOperands<X, P>
[[nodiscard]] WEFT_FN any_tensor percentile(X&& x, P const& p, A... arguments) {
  return detail::quantile_untyped({"percentile", false}, any_expr<>(p) / 100.0, static_cast<X&&>(x), arguments...);
}
/// The value in the middle, or the mean of the two there: the quantile 0.5.
template <Untyped X, detail::AxisArgument... A>
[[nodiscard]] WEFT_FN any_tensor median(X const& x, A... axes) {
  return detail::quantile_untyped({"median", false}, 0.5, x, axes...);
}
/// The quantile of the values that are not NaN; NaN where all are.
template <AnyTensorial X, AnyOperand Q, detail::QuantileArgument... A>
  requires detail::UntypedOperands<X, Q>
[[nodiscard]] WEFT_FN any_tensor nan_quantile(X&& x, Q const& q, A... arguments) {
  return detail::quantile_untyped({"nan_quantile", true}, q, static_cast<X&&>(x), arguments...);
}
/// The median of the values that are not NaN; NaN where all are.
template <Untyped X, detail::AxisArgument... A>
[[nodiscard]] WEFT_FN any_tensor nan_median(X const& x, A... axes) {
  return detail::quantile_untyped({"nan_median", true}, 0.5, x, axes...);
}

/// How many values of x lie in each of `bins` bins of one width, from the smallest value to the largest (NaN or
/// infinity among them: error): auto [counts, edges] = histogram(u, 20). A last argument gives each value a weight,
/// which is summed. Values and edges are compared as double. shape_error for less than one bin, dtype_error for complex
/// elements.
template <AnyTensorial X, AnyTensorial... W>
  requires(sizeof...(W) <= 1 && detail::UntypedOperands<X, W...>)
[[nodiscard]] WEFT_FN any_histogram histogram(X&& x, index_t bins, W&&... weights) {
  return detail::untyped_histogram(any_expr<>(static_cast<X&&>(x)), detail::untyped_bins{bins, true},
                                   detail::weights_untyped(any_expr<>(static_cast<W&&>(weights))...));
}
/// Bins from lo to hi; values outside, and NaN, are not counted.
template <AnyTensorial X, AnyTensorial... W>
  requires(sizeof...(W) <= 1 && detail::UntypedOperands<X, W...>)
[[nodiscard]] WEFT_FN any_histogram histogram(X&& x, index_t bins, double lo, double hi, W&&... weights) {
  return detail::untyped_histogram(any_expr<>(static_cast<X&&>(x)), detail::untyped_bins{bins, false, lo, hi},
                                   detail::weights_untyped(any_expr<>(static_cast<W&&>(weights))...));
}
/// Bins between edges that ascend (error if they do not), found by bisection.
template <AnyTensorial X, AnyTensorial E, AnyTensorial... W>
  requires(sizeof...(W) <= 1 && detail::UntypedOperands<X, E, W...>)
[[nodiscard]] WEFT_FN any_histogram histogram(X&& x, E&& edges, W&&... weights) {
  return detail::untyped_histogram(any_expr<>(static_cast<X&&>(x)), any_expr<>(static_cast<E&&>(edges)),
                                   detail::weights_untyped(any_expr<>(static_cast<W&&>(weights))...));
}

/// How many pairs of elements of x and y lie in each bin of a grid: auto [counts, u, v] = histogram2d(x, y, 10, 20).
/// For each coordinate the bins are a number of bins of one width, around all values, or a vector of edges that ascend.
/// A last argument gives each pair a weight. Errors as of histogram; shape_error where the numbers differ.
template <AnyTensorial X, AnyTensorial Y, AnyOperand B, AnyOperand C, AnyTensorial... W>
  requires(sizeof...(W) <= 1 && detail::UntypedOperands<X, Y, B, C, W...>)
[[nodiscard]] WEFT_FN any_histogram2d histogram2d(X&& x, Y&& y, B const& x_bins, C const& y_bins, W&&... weights) {
  return detail::untyped_histogram2d(any_expr<>(static_cast<X&&>(x)), any_expr<>(static_cast<Y&&>(y)),
                                     detail::untyped_axis_bins(x_bins), detail::untyped_axis_bins(y_bins),
                                     detail::weights_untyped(any_expr<>(static_cast<W&&>(weights))...));
}
/// The number, of int64, of the bin of each value, between edges that ascend or descend: as of typed operands. With
/// side::right the right edge belongs to a bin. error for edges in no order.
template <class X, class E>
  requires detail::UntypedTensors<X, E>
[[nodiscard]] WEFT_FN any_tensor digitize(X&& x, E&& edges, side closed = side()) {
  return detail::untyped_digitize(any_expr<>(static_cast<X&&>(x)), any_expr<>(static_cast<E&&>(edges)),
                                  closed != side());
}

/// The covariances of the variables of a matrix, whose observations lie along `axis`, as of typed ones: cov(u, 0) where
/// each row is an observation; divided by their number less one, unless ddof says otherwise. double for integers.
template <Untyped X, detail::Axis A>
[[nodiscard]] WEFT_FN any_tensor cov(X const& x, A axis, ddof off = ddof(1)) {
  return detail::untyped_cov(x, nullptr, static_cast<index_t>(axis), off.taken);
}
/// For two vectors of one length: the variances on the diagonal, the covariance beside it.
template <class X, class Y>
  requires detail::UntypedTensors<X, Y>
[[nodiscard]] WEFT_FN any_tensor cov(X&& x, Y&& y, ddof off = ddof(1)) {
  any_expr<> const other(static_cast<Y&&>(y));
  return detail::untyped_cov(any_expr<>(static_cast<X&&>(x)), &other, 1, off.taken);
}
/// The correlations of the variables of a matrix, in the same way.
template <Untyped X, detail::Axis A>
[[nodiscard]] WEFT_FN any_tensor corrcoef(X const& x, A axis) {
  return detail::untyped_corrcoef(x, nullptr, static_cast<index_t>(axis));
}
/// For two vectors of one length.
template <class X, class Y>
  requires detail::UntypedTensors<X, Y>
[[nodiscard]] WEFT_FN any_tensor corrcoef(X&& x, Y&& y) {
  any_expr<> const other(static_cast<Y&&>(y));
  return detail::untyped_corrcoef(any_expr<>(static_cast<X&&>(x)), &other, 1);
}

/// How often each integer 0, 1, ... occurs in x: int64 up to the largest one, and of min_length elements at least. A
/// negative one is an error, and dtype_error other elements.
template <Untyped X>
[[nodiscard]] WEFT_FN any_tensor bincount(X const& x, index_t min_length = 0) {
  return detail::untyped_bincount(x, nullptr, min_length);
}
/// The sum of the weights of each, in double.
template <class X, class W>
  requires detail::UntypedTensors<X, W>
[[nodiscard]] WEFT_FN any_tensor bincount(X&& x, W&& weights, index_t min_length = 0) {
  return detail::untyped_bincount(any_expr<>(static_cast<X&&>(x)),
                                  detail::weights_untyped(any_expr<>(static_cast<W&&>(weights))), min_length);
}

} // namespace weft
