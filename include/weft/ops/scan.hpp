#pragma once
#include <weft/ops/nan_reducers.hpp>
#include <weft/ops/rearrange.hpp>

// Running results and differences along an axis. Lazy, and evaluated once for each assignment they stand in, into a
// temporary of their own. An axis is an int or axis<k>; without one the elements are taken in row-major order, as one
// axis.
WEFT_KERNELS_BEGIN
namespace weft {

namespace op {
/// Value in place of NaN.
template <int Value>
struct nan_to {
  static constexpr char const* name = "nan_to";
  static constexpr bool total = true;
  template <class T>
  WEFT_INLINE T operator()(T const& x) const {
    return reducer::has_nan(x) ? T(Value) : x;
  }
};
} // namespace op

namespace detail {

template <class S>
WEFT_FN constexpr index_t one_axis() {
  if constexpr (S::all_static)
    return count_of(S{});
  else
    return dyn;
}

/// Each value joined with the result before it, along the middle of three axes of row-major memory.
template <class F, class T>
WEFT_FN void scan_lines(T* p, index_t outer, index_t length, index_t inner) {
  constexpr bool may_throw = !is_number<T>; // out of a vector loop nothing may be thrown
  for (index_t o = 0; o < outer; ++o, p += length * inner)
    if (may_throw || inner < least_scanned)
      for (index_t i = 0; i < inner && length > 0; ++i) {
        T run = p[i]; // in a register: through memory each step takes twice as long
        for (index_t k = i + inner; k < length * inner; k += inner)
          p[k] = run = store_as<T>(F{}(run, p[k]));
      }
    else
      for (index_t k = 1; k < length; ++k) {
        T const* const before = p + (k - 1) * inner;
        T* const now = p + k * inner;
        WEFT_SIMD
        for (index_t i = 0; i < inner; ++i)
          now[i] = store_as<T>(F{}(before[i], now[i]));
      }
}

/// An operand, stored as T, with F run along an axis; axis -1: all elements are one line, of extents Extents.
template <class F, class T, class Extents>
struct scan_operation : result_of<T, Extents> {
  static constexpr deferred_traits traits{};

  int axis;

  template <class Target, class E>
  WEFT_FN void evaluate(Target const& target, session& s, E const& operand) const {
    auto const& whole = operand.extents();
    using place = layout<typename E::extents_type, dense<row_major>>;
    assign(strided_leaf<T, place>(target.data, place(whole), {}), operand, s);
    index_t outer = 1, length = 1, inner = 1;
    for (int k = 0; k < whole.rank(); ++k)
      (axis < 0 || k == axis ? length : k < axis ? outer : inner) *= whole[k];
    compute(s, [&] { scan_lines<F>(target.data, outer, length, inner); });
  }
};

template <class F, class T, class X, class... A>
WEFT_INLINE auto scan(char const* operation, X&& x, A... axis) {
  auto e = capture(static_cast<X&&>(x));
  using E = decltype(e);
  using S = typename E::extents_type;
  if constexpr (sizeof...(A) == 0) {
    auto all = extents<one_axis<S>()>{};
    all.set(0, count_of(e.extents()));
    return make_deferred(operation, scan_operation<F, T, decltype(all)>{{}, -1}, all, std::move(e));
  } else {
    const S whole = e.extents();
    const int k = check_axis(operation, static_cast<index_t>(as_axis<E>(axis))..., whole.rank());
    return make_deferred(operation, scan_operation<F, T, S>{{}, k}, whole, std::move(e));
  }
}

/// x less what comes before it along an axis.
template <class X, class A>
WEFT_FN auto difference_of(X const& x, A axis) {
  const auto next = window_of(x, trimmer<A>{axis, 1}), before = window_of(x, trimmer<A>{axis, 0});
  return node<op::minus, std::remove_const_t<decltype(next)>, std::remove_const_t<decltype(before)>>({}, next, before);
}

/// Differences along an axis, taken several times over.
template <class T, class Extents>
struct diff_operation : result_of<T, Extents> {
  static constexpr deferred_traits traits{};

  index_t times;
  int axis;

