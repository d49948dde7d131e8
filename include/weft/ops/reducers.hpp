#pragma once
#include <weft/eval/together.hpp>
#include <weft/ops/math.hpp>

#include <limits>

WEFT_KERNELS_BEGIN

// The reducers: see eval/fold_row.hpp for what they have in common. Beside its definition stands, as `gradient`, how a
// gradient g of the result r goes to the operand x, of which `count` elements made each result; r and g have the shape of
// x, and fold(reducer, e) folds along the same axes.
namespace weft {

/// The smallest and the largest: values, or expressions.
template <class Min, class Max>
struct minmax_result {
  Min min;
  Max max;

  WEFT_INLINE constexpr minmax_result() = default;
  WEFT_INLINE constexpr minmax_result(Min lo, Max hi) : min(static_cast<Min&&>(lo)), max(static_cast<Max&&>(hi)) {}
  WEFT_INLINE constexpr minmax_result(minmax_result const&) = default;
  WEFT_INLINE constexpr minmax_result(minmax_result&&) = default;
  WEFT_INLINE constexpr minmax_result& operator=(minmax_result const&) = default;
  WEFT_INLINE constexpr minmax_result& operator=(minmax_result&&) = default;
  WEFT_INLINE ~minmax_result() = default;
};

} // namespace weft

