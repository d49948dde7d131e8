#pragma once
#include <weft/eval/vector_math.hpp>
#include <weft/ops/classify.hpp>
#include <weft/ops/extremes.hpp>

// Reducers whose accumulators have several members.
namespace weft {

/// The number that a variance subtracts from the number of values to get its divisor: 1 for a sample. Numbers beyond
/// 2^61, of either sign, are cut to 2^61, which is more than there are values.
struct ddof {
  index_t taken;
  WEFT_INLINE constexpr explicit ddof(index_t n) : taken(n > most ? most : n < -most ? -most : n) {}

private:
  static constexpr index_t most = index_t(1) << 61;
};

} // namespace weft

namespace weft::reducer {

/// Returns the real part of conj(a) b.
template <class T>
WEFT_INLINE constexpr auto inner(T const& a, T const& b) {
  if constexpr (is_complex<T>)
    return a.real() * b.real() + a.imag() * b.imag();
  else
    return static_cast<T>(a * b);
}

/// Returns 2 to the power n.
template <class R>
WEFT_FN constexpr R power_of_2(int n) {
  R p = 1;
  for (; n > 0; --n)
    p *= 2;
  for (; n < 0; ++n)
    p /= 2;
  return p;
}

/// The values x(i) - k, computed when they are read. squares_less has the squares of these.
template <class V, class Values>
struct values_less {
  using value_type = V;
  static constexpr bool is_memory = false;
  Values const& x;
  V k;
  WEFT_INLINE constexpr V operator()(index_t i) const { return static_cast<V>(static_cast<V>(x(i)) - k); }
};
template <class V, class Values>
struct squares_less {
  using value_type = decltype(inner(V(), V()));
  static constexpr bool is_memory = false;
  values_less<V, Values> less;
  WEFT_INLINE constexpr value_type operator()(index_t i) const {
    V const d = less(i);
    return inner(d, d);
  }
};

/// Computes the variance from sums over n values of x - k and |x - k|^2, where k is one of the values, and after a
/// merge their mean. Let D be the sum of |x - mean|^2. As k is one of the values, n |mean - k|^2 <= n D: the part that
/// cancels is at most n times the result, where n is at most 128, the values that one accumulator takes before a merge.
/// Rows are read twice, which costs less than merging single lanes: k is their mean then, and almost nothing cancels.
/// Sums of squares may overflow where the variance does not: they may be n^2 times as large. A result that is not
/// finite is computed again from values times 2^-(3/4 of the largest exponent). Differences then stay below the root of
/// the largest number by 2^31 and more, and differences whose squares overflowed the first sums have squares that are
/// normal numbers. The merge follows T. F. Chan, G. H. Golub, R. J. LeVeque, Algorithms for computing the sample
/// variance, 1983.
template <class T>
struct var {
  static constexpr char const* name = "var";
  static constexpr bool has_identity = false, total = true;
  using V = mean_t<T>;
  using W = weight_t<T>;
  using squared = decltype(inner(V(), V()));
  struct accumulator {
    V k, sum;
    squared squares;
    W n; // an index_t would keep GCC from vectorising: 1.5 times as long
  };
  static constexpr bool may_overflow = is_number<V> && !std::is_integral_v<T>;
  /// 2 * ddof, plus 1 in the second pass. In two words, which are stored apart and loaded together by the kernel, 1000
  /// numbers took 9 ns longer.
  index_t options = 0;

