#pragma once
#include <weft/ops/statistics.hpp>

// Reducers that ignore NaN.
namespace weft::reducer {

template <class T>
WEFT_INLINE bool has_nan(T const& x) {
  if constexpr (is_complex<T>)
    return op::is_nan(x.real()) || op::is_nan(x.imag());
  else
    return op::is_nan(x);
}
template <class T>
WEFT_INLINE bool has_nan(detail::numbered<T> const& x) {
  return has_nan(x.value);
}

/// The reducer R of the values that are not NaN. If all values are NaN and R of no values is an error, the result is
/// NaN; reducers whose result is an index throw an error instead.
template <class R>
struct skipping_nan : R {
  static constexpr bool total = !requires { R::accepts_numbers; };
  static void gradient() = delete; // deleted, because the gradient of R would count NaN as values
  struct accumulator {
    typename R::accumulator of;
    index_t n;
  };
  WEFT_INLINE accumulator start() const { return {R::start(), 0}; }
  template <class T>
  WEFT_INLINE void add(accumulator& a, T const& x) const {
    if (has_nan(x))
      return;
    R::add(a.of, x);
    ++a.n;
  }
  WEFT_INLINE void merge(accumulator& a, accumulator const& b) const {
    R::merge(a.of, b.of);
    a.n += b.n;
  }
  WEFT_INLINE auto finish(accumulator const& a, index_t) const {
    using result = decltype(R::finish(a.of, a.n));
    if constexpr (requires { R::accepts_numbers; }) {
      if (a.n == 0)
        detail::throw_error(R::name_without_nan, "every value is NaN");
    } else if constexpr (!R::has_identity && is_number<result>) {
      if (a.n == 0)
        return static_cast<result>(std::numeric_limits<detail::real_t<result>>::quiet_NaN());
    }
    return R::finish(a.of, a.n);
  }
  template <class Result>
  WEFT_INLINE bool doubts(accumulator const& a, Result const& result) const
    requires(detail::fold_pass<R>::may_repeat)
  {
    return a.n != 0 && R::doubts(a.of, result);
  }
  template <class Result>
  WEFT_INLINE void mend(Result& result, accumulator const& a, index_t) const
    requires(detail::fold_pass<R>::may_repeat)
  {
    if (a.n != 0)
      R::mend(result, a.of, a.n);
  }
};
template <class T>
struct nan_sum : skipping_nan<sum<T>> {
  static constexpr char const* name = "nan_sum";
  WEFT_INLINE static constexpr auto gradient(auto const& x, auto const&, auto const& g, index_t, auto const&) {
    return where(isnan(x), T(0), g);
  }
};
template <class T>
struct nan_prod : skipping_nan<prod<T>> {
  static constexpr char const* name = "nan_prod";
};
template <class T>
struct nan_mean : skipping_nan<mean<T>> {
  static constexpr char const* name = "nan_mean";
  WEFT_INLINE static constexpr auto gradient(auto const& x, auto const&, auto const& g, index_t, auto const& fold) {
    auto const counted = where(isnan(x), T(0), one_like(x));
    return handed(g, counted / fold(sum<T>(), counted));
  }
};
/// Returns (x - mean) / (number of values - taken) for each value x, and 0 for NaN.
template <class T>
WEFT_INLINE constexpr auto deviations_by_count(auto const& x, index_t taken, auto const& fold) {
  auto const counted = where(isnan(x), T(0), one_like(x));
  return where(isnan(x), T(0), (x - fold(nan_mean<T>(), x)) / (fold(sum<T>(), counted) - static_cast<T>(taken)));
}
template <class T>
struct nan_var : skipping_nan<var<T>> {
  static constexpr char const* name = "nan_var";
  WEFT_INLINE constexpr auto gradient(auto const& x, auto const&, auto const& g, index_t, auto const& fold) const {
    return handed(g, T(2) * deviations_by_count<T>(x, this->options / 2, fold));
  }
};
template <class T>
struct nan_stddev : skipping_nan<stddev<T>> {
  static constexpr char const* name = "nan_stddev";
  WEFT_INLINE constexpr auto gradient(auto const& x, auto const& r, auto const& g, index_t, auto const& fold) const {
    auto const slope = detail::make_binary<op::fraction_of>(deviations_by_count<T>(x, this->options / 2, fold), r);
    return handed(g, where(isnan(x), T(0), slope));
  }
};
template <class T>
struct nan_min : skipping_nan<min<T>> {
  static constexpr char const* name = "nan_min";
  WEFT_INLINE static constexpr auto gradient(auto const& x, auto const&, auto const& g, index_t, auto const& fold) {
    return min<T>::shared(x, fold(nan_min(), x), g, fold);
  }
};
template <class T>
struct nan_max : skipping_nan<max<T>> {
  static constexpr char const* name = "nan_max";
  WEFT_INLINE static constexpr auto gradient(auto const& x, auto const&, auto const& g, index_t, auto const& fold) {
    return max<T>::shared(x, fold(nan_max(), x), g, fold);
  }
};
template <class T>
struct nan_argmin : skipping_nan<argmin<T>> {
  static constexpr char const* name = "nan_argmin";
};
template <class T>
struct nan_argmax : skipping_nan<argmax<T>> {
  static constexpr char const* name = "nan_argmax";
};

} // namespace weft::reducer