namespace weft::reducer {

/// What a sum of T is accumulated in: 64 bits for integers, the type itself otherwise.
template <class T>
using wide_t = std::conditional_t<
    std::is_integral_v<T>,
    std::conditional_t<std::is_unsigned_v<T> && !std::is_same_v<T, bool>, std::uint64_t, std::int64_t>, T>;

/// What sums of up to 65536 values of T fit into: vectors of it hold twice as many as those of wide_t<T>.
template <class T>
using narrow_t = std::conditional_t<std::is_unsigned_v<T> && !std::is_same_v<T, bool>, std::uint32_t, std::int32_t>;
template <class T>
inline constexpr bool sums_narrow = std::is_integral_v<T> && sizeof(T) <= 2;

/// Values joined by one operation F whose neutral element is Identity.
template <class A, class F, int Identity>
struct monoid {
  static constexpr bool has_identity = true, total = true;
  using accumulator = A;
  WEFT_INLINE constexpr A start() const { return A(Identity); }
  template <class T>
  WEFT_INLINE constexpr void add(A& a, T const& x) const {
    a = static_cast<A>(F{}(a, static_cast<A>(x)));
  }
  WEFT_INLINE constexpr void merge(A& a, A const& b) const { add(a, b); }
  WEFT_INLINE constexpr A finish(A const& a, index_t) const { return a; }
};

/// Adds a row of small integers by way of narrower sums.
template <class T, class A, class Values>
WEFT_INLINE void add_narrow(A& a, Values const& x, index_t n) {
  constexpr index_t most = 65536;
  for (index_t i = 0; i < n; i += most) {
    narrow_t<T> part = 0;
    detail::fold_row(monoid<narrow_t<T>, op::plus, 0>{}, part, detail::values_from<Values>{x, i},
                     n - i < most ? n - i : most);
    a = static_cast<A>(a + static_cast<A>(part));
  }
}

/// Zeros of the shape of x.
template <class X>
WEFT_INLINE constexpr auto zero_like(X const& x) {
  return constant_leaf<typename X::value_type, typename X::extents_type>(typename X::value_type(0), x.extents());
}

template <class T, class A, class F, int Identity>
struct mask_monoid : monoid<A, F, Identity> {
  static_assert(std::is_same_v<T, bool>,
                "weft: all_of, any_of, none_of and count take a mask: compare first, as in a > 0");
};

template <class T>
struct sum : monoid<wide_t<T>, op::plus, 0> {
  static constexpr char const* name = "sum";
  WEFT_INLINE static constexpr auto gradient(auto const&, auto const&, auto const& g, index_t, auto const&) {
    return g;
  }
  template <class Values>
    requires(sums_narrow<T>)
  WEFT_INLINE void add_row(wide_t<T>& a, Values const& x, index_t n) const {
    add_narrow<T>(a, x, n);
  }
};
template <class T>
struct prod : monoid<wide_t<T>, op::times, 1> {
  static constexpr char const* name = "prod";
  /// The product of the others: beside one 0 only that one has a gradient, beside two none.
  WEFT_INLINE static constexpr auto gradient(auto const& x, auto const&, auto const& g, index_t, auto const& fold) {
    const auto is_zero = equal(x, T(0));
    const auto others = fold(prod(), where(is_zero, T(1), x));
    const auto zeros = fold(sum<T>(), where(is_zero, T(1), zero_like(x)));
    return g * where(is_zero, where(equal(zeros, T(1)), others, T(0)), where(equal(zeros, T(0)), others / x, T(0)));
  }
};
/// Joins bools. Answers of comparisons of wider elements are joined as wide as a vector of floats has them: narrowed to
/// bytes first, a > 0 of 500 doubles took 170 ns, not 48, and rows of 8 to 12 of them 12 ns, not 4. Masks stay bytes.
template <class T, class F, int Identity>
struct bool_monoid : mask_monoid<T, bool, F, Identity> {
  template <class Values>
    requires(Values::widest >= sizeof(std::int32_t))
  WEFT_INLINE void add_row(bool& a, Values const& x, index_t n) const {
    std::int32_t part = Identity;
    detail::fold_row(monoid<std::int32_t, F, Identity>{}, part, x, n);
    this->add(a, part != 0);
  }
};
template <class T>
struct all_of : bool_monoid<T, op::bit_and, 1> {
  static constexpr char const* name = "all_of";
};
template <class T>
struct any_of : bool_monoid<T, op::bit_or, 0> {
  static constexpr char const* name = "any_of";
};
template <class T>
struct none_of : bool_monoid<T, op::bit_or, 0> {
  static constexpr char const* name = "none_of";
  WEFT_INLINE constexpr bool finish(bool a, index_t) const { return !a; }
};
template <class T>
struct count : mask_monoid<T, index_t, op::plus, 0> {
  static constexpr char const* name = "count";
  template <class Values>
    requires(sums_narrow<T>)
  WEFT_INLINE void add_row(index_t& a, Values const& x, index_t n) const {
    add_narrow<T>(a, x, n);
  }
};

/// What a mean of T is: double for integers. Divided by counts of type weight_t<T>.
template <class T>
using mean_t = std::conditional_t<std::is_integral_v<T>, double, T>;
template <class T>
using weight_t = std::conditional_t<is_number<T>, detail::real_t<mean_t<T>>, double>;

/// Integers of 64 bits are summed as double: a sum in 64 bits may wrap, and the mean would not be near the values.
template <class T>
using mean_sum_t = std::conditional_t<std::is_integral_v<T> && sizeof(T) == 8, double, wide_t<T>>;
template <class T>
struct mean : monoid<mean_sum_t<T>, op::plus, 0> {
  static constexpr char const* name = "mean";
  static constexpr bool has_identity = false;
  WEFT_INLINE static constexpr auto gradient(auto const&, auto const&, auto const& g, index_t count, auto const&) {
    return g * (T(1) / static_cast<T>(count));
  }
  template <class Values>
    requires(sums_narrow<T>)
  WEFT_INLINE void add_row(mean_sum_t<T>& a, Values const& x, index_t n) const {
    add_narrow<T>(a, x, n);
  }
  WEFT_INLINE constexpr mean_t<T> finish(mean_sum_t<T> const& a, index_t count) const {
    return static_cast<mean_t<T>>(static_cast<mean_t<T>>(a) / static_cast<weight_t<T>>(count));
  }
};

/// The smallest (largest) value, NaN if there is one. It begins with the worst value, which saves a flag.
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
      return Smallest ? limits::max() : limits::lowest();
  }
  WEFT_INLINE constexpr void add(T& a, T const& x) const {
    if constexpr (!__FINITE_MATH_ONLY__ && std::is_floating_point_v<T>) { // GCC 12 vectorises a chain of these two
      const T better = (Smallest ? x < a : a < x) ? x : a;
      a = x != x ? x : better;
    } else if constexpr (Smallest) {
      a = op::minimum{}(a, x);
    } else {
      a = op::maximum{}(a, x);
    }
  }
  WEFT_INLINE constexpr void merge(T& a, T const& b) const { add(a, b); }
  WEFT_INLINE constexpr T finish(T const& a, index_t) const { return a; }
  /// Equal ones share it.
  WEFT_INLINE static constexpr auto gradient(auto const& x, auto const& r, auto const& g, index_t, auto const& fold) {
    const auto taken = where(equal(x, r), T(1), zero_like(x));
    return g * taken / fold(sum<T>(), taken);
  }
};