  WEFT_INLINE constexpr void set_option(ddof d) { options = 2 * d.taken; }
  WEFT_INLINE constexpr auto gradient(auto const& x, auto const&, auto const& g, index_t n, auto const& fold) const {
    return handed(g, (T(2) / static_cast<T>(n - options / 2)) * (x - fold(mean<T>(), x)));
  }
  WEFT_INLINE constexpr accumulator start() const { return {V(0), V(0), squared(0), W(0)}; }
  WEFT_INLINE constexpr void add(accumulator& a, T const& x) const {
    V const v = scaled(x);
    if (a.n == 0)
      a.k = v;
    V const d = static_cast<V>(v - a.k);
    a.sum = static_cast<V>(a.sum + d);
    a.squares = static_cast<squared>(a.squares + inner(d, d));
    a.n += W(1);
  }
  template <class Values>
    requires is_number<T>
  WEFT_INLINE void add_stretch(accumulator& a, Values const& x, index_t n) const {
    if (n < 8) {
      for (index_t i = 0; i < n; ++i)
        add(a, x(i));
      return;
    }
    if (is_shrunk())
      return add_shrunk(a, x, n);
    V const nearby = static_cast<V>(x(0));
    V sum = V(0);
    squared squares = squared(0);
    detail::fold_row(monoid<V, op::plus, 0>{}, sum, values_less<V, Values>{x, nearby}, n);
    W const count = static_cast<W>(n);
    V const k = static_cast<V>(nearby + sum / count);
    detail::fold_row(monoid<squared, op::plus, 0>{}, squares, squares_less<V, Values>{{x, k}}, n);
    V const off = static_cast<V>(static_cast<V>(k - nearby) * count); // the part of the sum that k contains already
    accumulator const row{k, static_cast<V>(sum - off), squares, count};
    if (a.n == 0)
      a = row;
    else
      merge(a, row);
  }
  WEFT_INLINE constexpr void merge(accumulator& a, accumulator const& b) const {
    if (b.n == 0)
      return;
    W const n = a.n + b.n;
    V const moved = static_cast<V>(static_cast<V>(b.k - a.k) * b.n);
    V const k = static_cast<V>(a.k + static_cast<V>(a.sum + b.sum + moved) / n);
    accumulator const x = about(k, a), y = about(k, b);
    a = {k, static_cast<V>(x.sum + y.sum), static_cast<squared>(x.squares + y.squares), n};
  }
  /// Returns NaN or infinity if there are ddof values or fewer.
  WEFT_INLINE constexpr squared finish(accumulator const& a, index_t) const {
    if (squared const k = inner(a.k, a.k); op::is_nan(k)) // -ffast-math takes NaN - NaN for 0
      return k;
    W const free = a.n - ddof_taken();
    return static_cast<squared>((a.squares - inner(a.sum, a.sum) / a.n) / (free > 0 ? free : W(0)));
  }
  WEFT_INLINE bool doubts(accumulator const& a, squared const& result) const {
    return !op::is_finite(result) && a.n > ddof_taken();
  }
  WEFT_INLINE void shrink()
    requires may_overflow
  {
    options |= 1;
  }
  WEFT_INLINE void mend(squared& result, accumulator const& a, index_t count) const {
    if (!op::is_finite(result))
      result = std::ldexp(finish(a, count), 2 * shrunk_by);
  }

protected:
  static constexpr int shrunk_by = std::numeric_limits<W>::max_exponent / 4 * 3;

private:
  WEFT_INLINE constexpr W ddof_taken() const { return static_cast<W>(options >> 1); }
  WEFT_INLINE constexpr bool is_shrunk() const { return (options & 1) != 0; }

