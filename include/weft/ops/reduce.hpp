#pragma once
#include <weft/ops/reducers.hpp>

// Reductions. Of everything they are values; over an axis (an int or axis<k>) or several (axes<...>) they are lazy, and
// evaluated once for each assignment they stand in. keep_dims, last, keeps the axes with extent 1. Elements are read in
// memory order and joined pairwise, so that the error of a sum grows with the logarithm of its length on every axis.
namespace weft {

namespace detail {

/// The axes of a reduction as bits; throws index_error for an axis that is not there or is named twice.
template <class A>
WEFT_INLINE constexpr unsigned axis_bits(char const* operation, A a, int rank) {
  return 1u << check_axis(operation, static_cast<index_t>(a), rank);
}
template <int... K>
WEFT_INLINE constexpr unsigned axis_bits(char const* operation, axes_t<K...>, int rank) {
  unsigned bits = 0;
  for (int k : {K...}) {
    check_axis(operation, k, rank);
    bits |= 1u << k;
  }
  return bits;
}

template <class A>
struct axis_argument {
  static constexpr bool is_static = false;
  static constexpr int count = 1;
};
template <class A>
  requires is_static_axis<A>
struct axis_argument<A> {
  static constexpr bool is_static = true;
  static constexpr int count = 1;
  static constexpr unsigned bits = 1u << A::value;
  static constexpr int largest = A::value;
};
template <int... K>
struct axis_argument<axes_t<K...>> {
  static constexpr bool is_static = true;
  static constexpr int count = sizeof...(K);
  static constexpr unsigned bits = (0u | ... | (1u << K));
  static constexpr int largest = [] {
    int most = -1;
    for (int k : {K..., -1})
      most = k > most ? k : most;
    return most;
  }();
  static_assert(__builtin_popcount(bits) == count, "weft: axes<...> names an axis twice");
};

/// What is left of static extents; the axes that go have extent 1 with keep_dims.
template <class E, class A, bool Keep>
constexpr auto reduced_type() {
  using argument = axis_argument<A>;
  if constexpr (E::static_rank < 0) {
    return dynamic_extents{};
  } else if constexpr (!argument::is_static) {
    static_assert(E::static_rank >= 1, "weft: a tensor of rank 0 has no axis to reduce");
    return dims<Keep ? E::static_rank : E::static_rank - 1>{};
  } else {
    static_assert(argument::largest < E::static_rank, "weft: reduction over an axis that the operand does not have");
    constexpr auto left = [] {
      loose<E::static_rank> out;
      for (int k = 0; k < E::static_rank; ++k)
        if ((argument::bits >> k & 1u) == 0)
          out.push(E::statics[k], 0);
        else if (Keep)
          out.push(1, 0);
      return out;
    }();
    return typename layout_from_known<left>::type::extents_type{};
  }
}

template <bool Keep, class A, class E>
WEFT_INLINE auto reduced_extents(E const& whole, unsigned bits) {
  using result = decltype(reduced_type<E, A, Keep>());
  dynamic_extents left(0);
  for (int k = 0; k < whole.rank(); ++k)
    if ((bits >> k & 1u) == 0)
      left.value[left.count++] = whole[k];
    else if (Keep)
      left.value[left.count++] = 1;
  return convert_extents<result>(left);
}

/// A lazy fold of e over the axes that a names.
template <class R, bool Keep, class E, class A>
WEFT_FN auto fold_axes(R reducer, E e, A a) {
  const unsigned bits = axis_bits(R::name, a, e.extents().rank());
  const auto left = reduced_extents<Keep, A>(e.extents(), bits);
  using operation = fold_operation<R, E, std::remove_const_t<decltype(left)>>;
  return make_deferred(operation{reducer, std::move(e), left, bits});
}

template <class R, class E>
WEFT_FN auto fold_everything(R const& reducer, E const& e) {
  using T = std::remove_cvref_t<decltype(reducer.finish(std::declval<typename R::accumulator>(), index_t(0)))>;
  session s;
  return fold_all<T>(reducer, e, s);
}

template <class A>
concept AxisArgument = std::integral<A> || axis_argument<A>::is_static;

template <class X>
constexpr void require_mask() {
  static_assert(std::is_same_v<value_t<X>, bool>, "weft: all_of, any_of, none_of and count take a mask: compare first, as in a > 0");
}

template <class A>
WEFT_INLINE constexpr auto reduction_axis(A a) {
  if constexpr (std::integral<A>)
    return static_cast<int>(a);
  else
    return a;
}

/// The three forms that each reduction has.
template <template <class> class R, class X>
WEFT_INLINE auto reduce_all(X&& x) {
  return fold_everything(R<value_t<X>>{}, capture(static_cast<X&&>(x)));
}
template <template <class> class R, bool Keep, class X, class A>
WEFT_INLINE auto reduce_axes(X&& x, A a) {
  return fold_axes<R<value_t<X>>, Keep>(R<value_t<X>>{}, capture(static_cast<X&&>(x)), reduction_axis(a));
}

template <class T>
using min_of = reducer::extreme<T, true>;
template <class T>
using max_of = reducer::extreme<T, false>;
template <class>
using all_of_masks = reducer::all_of;
template <class>
using any_of_masks = reducer::any_of;
template <class>
using count_of_masks = reducer::count;

/// Pairs each element with its number.
struct with_number {
  static constexpr char const* name = "argmin";
  template <class T>
  WEFT_INLINE constexpr reducer::numbered<T> operator()(T const& x, index_t n) const {
    return {x, n};
  }
};
struct same_number {
  WEFT_INLINE constexpr index_t operator()(index_t n) const { return n; }
};
/// Row-major numbers of a shape.
template <Shape S>
WEFT_INLINE auto numbers_of(S const& whole) {
  using place = layout<S, dense<row_major>>;
  return generator_leaf<same_number, dims<1>, place>({}, weft::shape(count_of(whole)), place(whole), 0);
}
/// The index along one axis.
template <Shape S>
WEFT_INLINE auto numbers_along(S const& whole, int axis) {
  using place = layout<S, strided>;
  auto s = convert_extents<dims<S::static_rank>>(whole);
  for (int k = 0; k < whole.rank(); ++k)
    s.set(k, k == axis ? 1 : 0);
  return generator_leaf<same_number, dims<1>, place>({}, weft::shape(whole[axis]), place(whole, s), 0);
}
template <bool Smallest, class E>
WEFT_FN index_t place_of_all(E const& e) {
  const auto numbers = numbers_of(e.extents());
  using pair = node<with_number, E, std::remove_const_t<decltype(numbers)>>;
  return fold_everything(reducer::extreme_place<typename E::value_type, Smallest>{}, pair(with_number{}, e, numbers));
}
template <bool Smallest, bool Keep, class E, class A>
WEFT_FN auto place_along(E const& e, A a) {
  static_assert(axis_argument<A>::count == 1, "weft: argmin and argmax take one axis");
  const int axis = check_axis(Smallest ? "argmin" : "argmax", static_cast<index_t>(a), e.extents().rank());
  const auto numbers = numbers_along(e.extents(), axis);
  using pair = node<with_number, E, std::remove_const_t<decltype(numbers)>>;
  using R = reducer::extreme_place<typename E::value_type, Smallest>;
  return fold_axes<R, Keep>(R{}, pair(with_number{}, e, numbers), a);
}

} // namespace detail

/// The sum; integers accumulate in 64 bits. Of nothing: 0.
template <Tensorial X>
WEFT_INLINE auto sum(X&& x) {
  return detail::reduce_all<reducer::sum>(static_cast<X&&>(x));
}
template <Tensorial X, detail::AxisArgument A>
WEFT_INLINE auto sum(X&& x, A axis) {
  return detail::reduce_axes<reducer::sum, false>(static_cast<X&&>(x), axis);
}
template <Tensorial X, detail::AxisArgument A>
WEFT_INLINE auto sum(X&& x, A axis, keep_dims_t) {
  return detail::reduce_axes<reducer::sum, true>(static_cast<X&&>(x), axis);
}

/// The smallest element; NaN if there is one. shape_error for nothing.
template <Tensorial X>
WEFT_INLINE auto min(X&& x) {
  return detail::reduce_all<detail::min_of>(static_cast<X&&>(x));
}
template <Tensorial X, detail::AxisArgument A>
WEFT_INLINE auto min(X&& x, A axis) {
  return detail::reduce_axes<detail::min_of, false>(static_cast<X&&>(x), axis);
}
template <Tensorial X, detail::AxisArgument A>
WEFT_INLINE auto min(X&& x, A axis, keep_dims_t) {
  return detail::reduce_axes<detail::min_of, true>(static_cast<X&&>(x), axis);
}

/// The largest element; NaN if there is one. shape_error for nothing.
template <Tensorial X>
WEFT_INLINE auto max(X&& x) {
  return detail::reduce_all<detail::max_of>(static_cast<X&&>(x));
}
template <Tensorial X, detail::AxisArgument A>
WEFT_INLINE auto max(X&& x, A axis) {
  return detail::reduce_axes<detail::max_of, false>(static_cast<X&&>(x), axis);
}
template <Tensorial X, detail::AxisArgument A>
WEFT_INLINE auto max(X&& x, A axis, keep_dims_t) {
  return detail::reduce_axes<detail::max_of, true>(static_cast<X&&>(x), axis);
}

/// The arithmetic mean; double for integers. shape_error for nothing.
template <Tensorial X>
WEFT_INLINE auto mean(X&& x) {
  return detail::reduce_all<reducer::mean>(static_cast<X&&>(x));
}
template <Tensorial X, detail::AxisArgument A>
WEFT_INLINE auto mean(X&& x, A axis) {
  return detail::reduce_axes<reducer::mean, false>(static_cast<X&&>(x), axis);
}
template <Tensorial X, detail::AxisArgument A>
WEFT_INLINE auto mean(X&& x, A axis, keep_dims_t) {
  return detail::reduce_axes<reducer::mean, true>(static_cast<X&&>(x), axis);
}

/// The row-major number of the smallest element, over one axis its index there: the first of equals, the first NaN
/// before all else. shape_error for nothing.
template <Tensorial X>
WEFT_INLINE index_t argmin(X&& x) {
  return detail::place_of_all<true>(detail::capture(static_cast<X&&>(x)));
}
template <Tensorial X, detail::AxisArgument A>
WEFT_INLINE auto argmin(X&& x, A axis) {
  return detail::place_along<true, false>(detail::capture(static_cast<X&&>(x)), detail::reduction_axis(axis));
}
template <Tensorial X, detail::AxisArgument A>
WEFT_INLINE auto argmin(X&& x, A axis, keep_dims_t) {
  return detail::place_along<true, true>(detail::capture(static_cast<X&&>(x)), detail::reduction_axis(axis));
}
/// The same for the largest element.
template <Tensorial X>
WEFT_INLINE index_t argmax(X&& x) {
  return detail::place_of_all<false>(detail::capture(static_cast<X&&>(x)));
}
template <Tensorial X, detail::AxisArgument A>
WEFT_INLINE auto argmax(X&& x, A axis) {
  return detail::place_along<false, false>(detail::capture(static_cast<X&&>(x)), detail::reduction_axis(axis));
}
template <Tensorial X, detail::AxisArgument A>
WEFT_INLINE auto argmax(X&& x, A axis, keep_dims_t) {
  return detail::place_along<false, true>(detail::capture(static_cast<X&&>(x)), detail::reduction_axis(axis));
}

/// True if the mask is true everywhere; of nothing: true.
template <Tensorial X>
WEFT_INLINE bool all_of(X&& x) {
  detail::require_mask<X>();
  return detail::reduce_all<detail::all_of_masks>(static_cast<X&&>(x));
}
template <Tensorial X, detail::AxisArgument A>
WEFT_INLINE auto all_of(X&& x, A axis) {
  detail::require_mask<X>();
  return detail::reduce_axes<detail::all_of_masks, false>(static_cast<X&&>(x), axis);
}
template <Tensorial X, detail::AxisArgument A>
WEFT_INLINE auto all_of(X&& x, A axis, keep_dims_t) {
  detail::require_mask<X>();
  return detail::reduce_axes<detail::all_of_masks, true>(static_cast<X&&>(x), axis);
}
/// True if the mask is true somewhere; of nothing: false.
template <Tensorial X>
WEFT_INLINE bool any_of(X&& x) {
  detail::require_mask<X>();
  return detail::reduce_all<detail::any_of_masks>(static_cast<X&&>(x));
}
template <Tensorial X, detail::AxisArgument A>
WEFT_INLINE auto any_of(X&& x, A axis) {
  detail::require_mask<X>();
  return detail::reduce_axes<detail::any_of_masks, false>(static_cast<X&&>(x), axis);
}
template <Tensorial X, detail::AxisArgument A>
WEFT_INLINE auto any_of(X&& x, A axis, keep_dims_t) {
  detail::require_mask<X>();
  return detail::reduce_axes<detail::any_of_masks, true>(static_cast<X&&>(x), axis);
}
/// How often the mask is true.
template <Tensorial X>
WEFT_INLINE index_t count(X&& x) {
  detail::require_mask<X>();
  return detail::reduce_all<detail::count_of_masks>(static_cast<X&&>(x));
}
template <Tensorial X, detail::AxisArgument A>
WEFT_INLINE auto count(X&& x, A axis) {
  detail::require_mask<X>();
  return detail::reduce_axes<detail::count_of_masks, false>(static_cast<X&&>(x), axis);
}
template <Tensorial X, detail::AxisArgument A>
WEFT_INLINE auto count(X&& x, A axis, keep_dims_t) {
  detail::require_mask<X>();
  return detail::reduce_axes<detail::count_of_masks, true>(static_cast<X&&>(x), axis);
}

} // namespace weft
