#pragma once
#include <weft/ops/reducers.hpp>

#include <limits>

WEFT_KERNELS_BEGIN

// Reducers for the smallest and the largest value, and for the index of such an element.
namespace weft {

/// The smallest and the largest element, as values or as expressions.
template <class Min, class Max>
struct minmax_result {
  Min min;
  Max max;

  WEFT_INLINE constexpr minmax_result() = default;
  WEFT_INLINE constexpr minmax_result(Min lo, Max hi) : min{static_cast<Min&&>(lo)}, max{static_cast<Max&&>(hi)} {}
  WEFT_COPIED(minmax_result);
};

} // namespace weft

namespace weft::reducer {

template <class T>
struct min;
template <class T>
struct max;

/// Finds the smallest (largest) value; NaN if a value is NaN. It begins with the worst value of T, which saves a flag
/// for "no value yet".
template <class T, bool Smallest>
struct extreme {
  static constexpr bool has_identity = false, total = true, orders = true, joins_exactly = true;
  using accumulator = T;
  static_assert(std::numeric_limits<T>::is_specialized || is_complex<T>, "weft: min and max take numbers with limits");
  WEFT_INLINE constexpr T start() const {
    using limits = std::numeric_limits<T>;
    if constexpr (limits::has_infinity)
      return Smallest ? op::plus_infinity<T>() : static_cast<T>(-op::plus_infinity<T>());
    else
      return Smallest ? (limits::max)() : limits::lowest();
  }
  WEFT_INLINE constexpr void add(T& a, T const& x) const {
    if constexpr (!__FINITE_MATH_ONLY__ && std::is_floating_point_v<T>) { // GCC 12 vectorises a chain of these two
      T const better = (Smallest ? x < a : a < x) ? x : a;
      a = x != x ? x : better;
    } else if constexpr (Smallest) {
      a = op::minimum{}(a, x);
    } else {
      a = op::maximum{}(a, x);
    }
  }
  WEFT_INLINE constexpr void merge(T& a, T const& b) const { add(a, b); }
  WEFT_INLINE constexpr T finish(T const& a, index_t) const { return a; }
  /// Equal extremes share the gradient. x must be in memory: computed a second time, it might round differently, and no
  /// element would equal the result.
  static constexpr bool gradient_compares = true;
  WEFT_INLINE static constexpr auto gradient(auto const& x, auto const&, auto const& g, index_t, auto const& fold) {
    std::conditional_t<Smallest, min<T>, max<T>> const same{};
    return shared(x, fold(same, x), g, fold);
  }
  /// Returns the gradient of each element: elements that equal `value` share g equally, others get 0.
  WEFT_INLINE static constexpr auto shared(auto const& x, auto const& value, auto const& g, auto const& fold) {
    auto const taken = where(equal(x, value), T(1), zero_like(x));
    return handed(g, taken / fold(sum<T>(), taken));
  }
};

/// Reads values in memory first as if none were NaN, which takes a third of the operations. The sum of x * 0, which
/// costs nothing beside the loads, is NaN if a value is NaN or infinite; then the row is read again with tests for NaN.
template <class T, bool Smallest>
struct quick_extreme : extreme<T, Smallest> {
  using thorough = extreme<T, Smallest>;
  template <class Values>
    requires(Values::is_memory && std::is_floating_point_v<T> && !__FINITE_MATH_ONLY__)
  WEFT_INLINE void add_row(T& a, Values const& x, index_t n) const {
    if constexpr (detail::stands_written_out<Values>)
      return scan_singly(a, x, std::make_integer_sequence<int, int(Values::count)>{});
    constexpr int width = detail::lanes<thorough>;
    constexpr std::make_integer_sequence<int, width / detail::group<thorough, T>> groups{};
    if (n < width)
      return detail::fold_row(thorough{}, a, x, n);
    T best[std::size_t(width)], doubt[std::size_t(width)];
    for (int w = 0; w < width; ++w) {
      best[w] = thorough::start();
      doubt[w] = 0;
    }
    for (index_t i = 0; i + width < n; i += width)
      scan_groups(best, doubt, x, i, groups);
    scan_groups(best, doubt, x, n - width, groups); // reading some values twice changes nothing
    detail::join_halves<width / 2>(monoid<T, op::plus, 0>{}, doubt);
    if (doubt[0] != doubt[0])
      return detail::fold_row(thorough{}, a, x, n);
    detail::join_halves<width / 2>(without_nan{}, best);
    thorough::add(a, best[0]);
  }

private:
  struct without_nan {
    WEFT_INLINE constexpr void merge(T& a, T const& b) const { a = (Smallest ? b < a : a < b) ? b : a; }
  };
  template <class Values, int... At>
  WEFT_INLINE static void scan_singly(T& a, Values const& x, std::integer_sequence<int, At...>) {
    T best = a, doubt = 0;
    ((best = (Smallest ? x(At) < best : best < x(At)) ? x(At) : best, doubt += x(At) * T(0)), ...);
    if (doubt == doubt) {
      a = best;
      return;
    }
    (thorough{}.add(a, x(At)), ...);
  }
  template <class Values, int... G>
  WEFT_INLINE static void scan_groups(T* best, T* doubt, Values const& x, index_t i, std::integer_sequence<int, G...>) {
    constexpr int group = detail::group<thorough, T>;
    (scan_group(best + G * group, doubt + G * group, x, i + G * group), ...);
  }
  template <class Values>
  WEFT_INLINE static void scan_group(T* best, T* doubt, Values const& x, index_t i) {
    WEFT_SIMD_OWN
    for (int w = 0; w < detail::group<thorough, T>; ++w) {
      T const v = x(i + w);
      best[w] = (Smallest ? v < best[w] : best[w] < v) ? v : best[w];
      doubt[w] += v * T(0);
    }
  }
};
template <class T>
struct min : quick_extreme<T, true> {
  static constexpr char const* name = "min";
};
template <class T>
struct max : quick_extreme<T, false> {
  static constexpr char const* name = "max";
};

/// Finds the row-major number of the smallest (largest) value: the first of equal ones, and the first NaN before any
/// number. The number is carried with the value, so loops may run in any order.
template <class T, bool Smallest>
struct extreme_place {
  static constexpr bool has_identity = false, total = true, accepts_numbers = true;
  static constexpr bool orders = true, joins_exactly = true;
  using accumulator = detail::numbered<T>;
  WEFT_INLINE constexpr accumulator start() const {
    return {extreme<T, Smallest>{}.start(), (std::numeric_limits<index_t>::max)()};
  }
  WEFT_INLINE constexpr void add(accumulator& a, accumulator const& x) const {
    bool const a_nan = op::is_nan(a.value), x_nan = op::is_nan(x.value);
    bool const better = Smallest ? x.value < a.value : a.value < x.value;
    // No branches, because they could not be predicted: columns take half the time.
    int const ahead = (int(x_nan) | int(better)) & int(!a_nan);
    int const equal = a_nan == x_nan ? int(a_nan) | int(x.value == a.value) : 0;
    bool const replaces = (ahead | (equal & int(x.number < a.number))) != 0;
    a.value = replaces ? x.value : a.value;
    a.number = replaces ? x.number : a.number;
  }
  /// Finds the extreme value of the row first, by vector instructions. Its number is looked for only if it is better
  /// than the value so far.
  template <class Values>
    requires is_number<T>
  WEFT_INLINE void add_stretch(accumulator& a, Values const& x, index_t n) const {
    if (n < 32)
      return add_short(a, x, n);
    T best = extreme<T, Smallest>{}.start();
    detail::fold_row(quick_extreme<T, Smallest>{}, best, detail::without_numbers<Values>{x}, n);
    search const order(x, n);
    accumulator joined = a;
    add(joined, {best, x.number(order.first)});
    if (joined.number == a.number)
      return;
    if (op::is_nan(best))
      return add(a, x(first_nan(x, order)));
    if (order.step > 0)
      return add(a, x(first_match(best, x, n)));
    index_t i = order.first;
    while (x.element(i) != best)
      i += order.step;
    add(a, x(i));
  }
  WEFT_INLINE constexpr void merge(accumulator& a, accumulator const& b) const { add(a, b); }
  WEFT_INLINE constexpr index_t finish(accumulator const& a, index_t) const { return a.number; }

private:
  using place_value = std::conditional_t<sizeof(T) <= 4, int, index_t>;
  /// The order in which to search a row: the index in the row of the value with the lowest number, and the step to the
  /// next. A row may be read backwards.
  struct search {
    index_t first, step;
    template <class Values>
    WEFT_INLINE search(Values const& x, index_t n) {
      bool const descends = n > 1 && x.number(1) < x.number(0);
      first = descends ? n - 1 : 0;
      step = descends ? -1 : 1;
    }
  };
  /// Compares one value after the other, in the order of their numbers, without branches that depend on them: in rows
  /// of 10 these are predicted so badly that a row took 28 ns, not 10. NaN is looked for only after one was met.
  template <class Values>
  WEFT_INLINE void add_short(accumulator& a, Values const& x, index_t n) const {
    search const order(x, n);
    T best = x.element(order.first);
    index_t at = order.first;
    int nan = op::is_nan(best);
    for (index_t i = order.first + order.step, left = n - 1; left > 0; i += order.step, --left) {
      T const v = x.element(i);
      bool const better = Smallest ? v < best : best < v;
      best = better ? v : best;
      at = better ? i : at;
      nan |= int(op::is_nan(v));
    }
    add(a, x(nan != 0 ? first_nan(x, order) : at));
  }
  /// Returns the index in the row of the first NaN. The row must have one.
  template <class Values>
  WEFT_INLINE static index_t first_nan(Values const& x, search const& order) {
    index_t i = order.first;
    while (!op::is_nan(x.element(i)))
      i += order.step;
    return i;
  }
  /// Returns the index in the row of the first value that equals `best`; there must be one. It compares 64 values at a
  /// time by vector instructions. The flag of a match is as wide as the values, because GCC does not vectorise loops
  /// that narrow.
  template <class Values>
  WEFT_INLINE static index_t first_match(T const& best, Values const& x, index_t n) {
    constexpr place_value stretch = 64;
    if (n < stretch)
      return match_among(best, x, 0, static_cast<place_value>(n));
    for (index_t begin = 0;; begin += stretch) {
      index_t const i = begin + stretch <= n ? begin : n - stretch; // values before `begin` do not match
      place_value const place = match_among(best, x, i, stretch);
      if (place < stretch || i != begin)
        return i + static_cast<index_t>(place);
    }
  }
  template <class Values>
  WEFT_INLINE static place_value match_among(T const& best, Values const& x, index_t first, place_value n) {
    place_value place = n;
    WEFT_OMP(simd reduction(min : place))
    for (place_value w = 0; w < n; ++w) {
      place_value const here = x.element(first + w) == best ? w : n;
      place = here < place ? here : place;
    }
    return place;
  }
};
template <class T>
struct argmin : extreme_place<T, true> {
  static constexpr char const *name = "argmin", *name_without_nan = "nan_argmin";
};
template <class T>
struct argmax : extreme_place<T, false> {
  static constexpr char const *name = "argmax", *name_without_nan = "nan_argmax";
};

template <class T>
struct minmax {
  static constexpr char const* name = "minmax";
  static constexpr bool has_identity = false, total = true, orders = true, joins_exactly = true;
  using accumulator = minmax_result<T, T>;
  WEFT_INLINE constexpr accumulator start() const { return {min<T>{}.start(), max<T>{}.start()}; }
  WEFT_INLINE constexpr void add(accumulator& a, T const& x) const { merge(a, {x, x}); }
  WEFT_INLINE constexpr void merge(accumulator& a, accumulator const& b) const {
    min<T>{}.add(a.min, b.min);
    max<T>{}.add(a.max, b.max);
  }
  template <class Values>
    requires is_number<T>
  WEFT_INLINE void add_stretch(accumulator& a, Values const& x, index_t n) const {
    detail::fold_row(min<T>{}, a.min, x, n);
    detail::fold_row(max<T>{}, a.max, x, n);
  }
  WEFT_INLINE constexpr accumulator finish(accumulator const& a, index_t) const { return a; }
};
template <class T>
struct ptp : minmax<T> {
  static constexpr char const* name = "ptp";
  WEFT_INLINE constexpr auto finish(minmax_result<T, T> const& a, index_t) const { return op::minus{}(a.max, a.min); }
  static constexpr bool gradient_compares = true;
  WEFT_INLINE static constexpr auto gradient(auto const& x, auto const& r, auto const& g, index_t n, auto const& fold) {
    return max<T>::gradient(x, r, g, n, fold) - min<T>::gradient(x, r, g, n, fold);
  }
};

} // namespace weft::reducer

WEFT_KERNELS_END
