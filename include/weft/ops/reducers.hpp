#pragma once
#include <weft/eval/together.hpp>
#include <weft/ops/math.hpp>

WEFT_KERNELS_BEGIN

// The reducers; eval/fold_row.hpp says what members they have. The member `gradient` of a reducer returns how a
// gradient g of its result r goes to the operand x. r and g have the shape of x, `count` elements made each result, and
// fold(reducer, e) folds along the same axes.
namespace weft::reducer {

/// The type in which a sum of T is accumulated: 64 bits for integers, float for 16 bits, the type itself otherwise.
template <class T>
using wide_t = std::conditional_t<
    std::is_integral_v<T>,
    std::conditional_t<std::is_unsigned_v<T> && !std::is_same_v<T, bool>, std::uint64_t, std::int64_t>,
    detail::computed_t<T>>;

/// A type that holds sums of up to 65536 values of T. A vector register holds twice as many of them as of wide_t<T>.
template <class T>
using narrow_t = std::conditional_t<std::is_unsigned_v<T> && !std::is_same_v<T, bool>, std::uint32_t, std::int32_t>;
template <class T>
inline constexpr bool sums_narrow = std::is_integral_v<T> && sizeof(T) <= 2;

/// The reducer that joins values by the operation F, whose neutral element is Identity.
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

/// Adds a row of small integers: sums parts of it in a narrower type first.
template <class T, class A, class Values>
WEFT_INLINE void add_narrow(A& a, Values const& x, index_t n) {
  constexpr index_t most = 65536;
  for (index_t i = 0; i < n; i += most) {
    narrow_t<T> partial = 0;
    detail::fold_row(monoid<narrow_t<T>, op::plus, 0>{}, partial, detail::values_from<Values>{x, i},
                     n - i < most ? n - i : most);
    a = static_cast<A>(a + static_cast<A>(partial));
  }
}

/// Return zeros, and ones, with the shape of x.
template <class X>
WEFT_INLINE constexpr auto zero_like(X const& x) {
  return constant_leaf<typename X::value_type, typename X::extents_type>(typename X::value_type(0), x.extents());
}
template <class X>
WEFT_INLINE constexpr auto one_like(X const& x) {
  return constant_leaf<typename X::value_type, typename X::extents_type>(typename X::value_type(1), x.extents());
}

/// Returns op::handed of expressions: the part of gradients g that slopes hand on.
template <class G, class S>
WEFT_INLINE constexpr auto handed(G const& g, S const& slope) {
  return detail::make_binary<op::handed>(g, slope);
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
};
/// Joins bools. Results of comparisons of wider elements are joined as 32-bit integers. Converted to bytes first, a > 0
/// of 500 doubles took 170 ns, not 48, and rows of 8 to 12 of them 12 ns, not 4. Masks in memory are joined as bytes.
/// GCC 12 joins bools one by one: 1000 of them took 420 ns, not 35.
template <class T, class F, int Identity>
struct bool_monoid : mask_monoid<T, bool, F, Identity> {
  template <class Values>
    requires requires { Values::widest; }
  WEFT_INLINE void add_row(bool& a, Values const& x, index_t n) const {
    std::conditional_t<(Values::widest >= sizeof(std::int32_t)), std::int32_t, std::uint8_t> partial = Identity;
    detail::fold_row(monoid<decltype(partial), F, Identity>{}, partial, x, n);
    this->add(a, partial != 0);
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

/// The type of a mean of T: double for integers. The sum is divided by a count of type weight_t<T>.
template <class T>
using mean_t = std::conditional_t<std::is_integral_v<T>, double, detail::computed_t<T>>;
template <class T>
using weight_t = std::conditional_t<is_number<T>, detail::real_t<mean_t<T>>, double>;

/// The type in which a mean sums. For 64-bit integers it is double, because a sum in 64 bits may wrap, and the mean
/// would not be near the values.
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

} // namespace weft::reducer

WEFT_KERNELS_END
