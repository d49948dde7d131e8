#pragma once
#include <weft/grad/dual.hpp>
#include <weft/ops/statistics.hpp>

// Reducers of duals whose partial results are no duals: they hold a partial result of the values, and tangents beside
// it.
namespace weft::reducer {

/// Finds the directions k along which a value has a tangent that is not 0: there along[k] != 0. `along` is a sum,
/// because the loop of a sum uses vector instructions.
template <class D>
struct moving_tangents {
  template <class T>
  WEFT_INLINE constexpr void note(T const&) {}
};
template <class T, int N>
struct moving_tangents<grad::dual<T, N>> {
  detail::plain_t<T> along[std::size_t(N)];
  moving_tangents<T> below;

  WEFT_INLINE constexpr void note(grad::dual<T, N> const& x) {
    for (int k = 0; k < N; ++k)
      if constexpr (detail::is_dual<T>)
        along[k] += detail::plain_t<T>(detail::is_still(x.tangent[k]) ? 0 : 1);
      else
        along[k] += x.tangent[k] < 0 ? -x.tangent[k] : x.tangent[k];
    below.note(x.value);
  }
  WEFT_INLINE constexpr void note(moving_tangents const& other) {
    for (int k = 0; k < N; ++k)
      along[k] += other.along[k];
    below.note(other.below);
  }
};

/// Returns the norm of duals at 0, where it has no derivative. By convention its tangents are 0 there, and the tangents
/// of the tangents, which are second derivatives, are NaN. In a recorded statement over variables of duals (`recorded`)
/// the tangents are NaN too: a gradient that depends on the norm must not look like the gradient 0 of a branch that is
/// not taken.
template <class T, int N>
WEFT_INLINE constexpr grad::dual<T, N> length_at_kink(T const& value, moving_tangents<grad::dual<T, N>> const& moves,
                                                      bool recorded) {
  T const nan(std::numeric_limits<detail::plain_t<T>>::quiet_NaN());
  grad::dual<T, N> r;
  r.value = value;
  for (int k = 0; k < N; ++k)
    if (moves.along[k] != 0) {
      if constexpr (detail::is_dual<T>)
        for (int j = 0; j < T::tangents; ++j)
          r.tangent[k].tangent[j] = moves.below.along[j] != 0 ? nan.value : r.tangent[k].tangent[j];
      if (recorded)
        r.tangent[k] = nan;
    }
  return r;
}

/// The norm of duals. Its tangent is the sum of value times tangent over all elements, divided by the norm.
template <class T, int N>
struct norm<grad::dual<T, N>> {
  static constexpr char const* name = "norm";
  static constexpr bool has_identity = true, total = true;
  index_t is_recorded = 0;
  WEFT_INLINE static constexpr auto gradient(auto const& x, auto const& r, auto const& g, index_t, auto const&) {
    return handed(g, detail::make_binary<op::fraction_of>(x, r));
  }
  struct accumulator {
    typename norm<T>::accumulator values;
    T along[std::size_t(N)];
    moving_tangents<grad::dual<T, N>> moves;
  };
  WEFT_INLINE constexpr accumulator start() const { return {norm<T>().start(), {}, {}}; }
  WEFT_INLINE constexpr void add(accumulator& a, grad::dual<T, N> const& x) const {
    norm<T>().add(a.values, x.value);
    for (int k = 0; k < N; ++k)
      a.along[k] += x.value * x.tangent[k];
    a.moves.note(x);
  }
  WEFT_INLINE constexpr void merge(accumulator& a, accumulator const& b) const {
    norm<T>().merge(a.values, b.values);
    for (int k = 0; k < N; ++k)
      a.along[k] += b.along[k];
    a.moves.note(b.moves);
  }
  WEFT_INLINE constexpr grad::dual<T, N> finish(accumulator const& a, index_t count) const {
    grad::dual<T, N> r;
    r.value = norm<T>().finish(a.values, count);
    if (r.value == 0)
      return length_at_kink<T, N>(r.value, a.moves, is_recorded != 0);
    for (int k = 0; k < N; ++k)
      r.tangent[k] = a.along[k] / r.value;
    return r;
  }
};

/// The standard deviation of duals: the root of the variance. If the variance is 0, length_at_kink gives the result.
template <class T, int N>
struct stddev<grad::dual<T, N>> : var<grad::dual<T, N>> {
  static constexpr char const* name = "stddev";
  using D = grad::dual<T, N>;
  using base = var<D>;
  index_t is_recorded = 0; ///< as wide as `options`, so without padding: reducers are compared by their bytes
  WEFT_INLINE constexpr auto gradient(auto const& x, auto const& r, auto const& g, index_t n, auto const& fold) const {
    T const share = T(1) / static_cast<T>(n - this->options / 2);
    return handed(g, D(share) * detail::make_binary<op::fraction_of>(x - fold(mean<D>(), x), r));
  }
  struct accumulator {
    typename base::accumulator values;
    moving_tangents<grad::dual<T, N>> moves;
  };
  WEFT_INLINE constexpr accumulator start() const { return {base::start(), {}}; }
  WEFT_INLINE constexpr void add(accumulator& a, D const& x) const {
    base::add(a.values, x);
    a.moves.note(x);
  }
  WEFT_INLINE constexpr void merge(accumulator& a, accumulator const& b) const {
    base::merge(a.values, b.values);
    a.moves.note(b.moves);
  }
  WEFT_INLINE constexpr D finish(accumulator const& a, index_t count) const {
    D const squares = base::finish(a.values, count);
    return squares == 0 ? length_at_kink<T, N>(squares.value, a.moves, is_recorded != 0) : op::sqrt{}(squares);
  }
};

/// The smallest (largest) value of duals. If several elements have that value, the tangent is the mean of their
/// tangents, as each gets an equal share of a gradient.
template <class T, int N, bool Smallest>
struct extreme_of_duals {
  using D = grad::dual<T, N>;
  static constexpr bool has_identity = false, total = true;
  struct accumulator {
    D best; ///< the extreme so far; its tangents are sums over equal elements
    detail::plain_t<T> equal;
  };
  WEFT_INLINE constexpr accumulator start() const { return {extreme<D, Smallest>{}.start(), 0}; }
  WEFT_INLINE constexpr void add(accumulator& a, D const& x) const {
    if (!(Smallest ? a.best < x : x < a.best))
      merge(a, {x, 1});
  }
  WEFT_INLINE constexpr void merge(accumulator& a, accumulator const& b) const {
    bool const worse = Smallest ? b.best < a.best : a.best < b.best;
    if (a.equal == 0 || (!isnan(a.best) && (worse || isnan(b.best)))) {
      a = b.equal == 0 ? a : b;
    } else if (b.equal != 0 && a.best == b.best) {
      join_tangents(a.best, b.best, 1);
      a.equal += b.equal;
    }
  }
  WEFT_INLINE constexpr D finish(accumulator const& a, index_t) const {
    D r = a.best;
    if (a.equal > 1)
      join_tangents(r, D(0), 1 / a.equal);
    return r;
  }
  static constexpr bool gradient_compares = true;
  WEFT_INLINE static constexpr auto gradient(auto const& x, auto const& r, auto const& g, index_t n, auto const& fold) {
    return extreme<D, Smallest>::gradient(x, r, g, n, fold);
  }
  WEFT_INLINE static constexpr auto shared(auto const& x, auto const& value, auto const& g, auto const& fold) {
    return extreme<D, Smallest>::shared(x, value, g, fold);
  }

private:
  /// Adds the tangents of b to the tangents of a, at all levels, and multiplies the sums by `share`. The plain value of
  /// a does not change.
  template <class X>
  WEFT_INLINE static constexpr void join_tangents(X& a, X const& b, detail::plain_t<T> share) {
    if constexpr (detail::is_dual<X>) {
      join_tangents(a.value, b.value, share);
      for (int k = 0; k < X::tangents; ++k)
        a.tangent[k] = (a.tangent[k] + b.tangent[k]) * share;
    }
  }
};
template <class T, int N>
struct min<grad::dual<T, N>> : extreme_of_duals<T, N, true> {
  static constexpr char const* name = "min";
};
template <class T, int N>
struct max<grad::dual<T, N>> : extreme_of_duals<T, N, false> {
  static constexpr char const* name = "max";
};
template <class T, int N>
struct minmax<grad::dual<T, N>> {
  static constexpr char const* name = "minmax";
  static constexpr bool has_identity = false, total = true;
  using D = grad::dual<T, N>;
  struct accumulator {
    typename min<D>::accumulator low;
    typename max<D>::accumulator high;
  };
  WEFT_INLINE constexpr accumulator start() const { return {min<D>{}.start(), max<D>{}.start()}; }
  WEFT_INLINE constexpr void add(accumulator& a, D const& x) const {
    min<D>{}.add(a.low, x);
    max<D>{}.add(a.high, x);
  }
  WEFT_INLINE constexpr void merge(accumulator& a, accumulator const& b) const {
    min<D>{}.merge(a.low, b.low);
    max<D>{}.merge(a.high, b.high);
  }
  WEFT_INLINE constexpr minmax_result<D, D> finish(accumulator const& a, index_t n) const {
    return {min<D>{}.finish(a.low, n), max<D>{}.finish(a.high, n)};
  }
};
template <class T, int N>
struct ptp<grad::dual<T, N>> : minmax<grad::dual<T, N>> {
  static constexpr char const* name = "ptp";
  using D = grad::dual<T, N>;
  using base = minmax<D>;
  WEFT_INLINE constexpr D finish(typename base::accumulator const& a, index_t n) const {
    auto const both = base::finish(a, n);
    return both.max - both.min;
  }
  static constexpr bool gradient_compares = true;
  WEFT_INLINE static constexpr auto gradient(auto const& x, auto const& r, auto const& g, index_t n, auto const& fold) {
    return max<D>::gradient(x, r, g, n, fold) - min<D>::gradient(x, r, g, n, fold);
  }
};

/// The logarithm of the sum of exponentials of duals. A constant added to all values is added to the result. So the
/// largest value is subtracted first, as a constant, and added at the end.
template <class T, int N>
struct logsumexp<grad::dual<T, N>> {
  static constexpr char const* name = "logsumexp";
  static constexpr bool has_identity = true, total = true;
  using D = grad::dual<T, N>;
  using number = detail::plain_t<T>;
  WEFT_INLINE static constexpr auto gradient(auto const& x, auto const& r, auto const& g, index_t, auto const&) {
    return handed(g, where(equal(r, nothing()), D(0), exp(x - r)));
  }
  struct accumulator {
    number top;
    D sum;
  };
  WEFT_INLINE constexpr accumulator start() const { return {nothing(), D(0)}; }
  WEFT_INLINE constexpr void add(accumulator& a, D const& x) const {
    number const top = detail::plain_value(x);
    merge(a, {top, op::is_infinite(top) ? D(1) : exp(x - top)});
  }
  WEFT_INLINE constexpr void merge(accumulator& a, accumulator const& b) const {
    number const higher = b.top - a.top, less = a.top == b.top ? number(1) : std::exp(higher < 0 ? higher : -higher);
    a = higher > 0 ? accumulator{b.top, a.sum * less + b.sum} : accumulator{a.top, a.sum + b.sum * less};
  }
  WEFT_INLINE constexpr D finish(accumulator const& a, index_t) const {
    return a.top == nothing() ? D(a.top) : a.top + log(a.sum);
  }

private:
  WEFT_INLINE static constexpr number nothing() { return -op::plus_infinity<number>(); }
};

} // namespace weft::reducer
