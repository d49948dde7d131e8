#pragma once
#include <weft/eval/assign.hpp>
#include <weft/ops/reduction.hpp>
#include <weft/ops/statistics.hpp>

namespace weft {

/// How a quantile that lies between two values of a sample is computed: the nine definitions of R. J. Hyndman and Y.
/// Fan, Sample quantiles in statistical packages, 1996, in their order, and four more. The names are NumPy's.
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
  bool skips_nan;
  quantile_method method = quantile_method::linear;
};

WEFT_API void check_quantiles(quantile_request const& wanted, double const* q, index_t count);
/// Computes the quantile q of each of `lines` lines of n > 0 values. The values are put into another order.
WEFT_API void find_quantiles(quantile_request const& wanted, double q, float* values, index_t lines, index_t n,
                             float* out);
WEFT_API void find_quantiles(quantile_request const& wanted, double q, double* values, index_t lines, index_t n,
                             double* out);
WEFT_API void find_quantiles(quantile_request const& wanted, double q, long double* values, index_t lines, index_t n,
                             long double* out);

/// Access to the values of q: one number, or several as a strided operand.
WEFT_INLINE index_t count_of_fractions(double) {
  return 1;
}
WEFT_INLINE double const* fractions_of(double const& q) {
  return &q;
}
template <class L>
WEFT_INLINE index_t count_of_fractions(L const& q) {
  return q.place.extent(0);
}
template <class L>
WEFT_INLINE double const* fractions_of(L const& q) {
  return q.data;
}

/// The lines of an operand that are reduced to one result each, as to a quantile: `count` lines of `length` elements.
/// `place` is a layout for a copy of the operand in which the elements of each line are contiguous.
template <class Extents>
struct reduced_lines {
  using place_type = layout<Extents, strided>;
  index_t count = 1, length = 1;
  place_type place;

  WEFT_FN reduced_lines(Extents const& whole, unsigned reduced) {
    auto steps = convert_extents<typename place_type::strides_type>(whole);
    index_t run = 1;
    for (bool const goes : {true, false}) {
      for (int k = whole.rank() - 1; k >= 0; --k)
        if (((reduced >> k & 1u) != 0) == goes) {
          steps.set(k, run);
          run *= whole[k];
        }
      length = goes ? run : length;
    }
    for (int k = 0; k < whole.rank(); ++k)
      count *= (reduced >> k & 1u) != 0 ? 1 : whole[k];
    place = place_type(whole, steps);
  }
  /// Copies the elements of e, so that each line is contiguous. Each element of e is read once.
  template <class T, class E>
  WEFT_FN auto copied(E const& e, session& s) const {
    auto values = new_temporary<T>(weft::shape(count * length), s);
    assign(strided_leaf<T, place_type>(values.data, place, {}), e, s);
    return values;
  }
};

/// Writes the quantiles of all lines. The results for one q are contiguous.
template <class T, class E, class Q>
WEFT_FN void quantiles(quantile_request const& wanted, Q const& q, E const& e, unsigned reduced, T* out, session& s) {
  reduced_lines<typename E::extents_type> const lines(e.extents(), reduced);
  if (lines.count == 0)
    return;
  if (lines.length == 0)
    throw_shape_reason(wanted.operation, "nothing to reduce: the axes have extent 0, and there is no result for that");
  auto const values = lines.template copied<T>(e, s);
  compute(s, [&] {
    for (index_t j = 0; j < count_of_fractions(q); ++j)
      find_quantiles(wanted, fractions_of(q)[j], values.data, lines.count, lines.length, out + j * lines.count);
  });
}

/// The operation that computes quantiles of the lines of an operand: for one q, or for each q of a vector in memory,
/// which is a second operand.
template <class T, class Extents>
struct quantile_operation : result_of<T, Extents> {
  static constexpr deferred_traits traits{};

  unsigned reduced;
  quantile_request wanted;
  double fraction; ///< used if q is one number

  template <class Target, class E>
  WEFT_FN void evaluate(Target const& target, session& s, E const& operand) const {
    quantiles(wanted, fraction, operand, reduced, target.data, s);
  }
  template <class Target, class E, class Q>
  WEFT_FN void evaluate(Target const& target, session& s, E const& operand, Q const& fractions) const {
    quantiles(wanted, fractions, operand, reduced, target.data, s);
  }
};
template <class E, class Extents>
WEFT_FN auto make_quantile(quantile_request const& wanted, double q, E e, Extents const& left, unsigned reduced) {
  using operation = quantile_operation<reducer::mean_t<typename E::value_type>, Extents>;
  return make_deferred(wanted.operation, operation{{}, reduced, wanted, q}, left, static_cast<E&&>(e));
}
template <class E, class Extents, class Q>
WEFT_FN auto make_quantile(quantile_request const& wanted, Q q, E e, Extents const& left, unsigned reduced) {
  using operation = quantile_operation<reducer::mean_t<typename E::value_type>, Extents>;
  return make_deferred(wanted.operation, operation{{}, reduced, wanted, 0}, left, static_cast<E&&>(e),
                       static_cast<Q&&>(q));
}

template <class A>
concept QuantileArgument = AxisArgument<A> || std::same_as<A, quantile_method>;

WEFT_INLINE void tell(quantile_request& wanted, quantile_method m) {
  wanted.method = m;
}
template <AxisArgument A>
WEFT_INLINE void tell(quantile_request&, A) {}