  /// Adds a row in the second pass. That is rare, so the kernel is short. It stops once the result is NaN, after a
  /// value that is NaN or infinite.
  template <class Values>
  WEFT_INLINE void add_shrunk(accumulator& a, Values const& x, index_t n) const {
    for (index_t i = 0; i < n && !op::is_nan(a.squares);) {
      accumulator partial = start();
      for (index_t const end = n - i < 64 ? n : i + 64; i < end; ++i)
        add(partial, x(i));
      merge(a, partial);
    }
  }
  WEFT_INLINE constexpr V scaled(T const& x) const {
    if constexpr (may_overflow) {
      constexpr W down = power_of_2<W>(-shrunk_by);
      return static_cast<V>(static_cast<V>(x) * (is_shrunk() ? down : W(1)));
    } else {
      return static_cast<V>(x);
    }
  }
  /// Returns the accumulator a with its sums taken about another k.
  WEFT_INLINE static constexpr accumulator about(V const& k, accumulator const& a) {
    V const d = static_cast<V>(k - a.k), shift = static_cast<V>(d * a.n);
    V const twice = static_cast<V>(a.sum + static_cast<V>(a.sum - shift));
    return {k, static_cast<V>(a.sum - shift), static_cast<squared>(a.squares - inner(d, twice)), a.n};
  }
};
template <class T>
struct stddev : var<T> {
  static constexpr char const* name = "stddev";
  using typename var<T>::accumulator;
  WEFT_INLINE constexpr auto gradient(auto const& x, auto const& r, auto const& g, index_t n, auto const& fold) const {
    T const share = T(1) / static_cast<T>(n - this->options / 2);
    return handed(g, share * detail::make_binary<op::fraction_of>(x - fold(mean<T>(), x), r));
  }
  WEFT_INLINE constexpr auto finish(accumulator const& a, index_t n) const { return op::sqrt{}(var<T>::finish(a, n)); }
  template <class Result>
  WEFT_INLINE void mend(Result& result, accumulator const& a, index_t n) const {
    if (!op::is_finite(result))
      result = std::ldexp(finish(a, n), var<T>::shrunk_by);
  }
};

/// Computes the 2-norm. Elements whose squares would overflow or underflow are scaled, and summed in members of the
/// accumulator of their own. After E. Anderson, Algorithm 978: Safe scaling in the level 1 BLAS, 2017.
template <class T>
struct norm {
  static_assert(is_number<T>, "weft: norm takes numbers");
  static constexpr char const* name = "norm";
  static constexpr bool has_identity = true, total = true;
  WEFT_INLINE static constexpr auto gradient(auto const& x, auto const& r, auto const& g, index_t, auto const&) {
    return handed(g, detail::make_binary<op::fraction_of>(x, r));
  }
  using R = detail::real_t<mean_t<T>>;
  struct accumulator {
    R low, middle, high;
  };
  WEFT_INLINE constexpr accumulator start() const { return {0, 0, 0}; }
  WEFT_INLINE constexpr void add(accumulator& a, T const& x) const {
    if constexpr (is_complex<T>)
      merge(a, {term(x.real(), 0) + term(x.imag(), 0), term(x.real(), 1) + term(x.imag(), 1),
                term(x.real(), 2) + term(x.imag(), 2)});
    else
      merge(a, {term(static_cast<R>(x), 0), term(static_cast<R>(x), 1), term(static_cast<R>(x), 2)});
  }
  /// Adds the squares of a row without scaling, unless one may have been too large, or all are so small that digits
  /// were lost. Otherwise less than n * min is lost, which does not count in a sum of min / epsilon^2 or more.
  template <class Values>
  WEFT_INLINE void add_stretch(accumulator& a, Values const& x, index_t n) const {
    constexpr R lowest = (limits::min)() / limits::epsilon() / limits::epsilon(), highest = most * most;
    R squares = R(0);
    detail::fold_row(monoid<R, op::plus, 0>{}, squares, squares_less<mean_t<T>, Values>{{x, mean_t<T>(0)}}, n);
    if (!op::is_nan(squares) && squares >= lowest && squares <= highest) {
      a.middle += squares;
    } else {
      for (index_t i = 0; i < n; ++i)
        add(a, x(i));
    }
  }
  WEFT_INLINE constexpr void merge(accumulator& a, accumulator const& b) const {
    a = {a.low + b.low, a.middle + b.middle, a.high + b.high};
  }
  WEFT_INLINE constexpr R finish(accumulator const& a, index_t) const {
    if (R const all = a.low + a.middle + a.high; op::is_nan(all))
      return all;
    if (a.high > 0)
      return std::sqrt(a.high + a.middle * down * down) / down;
    return a.low > 0 ? std::hypot(std::sqrt(a.middle), std::sqrt(a.low) / up) : std::sqrt(a.middle);
  }

private:
  using limits = std::numeric_limits<R>;
  static constexpr int low = limits::min_exponent, high = limits::max_exponent, digits = limits::digits;
  static constexpr R least = power_of_2<R>((low - 1) / 2), most = power_of_2<R>((high - digits) / 2),
                     up = power_of_2<R>((digits - low + 1) / 2), down = power_of_2<R>(-(high + digits) / 2);

