#pragma once
#include <weft/eval/assign.hpp>
#include <weft/ops/reduction.hpp>
#include <weft/ops/statistics.hpp>

namespace weft {

/// Where a quantile lies between two values of a sample: the nine definitions of R. J. Hyndman and Y. Fan, Sample
/// quantiles in statistical packages, 1996, in their order, and four more; the names are NumPy's.
enum class quantile_method : unsigned char {
  inverted_cdf,
  averaged_inverted_cdf,
  closest_observation,
  interpolated_inverted_cdf,
  hazen,
  weibull,
  linear,
  median_unbiased,
  normal_unbiased,
  lower,
  higher,
  midpoint,
  nearest
};

namespace detail {

struct quantile_request {
  char const* operation;
  double q;
  bool skips_nan;
  quantile_method method = quantile_method::linear;
};

WEFT_API void check_quantile(quantile_request const& wanted);
/// The quantile of each of `lines` lines of n > 0 values, which are put into another order.
WEFT_API void find_quantiles(quantile_request const& wanted, float* values, index_t lines, index_t n, float* out);
WEFT_API void find_quantiles(quantile_request const& wanted, double* values, index_t lines, index_t n, double* out);
WEFT_API void find_quantiles(quantile_request const& wanted, long double* values, index_t lines, index_t n,
                             long double* out);

/// The values of e are copied, each line without gaps; e is read once.
template <class T, class E>
WEFT_FN void quantiles(quantile_request const& wanted, E const& e, unsigned reduced, T* out, session& s) {
  using place = layout<typename E::extents_type, strided>;
  auto const& whole = e.extents();
  auto steps = convert_extents<typename place::strides_type>(whole);
  index_t run = 1, n = 1;
  for (const bool goes : {true, false}) {
    for (int k = whole.rank() - 1; k >= 0; --k)
      if (((reduced >> k & 1u) != 0) == goes) {
        steps.set(k, run);
        run *= whole[k];
      }
    n = goes ? run : n;
  }
  index_t lines = 1;
  for (int k = 0; k < whole.rank(); ++k)
    lines *= (reduced >> k & 1u) != 0 ? 1 : whole[k];
  if (lines == 0)
    return;
  if (n == 0)
    throw_shape_reason(wanted.operation, "nothing to reduce: the axes have extent 0, and there is no result for that");
  const auto values = new_temporary<T>(weft::shape(run), s);
  assign(strided_leaf<T, place>(values.data, place(whole, steps), {}), e, s);
  if (!s.dry())
    find_quantiles(wanted, values.data, lines, n, out);
}

template <class E, class Extents>
struct quantile_operation {
  using value_type = reducer::mean_t<typename E::value_type>;
  using extents_type = Extents;
  E operand;
  [[no_unique_address]] Extents shape_;
  unsigned reduced;
  quantile_request wanted;

  WEFT_INLINE quantile_operation(E e, Extents const& left, unsigned axes, quantile_request const& w)
      : operand(static_cast<E&&>(e)), shape_(left), reduced(axes), wanted(w) {}
  WEFT_INLINE quantile_operation(quantile_operation const&) = default;
  WEFT_INLINE quantile_operation(quantile_operation&&) = default;
  WEFT_INLINE quantile_operation& operator=(quantile_operation const&) = default;
  WEFT_INLINE quantile_operation& operator=(quantile_operation&&) = default;
  WEFT_INLINE ~quantile_operation() = default;
  WEFT_INLINE Extents const& extents() const { return shape_; }
  template <class Target>
  WEFT_FN void evaluate(Target const& target, session& s) const {
    quantiles(wanted, operand, reduced, target.data, s);
  }
};

template <class A>
concept QuantileArgument = AxisArgument<A> || std::same_as<A, quantile_method>;

WEFT_INLINE void tell(quantile_request& wanted, quantile_method m) {
  wanted.method = m;
}
template <AxisArgument A>
WEFT_INLINE void tell(quantile_request&, A) {}

template <class X, class... A>
WEFT_FN auto quantile_by(quantile_request wanted, X&& x, A... arguments) {
  static_assert(std::is_arithmetic_v<value_t<X>>, "weft: a quantile is taken of real numbers");
  (tell(wanted, arguments), ...);
  check_quantile(wanted);
  auto e = capture(static_cast<X&&>(x));
  using E = decltype(e);
  using named = reduction_axes<axis_arguments<A...>>;
  if constexpr (axis_arguments<A...>::count == 0) {
    session s;
    reducer::mean_t<value_t<X>> out;
    quantiles(wanted, e, ~0u, &out, s);
    return out;
  } else {
    using left = decltype(reduced_type<typename E::extents_type, named>());
    unsigned bits = 0;
    (name_axes(wanted.operation, bits, arguments, e.extents().rank()), ...);
    const left shape = reduced_extents<left>(e.extents(), bits, named::keep);
    return make_deferred(quantile_operation<E, left>(std::move(e), shape, bits, wanted));
  }
}

} // namespace detail

/// The value below which the part q (0 to 1) of x lies, by linear interpolation or the method given: of everything, or
/// lazily over axes, as in quantile(x, 0.9, 0, quantile_method::hazen, keep_dims). double for integers; NaN if there is
/// one. Copies x once; the time grows linearly. shape_error for nothing.
template <Tensorial X, detail::QuantileArgument... A>
WEFT_INLINE auto quantile(X&& x, double q, A... arguments) {
  return detail::quantile_by({"quantile", q, false}, static_cast<X&&>(x), arguments...);
}
/// The value in the middle, or the mean of the two there: the quantile 0.5.
template <Tensorial X, detail::AxisArgument... A>
WEFT_INLINE auto median(X&& x, A... axes) {
  return detail::quantile_by({"median", 0.5, false}, static_cast<X&&>(x), axes...);
}
/// The same without the values that are NaN; NaN where all are.
template <Tensorial X, detail::QuantileArgument... A>
WEFT_INLINE auto nan_quantile(X&& x, double q, A... arguments) {
  return detail::quantile_by({"nan_quantile", q, true}, static_cast<X&&>(x), arguments...);
}
/// The median of the values that are not NaN; NaN where all are.
template <Tensorial X, detail::AxisArgument... A>
WEFT_INLINE auto nan_median(X&& x, A... axes) {
  return detail::quantile_by({"nan_median", 0.5, true}, static_cast<X&&>(x), axes...);
}

} // namespace weft
