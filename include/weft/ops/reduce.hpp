#pragma once
#include <weft/ops/reducers.hpp>

// Reductions. sum(a) is a value. Over axes it is lazy, and evaluated once for each assignment it stands in: one axis or
// several, each an int or axis<k>, or axes<...>; keep_dims, last, keeps them with extent 1. Static axes keep static
// extents. Elements are read in memory order and joined pairwise, so that the error of a sum grows with the logarithm
// of its length on every axis.
namespace weft {

namespace detail {

/// The axes that one argument of a reduction names at compile time.
template <class A>
struct static_axes {
  using type = axes_t<>;
};
template <class A>
  requires is_static_axis<A>
struct static_axes<A> {
  using type = axes_t<A::value>;
};
template <int... K>
struct static_axes<axes_t<K...>> {
  using type = axes_t<K...>;
};

template <class A>
inline constexpr bool is_axis_list = false;
template <int... K>
inline constexpr bool is_axis_list<axes_t<K...>> = true;
template <class A>
inline constexpr bool is_run_time_axis = std::integral<A> && !std::same_as<A, bool>;
template <class A>
inline constexpr bool is_keep_dims = std::same_as<A, keep_dims_t>;

template <class A>
concept AxisArgument = is_run_time_axis<A> || is_static_axis<A> || is_axis_list<A> || is_keep_dims<A>;

template <int... J, int... K>
axes_t<J..., K...> operator+(axes_t<J...>, axes_t<K...>);

template <bool... Keeps>
WEFT_FN constexpr bool keeps_last() {
  const bool keeps[] = {Keeps..., false};
  for (int k = 0; k + 1 < int(sizeof...(Keeps)); ++k)
    if (keeps[k])
      return false;
  return sizeof...(Keeps) != 1 || !keeps[0];
}

/// What the arguments of a reduction say together.
template <class... A>
struct reduction_axes {
  static_assert(keeps_last<is_keep_dims<A>...>(), "weft: keep_dims comes last, after the axes");
  static constexpr bool keep = (is_keep_dims<A> || ...);
  static constexpr int at_run_time = (0 + ... + int(is_run_time_axis<A>));
  using list = decltype((axes_t<>{} + ... + typename static_axes<A>::type{}));
};

/// Adds axes to the bits of a set; throws index_error for an axis that is not there or is named twice.
WEFT_INLINE void name_axis(char const* operation, unsigned& bits, index_t axis, int rank) {
  const int k = check_axis(operation, axis, rank);
  if ((bits >> k & 1u) != 0)
    throw_error(operation, "an axis is named twice");
  bits |= 1u << k;
}
template <int... K>
WEFT_INLINE void name_axes([[maybe_unused]] char const* operation, unsigned& bits, axes_t<K...>,
                           [[maybe_unused]] int rank) {
  (name_axis(operation, bits, K, rank), ...);
}
template <AxisArgument A>
WEFT_INLINE void name_axes(char const* operation, unsigned& bits, A axis, int rank) {
  if constexpr (is_run_time_axis<A>)
    name_axis(operation, bits, static_cast<index_t>(axis), rank);
  else
    name_axes(operation, bits, typename static_axes<A>::type{}, rank);
}

/// What is left of static extents without the axes K; they have extent 1 with Keep.
template <class E, bool Keep, int... K>
struct kept_extents {
  static_assert(((K >= 0 && K < E::static_rank) && ...), "weft: reduction over an axis that the operand does not have");
  static constexpr unsigned bits = (0u | ... | (K >= 0 && K < max_rank ? 1u << K : 0u));
  static_assert(__builtin_popcount(bits) == sizeof...(K), "weft: axes<...> names an axis twice");
  static constexpr int rank = E::static_rank - (Keep ? 0 : int(sizeof...(K)));
  WEFT_FN static constexpr index_t extent(int n) {
    for (int k = 0; k < E::static_rank; ++k)
      if ((bits >> k & 1u) == 0 || Keep)
        if (n-- == 0)
          return (bits >> k & 1u) == 0 ? E::statics[k] : 1;
    return 0;
  }
  template <int... N>
  WEFT_FN static constexpr extents<extent(N)...> make(std::integer_sequence<int, N...>) {
    return {};
  }
  using type = decltype(make(std::make_integer_sequence<int, (rank < 0 ? 0 : rank)>{}));
};
template <class E, bool Keep, int... K>
WEFT_FN constexpr auto without_axes(axes_t<K...>) {
  return typename kept_extents<E, Keep, K...>::type{};
}

template <class E, class Axes>
WEFT_FN constexpr auto reduced_type() {
  if constexpr (E::static_rank < 0) {
    return dynamic_extents{};
  } else if constexpr (Axes::at_run_time == 0) {
    return without_axes<E, Axes::keep>(typename Axes::list{});
  } else {
    constexpr int left = decltype(without_axes<E, false>(typename Axes::list{}))::static_rank - Axes::at_run_time;
    static_assert(left >= 0, "weft: reduction over more axes than the operand has");
    return dims<Axes::keep ? E::static_rank : (left < 0 ? 0 : left)>{};
  }
}

template <class To, Shape E>
WEFT_INLINE To reduced_extents(E const& whole, unsigned bits, bool keep) {
  dynamic_extents left(0);
  for (int k = 0; k < whole.rank(); ++k)
    if ((bits >> k & 1u) == 0)
      left.value[left.count++] = whole[k];
    else if (keep)
      left.value[left.count++] = 1;
  return convert_extents<To>(left);
}

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
/// e with the row-major number that each element has among those it is compared with.
template <class E>
WEFT_INLINE auto numbered(E e, unsigned reduced) {
  auto const& whole = e.extents();
  using S = typename E::extents_type;
  using place = layout<S, strided>;
  auto steps = convert_extents<dims<S::static_rank>>(whole);
  index_t run = 1;
  for (int k = whole.rank() - 1; k >= 0; --k) {
    const bool goes = (reduced >> k & 1u) != 0;
    steps.set(k, goes ? run : 0);
    run *= goes ? whole[k] : 1;
  }
  using numbers = generator_leaf<same_number, dims<1>, place>;
  numbers n({}, weft::shape(run), place(whole, steps), 0);
  return node<with_number, E, numbers>(with_number{}, std::move(e), std::move(n));
}
template <class R, class E>
WEFT_INLINE auto operand_for(E e, unsigned reduced) {
  if constexpr (requires { R::takes_numbers; })
    return numbered(std::move(e), reduced);
  else
    return e;
}

/// A lazy fold of e over the axes that are named.
template <class R, class E, class... A>
WEFT_FN auto fold_axes(E e, A... axes) {
  using named = reduction_axes<A...>;
  using left = decltype(reduced_type<typename E::extents_type, named>());
  unsigned bits = 0;
  (name_axes(R::name, bits, axes, e.extents().rank()), ...);
  const left shape = reduced_extents<left>(e.extents(), bits, named::keep);
  auto values = operand_for<R>(std::move(e), bits);
  return make_deferred(fold_operation<R, decltype(values), left>(R{}, std::move(values), shape, bits));
}
template <class R, class E>
WEFT_FN auto fold_everything(E const& e) {
  session s;
  using T = decltype(R{}.finish(std::declval<typename R::accumulator>(), index_t(0)));
  return fold_all<T>(R{}, operand_for<R>(e, ~0u), s);
}

/// The reduction R of x: of everything, or over the axes named.
template <template <class> class R, class X, class... A>
WEFT_INLINE auto reduce(X&& x, A... axes) {
  if constexpr (sizeof...(A) == 0)
    return fold_everything<R<value_t<X>>>(capture(static_cast<X&&>(x)));
  else
    return fold_axes<R<value_t<X>>>(capture(static_cast<X&&>(x)), axes...);
}

} // namespace detail

/// The sum; integers accumulate in 64 bits, modulo 2^64. Of nothing: 0.
template <Tensorial X, detail::AxisArgument... A>
WEFT_INLINE auto sum(X&& x, A... axes) {
  return detail::reduce<reducer::sum>(static_cast<X&&>(x), axes...);
}
/// The product; integers accumulate in 64 bits, modulo 2^64. Of nothing: 1.
template <Tensorial X, detail::AxisArgument... A>
WEFT_INLINE auto prod(X&& x, A... axes) {
  return detail::reduce<reducer::prod>(static_cast<X&&>(x), axes...);
}
/// The smallest element; NaN if there is one. shape_error for nothing.
template <Tensorial X, detail::AxisArgument... A>
WEFT_INLINE auto min(X&& x, A... axes) {
  return detail::reduce<reducer::min>(static_cast<X&&>(x), axes...);
}
/// The largest element; NaN if there is one. shape_error for nothing.
template <Tensorial X, detail::AxisArgument... A>
WEFT_INLINE auto max(X&& x, A... axes) {
  return detail::reduce<reducer::max>(static_cast<X&&>(x), axes...);
}
/// The arithmetic mean; double for integers. shape_error for nothing.
template <Tensorial X, detail::AxisArgument... A>
WEFT_INLINE auto mean(X&& x, A... axes) {
  return detail::reduce<reducer::mean>(static_cast<X&&>(x), axes...);
}
/// Where the smallest element stands: its row-major number, over axes its number
/// along them. The first of equals, the first
/// NaN before all else. shape_error for nothing.
template <Tensorial X, detail::AxisArgument... A>
WEFT_INLINE auto argmin(X&& x, A... axes) {
  return detail::reduce<reducer::argmin>(static_cast<X&&>(x), axes...);
}
/// Where the largest element stands, by the same rules.
template <Tensorial X, detail::AxisArgument... A>
WEFT_INLINE auto argmax(X&& x, A... axes) {
  return detail::reduce<reducer::argmax>(static_cast<X&&>(x), axes...);
}
/// True if the mask is true everywhere. Of nothing: true.
template <Tensorial X, detail::AxisArgument... A>
WEFT_INLINE auto all_of(X&& x, A... axes) {
  return detail::reduce<reducer::all_of>(static_cast<X&&>(x), axes...);
}
/// True if the mask is true somewhere. Of nothing: false.
template <Tensorial X, detail::AxisArgument... A>
WEFT_INLINE auto any_of(X&& x, A... axes) {
  return detail::reduce<reducer::any_of>(static_cast<X&&>(x), axes...);
}
/// True if the mask is true nowhere. Of nothing: true.
template <Tensorial X, detail::AxisArgument... A>
WEFT_INLINE auto none_of(X&& x, A... axes) {
  return detail::reduce<reducer::none_of>(static_cast<X&&>(x), axes...);
}
/// How often the mask is true.
template <Tensorial X, detail::AxisArgument... A>
WEFT_INLINE auto count(X&& x, A... axes) {
  return detail::reduce<reducer::count>(static_cast<X&&>(x), axes...);
}

template <std::same_as<bool> M, class... A>
void all_of(M, A...) WEFT_REFUSED("weft: all_of takes a mask, not one bool: a == b is one answer, equal(a, b) a mask");
template <std::same_as<bool> M, class... A>
void any_of(M, A...) WEFT_REFUSED("weft: any_of takes a mask, not one bool: a == b is one answer, equal(a, b) a mask");
template <std::same_as<bool> M, class... A>
void none_of(M, A...) WEFT_REFUSED("weft: none_of takes a mask, not one bool: a == b is one, equal(a, b) a mask");
template <std::same_as<bool> M, class... A>
void count(M, A...) WEFT_REFUSED("weft: count takes a mask, not one bool: a == b is one answer, equal(a, b) a mask");

// What programs try, refused with a reason.
template <Tensorial X, detail::AxisArgument... A>
  requires is_complex<detail::value_t<X>>
void min(X&&, A...) WEFT_REFUSED("weft: complex numbers have no order");
template <Tensorial X, detail::AxisArgument... A>
  requires is_complex<detail::value_t<X>>
void max(X&&, A...) WEFT_REFUSED("weft: complex numbers have no order");
template <Tensorial X, detail::AxisArgument... A>
  requires is_complex<detail::value_t<X>>
void argmin(X&&, A...) WEFT_REFUSED("weft: complex numbers have no order");
template <Tensorial X, detail::AxisArgument... A>
  requires is_complex<detail::value_t<X>>
void argmax(X&&, A...) WEFT_REFUSED("weft: complex numbers have no order");
template <Tensorial A, Tensorial B>
void min(A&&, B&&) WEFT_REFUSED("weft: min(a, axis) reduces; the smaller of two elements is minimum(a, b)");
template <Tensorial A, Tensorial B>
void max(A&&, B&&) WEFT_REFUSED("weft: max(a, axis) reduces; the larger of two elements is maximum(a, b)");

} // namespace weft
