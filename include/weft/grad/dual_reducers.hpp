#pragma once
#include <weft/grad/dual_functions.hpp>
#include <weft/ops/statistics.hpp>

// Reductions whose partial results are no duals: they are those of the values, with the tangents beside them.
namespace weft::reducer {

/// The tangent is that of each value times the value, over the norm; 0 where the norm is.
template <class T, int N>
struct norm<grad::dual<T, N>> {
  static constexpr char const* name = "norm";
  static constexpr bool has_identity = true, total = true;
  WEFT_INLINE static constexpr auto gradient(auto const& x, auto const& r, auto const& g, index_t, auto const&) {
    return where(equal(r, T(0)), grad::dual<T, N>(0), g * (x / r));
  }
  struct accumulator {
    typename norm<T>::accumulator values;
    T along[std::size_t(N)];
  };
  WEFT_INLINE constexpr accumulator start() const { return {norm<T>().start(), {}}; }
  WEFT_INLINE constexpr void add(accumulator& a, grad::dual<T, N> const& x) const {
    norm<T>().add(a.values, x.value);
    for (int k = 0; k < N; ++k)
      a.along[k] += x.value * x.tangent[k];
  }
  WEFT_INLINE constexpr void merge(accumulator& a, accumulator const& b) const {
    norm<T>().merge(a.values, b.values);
    for (int k = 0; k < N; ++k)
      a.along[k] += b.along[k];
  }
  WEFT_INLINE constexpr grad::dual<T, N> finish(accumulator const& a, index_t count) const {
    grad::dual<T, N> r;
    r.value = norm<T>().finish(a.values, count);
    for (int k = 0; k < N; ++k)
      r.tangent[k] = r.value == 0 ? T(0) : a.along[k] / r.value;
    return r;
  }
};

/// It changes as its values do together, so the largest is a constant number, taken off and added again.
template <class T, int N>
struct logsumexp<grad::dual<T, N>> {
  static constexpr char const* name = "logsumexp";
  static constexpr bool has_identity = true, total = true;
  using D = grad::dual<T, N>;
  using number = detail::plain_t<T>;
  WEFT_INLINE static constexpr auto gradient(auto const& x, auto const& r, auto const& g, index_t, auto const&) {
    return where(equal(r, nothing()), D(0), g * exp(x - r));
  }
  struct accumulator {
    number top;
    D sum;
  };
  WEFT_INLINE constexpr accumulator start() const { return {nothing(), D(0)}; }
  WEFT_INLINE constexpr void add(accumulator& a, D const& x) const {
    const number top = detail::plain_value(x);
    merge(a, {top, op::is_infinite(top) ? D(1) : exp(x - top)});
  }
  WEFT_INLINE constexpr void merge(accumulator& a, accumulator const& b) const {
    const number apart = b.top - a.top, less = a.top == b.top ? number(1) : std::exp(apart < 0 ? apart : -apart);
    a = apart > 0 ? accumulator{b.top, a.sum * less + b.sum} : accumulator{a.top, a.sum + b.sum * less};
  }
  WEFT_INLINE constexpr D finish(accumulator const& a, index_t) const {
    return a.top == nothing() ? D(a.top) : a.top + log(a.sum);
  }

private:
  WEFT_INLINE static constexpr number nothing() { return -op::plus_infinity<number>(); }
};

} // namespace weft::reducer