/// An extreme that takes values in memory first as if none were NaN: a third of the operations. The sum of x * 0,
/// which costs nothing beside the loads, is NaN if a value is NaN or infinite; then the row is folded again.
template <class T, bool Smallest>
struct quick_extreme : extreme<T, Smallest> {
  using thorough = extreme<T, Smallest>;
  template <class Values>
    requires(Values::is_memory && std::is_floating_point_v<T> && !__FINITE_MATH_ONLY__)
  WEFT_INLINE void add_row(T& a, Values const& x, index_t n) const {
    if constexpr (detail::stands_written_out<Values>)
      return take_singly(a, x, std::make_integer_sequence<int, int(Values::count)>{});
    constexpr int width = detail::lanes<thorough>;
    constexpr std::make_integer_sequence<int, width / detail::group<thorough, T>> groups{};
    if (n < width)
      return detail::fold_row(thorough{}, a, x, n);
    T best[width], doubt[width];
    for (int w = 0; w < width; ++w) {
      best[w] = thorough::start();
      doubt[w] = 0;
    }
    for (index_t i = 0; i + width < n; i += width)
      take_groups(best, doubt, x, i, groups);
    take_groups(best, doubt, x, n - width, groups); // that some come twice changes nothing
    detail::join_halves<width / 2>(monoid<T, op::plus, 0>{}, doubt);
    if (doubt[0] != doubt[0])
      return detail::fold_row(thorough{}, a, x, n);
    detail::join_halves<width / 2>(thorough{}, best);
    thorough::add(a, best[0]);
  }

private:
  template <class Values, int... I>
  WEFT_INLINE static void take_singly(T& a, Values const& x, std::integer_sequence<int, I...>) {
    T best = a, doubt = 0;
    ((best = (Smallest ? x(I) < best : best < x(I)) ? x(I) : best, doubt += x(I) * T(0)), ...);
    if (doubt == doubt) {
      a = best;
      return;
    }
    (thorough{}.add(a, x(I)), ...);
  }
  template <class Values, int... G>
  WEFT_INLINE static void take_groups(T* best, T* doubt, Values const& x, index_t i, std::integer_sequence<int, G...>) {
    constexpr int group = detail::group<thorough, T>;
    (take_group(best + G * group, doubt + G * group, x, i + G * group), ...);
  }
  template <class Values>
  WEFT_INLINE static void take_group(T* best, T* doubt, Values const& x, index_t i) {
    WEFT_SIMD_OWN
    for (int w = 0; w < detail::group<thorough, T>; ++w) {
      const T v = x(i + w);
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

/// Where the smallest (largest) value stands: the first one of equals, and the first NaN before all else. The number
/// travels with the value, so that loops may run in any order.
template <class T, bool Smallest>
struct extreme_place {
  static constexpr bool has_identity = false, total = true, takes_numbers = true;
  static constexpr bool orders = true, joins_exactly = true;
  using accumulator = detail::numbered<T>;
  WEFT_INLINE constexpr accumulator start() const {
    return {extreme<T, Smallest>{}.start(), std::numeric_limits<index_t>::max()};
  }
  WEFT_INLINE constexpr void add(accumulator& a, accumulator const& x) const {
    const bool a_nan = op::is_nan(a.value), x_nan = op::is_nan(x.value);
    const bool better = Smallest ? x.value < a.value : a.value < x.value;
    // Without branches, which nothing foretells: columns take half the time.
    const int ahead = (int(x_nan) | int(better)) & int(!a_nan);
    const int equal = a_nan == x_nan ? int(a_nan) | int(x.value == a.value) : 0;
    const bool take = (ahead | (equal & int(x.number < a.number))) != 0;
    a.value = take ? x.value : a.value;
    a.number = take ? x.number : a.number;
  }
  /// The extreme value of the row first, in vectors; where it stands only if it is better than what there was.
  template <class Values>
    requires is_number<T>
  WEFT_INLINE void add_stretch(accumulator& a, Values const& x, index_t n) const {
    if (n < 64)
      return add_short(a, x, n);
    T best = extreme<T, Smallest>{}.start();
    detail::fold_row(quick_extreme<T, Smallest>{}, best, detail::without_numbers<Values>{x}, n);
    const search order(x, n);
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
  /// Where the value of the least number stands, and the step to the next: a row may be read backwards.
  struct search {
    index_t first, step;
    template <class Values>
    WEFT_INLINE search(Values const& x, index_t n) {
      const bool descends = n > 1 && x.number(1) < x.number(0);
      first = descends ? n - 1 : 0;
      step = descends ? -1 : 1;
    }
  };
  /// One value after the other in the order of their numbers, without a branch that depends on them: of rows of 10 it
  /// would be foreseen so badly that a row took 28 ns, not 10. NaN is looked for once one was met.
  template <class Values>
  WEFT_INLINE void add_short(accumulator& a, Values const& x, index_t n) const {
    const search order(x, n);
    T best = x.element(order.first);
    index_t at = order.first;
    int nan = op::is_nan(best);
    for (index_t i = order.first + order.step, left = n - 1; left > 0; i += order.step, --left) {
      const T v = x.element(i);
      const bool better = Smallest ? v < best : best < v;
      best = better ? v : best;
      at = better ? i : at;
      nan |= int(op::is_nan(v));
    }
    add(a, x(nan != 0 ? first_nan(x, order) : at));
  }
  /// There is one.
  template <class Values>
  WEFT_INLINE static index_t first_nan(Values const& x, search const& order) {
    index_t i = order.first;
    while (!op::is_nan(x.element(i)))
      i += order.step;
    return i;
  }
  /// The first match among 64 values or more, of which one does match: in which stretch of 64, then where in there, by
  /// vectors. What is found is as wide as the values: GCC leaves loops alone that narrow.
  template <class Values>
  WEFT_INLINE static index_t first_match(T const& best, Values const& x, index_t n) {
    constexpr place_value stretch = 64;
    index_t i = 0;
    for (; i + stretch < n; i += stretch) {
      place_value found = 0;
      WEFT_OMP(simd reduction(| : found))
      for (place_value w = 0; w < stretch; ++w)
        found |= place_value(x.element(i + w) == best);
      if (found != 0)
        break;
    }
    i = i + stretch <= n ? i : n - stretch; // what it goes back over has no match
    place_value place = stretch;
    WEFT_OMP(simd reduction(min : place))
    for (place_value w = 0; w < stretch; ++w) {
      const place_value here = x.element(i + w) == best ? w : stretch;
      place = here < place ? here : place;
    }
    return i + static_cast<index_t>(place);
  }
  using place_value = std::conditional_t<sizeof(T) <= 4, int, index_t>;
};
template <class T>
struct argmin : extreme_place<T, true> {
  static constexpr char const* name = "argmin";
};
template <class T>
struct argmax : extreme_place<T, false> {
  static constexpr char const* name = "argmax";
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
  WEFT_INLINE static constexpr auto gradient(auto const& x, auto const&, auto const& g, index_t n, auto const& fold) {
    return max<T>::gradient(x, fold(max<T>(), x), g, n, fold) - min<T>::gradient(x, fold(min<T>(), x), g, n, fold);
  }
};

} // namespace weft::reducer

namespace weft::detail {
template <class R>
  requires is_made_by<R, reducer::sum, reducer::prod, reducer::all_of, reducer::any_of, reducer::none_of,
                      reducer::count, reducer::mean, reducer::min, reducer::max, reducer::argmin, reducer::argmax,
                      reducer::minmax, reducer::ptp>
inline constexpr bool is_own_reducer<R> = true;
} // namespace weft::detail

WEFT_KERNELS_END