  template <class Target, class E>
  WEFT_FN void evaluate(Target const& target, session& s, E const& operand) const {
    if (target.place.size() == 0)
      return;
    if (times == 0)
      return assign(target, operand, s);
    const auto first = difference_of(operand, axis);
    if (times == 1)
      return assign(target, first, s);
    // The later ones in place: an element is written after it was read for the last time.
    const auto whole = convert_extents<Extents>(first.extents());
    const auto values = new_temporary<T>(whole, s);
    assign(values.template borrowed<T>(), first, s);
    using place = layout<Extents, strided>;
    const auto steps = convert_extents<typename place::strides_type>(values.place.strides());
    index_t left = whole[axis];
    const auto stretch = [&](index_t begin) {
      auto e = whole;
      e.set(axis, left);
      return strided_leaf<T, place>(values.data + begin * steps[axis], place(e, steps), {});
    };
    for (index_t n = times; --n > 0;) {
      --left;
      using terms = strided_leaf<const T, place>;
      const node<op::minus, terms, terms> next({}, stretch(1).to_read(), stretch(0).to_read());
      if (n == 1)
        assign(target, next, s);
      else
        assign(stretch(0), next, s);
    }
  }
};

} // namespace detail

/// Running sums; integers in 64 bits, modulo 2^64. Each is the one before plus an element, so the error grows with the
/// length; sum is more exact.
template <Tensorial X, detail::Axis... A>
[[nodiscard]] WEFT_INLINE auto cumsum(X&& x, A... axis) {
  return detail::scan<op::plus, reducer::wide_t<detail::value_t<X>>>("cumsum", static_cast<X&&>(x), axis...);
}
/// Running products; integers in 64 bits, modulo 2^64.
template <Tensorial X, detail::Axis... A>
[[nodiscard]] WEFT_INLINE auto cumprod(X&& x, A... axis) {
  return detail::scan<op::times, reducer::wide_t<detail::value_t<X>>>("cumprod", static_cast<X&&>(x), axis...);
}
/// The smallest element so far; NaN from the first one on.
template <Tensorial X, detail::Axis... A>
[[nodiscard]] WEFT_INLINE auto cummin(X&& x, A... axis) {
  return detail::scan<op::minimum, detail::value_t<X>>("cummin", static_cast<X&&>(x), axis...);
}
/// The largest element so far; NaN from the first one on.
template <Tensorial X, detail::Axis... A>
[[nodiscard]] WEFT_INLINE auto cummax(X&& x, A... axis) {
  return detail::scan<op::maximum, detail::value_t<X>>("cummax", static_cast<X&&>(x), axis...);
}
/// Running sums in which NaN counts as 0.
template <Tensorial X, detail::Axis... A>
[[nodiscard]] WEFT_INLINE auto nan_cumsum(X&& x, A... axis) {
  using T = detail::value_t<X>;
  return detail::scan<op::plus, reducer::wide_t<T>>("nan_cumsum",
                                                    detail::make_unary<op::nan_to<0>>(static_cast<X&&>(x)), axis...);
}
/// Running products in which NaN counts as 1.
template <Tensorial X, detail::Axis... A>
[[nodiscard]] WEFT_INLINE auto nan_cumprod(X&& x, A... axis) {
  using T = detail::value_t<X>;
  return detail::scan<op::times, reducer::wide_t<T>>("nan_cumprod",
                                                     detail::make_unary<op::nan_to<1>>(static_cast<X&&>(x)), axis...);
}

/// Each element less the one before it along the last axis, or along axis<k>: two windows of x, no temporary. The axis
/// is one shorter, and the elements have the type of a difference.
template <Tensorial X>
[[nodiscard]] WEFT_INLINE auto diff(X&& x) {
  const auto e = detail::capture(static_cast<X&&>(x));
  constexpr int rank = std::remove_const_t<decltype(e)>::static_rank;
  if constexpr (rank > 0)
    return detail::difference_of(e, axis<rank - 1>);
  else
    return detail::difference_of(e, e.rank() - 1);
}
template <Tensorial X, class A>
  requires detail::is_static_axis<A>
[[nodiscard]] WEFT_INLINE auto diff(X&& x, A axis) {
  return detail::difference_of(detail::capture(static_cast<X&&>(x)), detail::as_axis<X>(axis));
}
/// The same n times over, along the last axis or the one named, evaluated once for each assignment. Where the axis has
/// no more than n indices nothing is left.
template <Tensorial X, detail::Axis A>
[[nodiscard]] WEFT_INLINE auto diff(X&& x, index_t n, A axis) {
  auto e = detail::capture(static_cast<X&&>(x));
  using E = decltype(e);
  using from = constant_leaf<typename E::value_type>;
  using made = detail::diff_operation<typename node<op::minus, from, from>::value_type, dims<E::static_rank>>;
  const int k = detail::check_axis("diff", static_cast<index_t>(detail::as_axis<E>(axis)), e.rank());
  if (n < 0)
    detail::throw_error("diff", "the number of times is negative");
  auto left = detail::convert_extents<typename made::extents_type>(e.extents());
  left.set(k, left[k] > n ? left[k] - n : 0);
  return detail::make_deferred("diff", made{{}, n, k}, left, std::move(e));
}
template <Tensorial X>
[[nodiscard]] WEFT_INLINE auto diff(X&& x, index_t n) {
  const int last = x.rank() - 1;
  return diff(static_cast<X&&>(x), n, last);
}

} // namespace weft
WEFT_KERNELS_END