  /// Returns the square of x, scaled, if it belongs to the sum `which` (0 low, 1 middle, 2 high), else 0. NaN belongs
  /// to the middle sum.
  WEFT_INLINE static constexpr R term(R x, int which) {
    if (__FINITE_MATH_ONLY__ && op::is_nan(x)) // -ffast-math breaks the comparisons below
      return which == 1 ? x : R(0);
    R const size = x < 0 ? -x : x, scaled = which == 0 ? x * up : which == 1 ? x : x * down;
    int const place = size < least ? 0 : size > most ? 2 : 1;
    return place == which ? scaled * scaled : R(0);
  }
};

/// Computes log(sum(exp(x))) relative to the largest value so far, so that no exponential is above 1.
template <class T>
struct logsumexp {
  static_assert(is_number<T> && !is_complex<T>, "weft: logsumexp takes real numbers");
  static constexpr char const* name = "logsumexp";
  static constexpr bool has_identity = true, total = true;
  WEFT_INLINE static constexpr auto gradient(auto const& x, auto const& r, auto const& g, index_t, auto const&) {
    return handed(g, where(equal(r, static_cast<T>(-op::plus_infinity<T>())), T(0), exp(x - r)));
  }
  using R = mean_t<T>;
  struct accumulator {
    R top, sum;
  };
  WEFT_INLINE constexpr accumulator start() const { return {static_cast<R>(-op::plus_infinity<R>()), R(0)}; }
  WEFT_INLINE constexpr void add(accumulator& a, T const& x) const { merge(a, {static_cast<R>(x), R(1)}); }
  /// Computes the exponentials of a stretch as vectors, relative to its largest value. One by one, each relative to the
  /// largest value so far, they took 5 to 8 times as long. If that value is not finite, differences from it are NaN.
  template <class Values>
    requires(std::is_same_v<R, double> || std::is_same_v<R, float>)
  WEFT_INLINE void add_stretch(accumulator& a, Values const& x, index_t n) const {
    using differences = values_less<R, Values>;
    R top = max<R>{}.start(), sum = R(0);
    if (n >= 4)
      detail::fold_row(max<R>{}, top, differences{x, R(0)}, n);
    if (n < 4 || op::is_nan(top) || op::is_infinite(top)) {
      for (index_t i = 0; i < n; ++i)
        add(a, x(i));
      return;
    }
    R powers[detail::fold_stretch];
    detail::keep_values(powers, differences{x, top}, 0, n);
    detail::vector_math(detail::math_function::exp, powers, powers, n);
    detail::fold_row(monoid<R, op::plus, 0>{}, sum, detail::buffered_values<R>{powers}, n);
    merge(a, {top, sum});
  }
  WEFT_INLINE constexpr void merge(accumulator& a, accumulator const& b) const {
    R const higher = b.top - a.top, less = a.top == b.top ? R(1) : std::exp(higher < 0 ? higher : -higher);
    a = higher > 0 ? accumulator{b.top, a.sum * less + b.sum} : accumulator{a.top, a.sum + b.sum * less};
  }
  WEFT_INLINE constexpr R finish(accumulator const& a, index_t) const { return a.top + std::log(a.sum); }
};

} // namespace weft::reducer