/// Returns the shape of the results for several q: a first axis of `count`, then the shape of one result.
template <class To, Shape S>
WEFT_FN To shape_of_fractions(index_t count, S const& each) {
  dynamic_extents out(check_rank(each.rank() + 1));
  out.set(0, count);
  for (int k = 0; k < each.rank(); ++k)
    out.set(k + 1, each[k]);
  return convert_extents<To>(out);
}

template <class Q, class X, class... A>
WEFT_FN auto quantile_by(quantile_request wanted, Q q, X&& x, A... arguments) {
  static_assert(std::is_arithmetic_v<value_t<X>> || is_half<value_t<X>>, "weft: a quantile is taken of real numbers");
  constexpr bool is_list = !std::same_as<Q, double>;
  (tell(wanted, arguments), ...);
  check_quantiles(wanted, fractions_of(q), count_of_fractions(q));
  auto e = capture(static_cast<X&&>(x));
  using E = decltype(e);
  using named = reduction_axes<axis_arguments<A...>>;
  constexpr bool of_all = axis_arguments<A...>::count == 0;
  if constexpr (of_all && !is_list && is_followed<E>) {
    return make_quantile(wanted, q, std::move(e), extents<>{}, ~0u);
  } else if constexpr (of_all && !is_list) {
    session s;
    reducer::mean_t<value_t<X>> out;
    quantiles(wanted, q, e, ~0u, &out, s);
    return out;
  } else if constexpr (of_all) {
    auto const shape = shape_of_fractions<dims<1>>(count_of_fractions(q), extents<>{});
    return make_quantile(wanted, std::move(q), std::move(e), shape, ~0u);
  } else {
    using left = decltype(reduced_type<typename E::extents_type, named>());
    unsigned bits = 0;
    (name_axes(wanted.operation, bits, arguments, e.extents().rank()), ...);
    left const each = reduced_extents<left>(e.extents(), bits, named::keep);
    if constexpr (is_list) {
      using shape = dims < left::static_rank<0 ? -1 : left::static_rank + 1>;
      shape const whole = shape_of_fractions<shape>(count_of_fractions(q), each);
      return make_quantile(wanted, std::move(q), std::move(e), whole, bits);
    } else {
      return make_quantile(wanted, q, std::move(e), each, bits);
    }
  }
}
template <class Q>
concept QuantileParts = std::convertible_to<Q, double> || (Tensorial<Q> && std::is_arithmetic_v<value_t<Q>>);

/// Returns q as a number, or the elements of a vector q, which is evaluated at once.
template <class Q>
WEFT_FN auto fractions_from(Q const& q) {
  if constexpr (!Tensorial<Q>) {
    return static_cast<double>(q);
  } else {
    static_assert(rank_of<Q> < 0 || rank_of<Q> == 1, "weft: quantile: several q are a vector");
    refuse_followed<Q>();
    auto const e = capture(q);
    if (e.rank() != 1)
      throw_shape_reason("quantile", "several q are a vector");
    session s;
    auto values = new_temporary<double>(convert_extents<dims<1>>(e.extents()), s);
    assign(values.template borrowed<double>(), e, s);
    return std::move(values).to_read();
  }
}

} // namespace detail

/// Returns the value below which the part q (0 to 1) of x lies, by linear interpolation or by the given method. It is
/// one value for all of x; over axes it is lazy, as in quantile(x, 0.9, 0, quantile_method::hazen, keep_dims). double
/// for integers; NaN if an element is NaN. A vector of several q gives a tensor, lazily, whose first axis has the
/// extent of q. x is copied once; the time grows linearly with its size. Throws shape_error for no elements. For
/// variables, equal elements share the gradient, as for max.
template <Tensorial X, detail::QuantileParts Q, detail::QuantileArgument... A>
[[nodiscard]] WEFT_INLINE auto quantile(X&& x, Q const& q, A... arguments) {
  return detail::quantile_by({"quantile", false}, detail::fractions_from(q), static_cast<X&&>(x), arguments...);
}
/// Returns the quantile p / 100: the value below which p per cent (0 to 100) of x lie. It has the arguments of
/// quantile.
template <Tensorial X, detail::QuantileParts P, detail::QuantileArgument... A>
[[nodiscard]] WEFT_INLINE auto percentile(X&& x, P const& p, A... arguments) {
  return detail::quantile_by({"percentile", false}, detail::fractions_from(p / 100.0), static_cast<X&&>(x),
                             arguments...);
}
/// Returns the middle value, or the mean of the two middle values: the quantile 0.5.
template <Tensorial X, detail::AxisArgument... A>
[[nodiscard]] WEFT_INLINE auto median(X&& x, A... axes) {
  return detail::quantile_by({"median", false}, 0.5, static_cast<X&&>(x), axes...);
}
/// Returns the quantile of the elements that are not NaN; NaN if all are.
template <Tensorial X, detail::QuantileParts Q, detail::QuantileArgument... A>
[[nodiscard]] WEFT_INLINE auto nan_quantile(X&& x, Q const& q, A... arguments) {
  return detail::quantile_by({"nan_quantile", true}, detail::fractions_from(q), static_cast<X&&>(x), arguments...);
}
/// Returns the median of the elements that are not NaN; NaN if all are.
template <Tensorial X, detail::AxisArgument... A>
[[nodiscard]] WEFT_INLINE auto nan_median(X&& x, A... axes) {
  return detail::quantile_by({"nan_median", true}, 0.5, static_cast<X&&>(x), axes...);
}

} // namespace weft
