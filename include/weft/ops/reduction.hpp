#pragma once
#include <weft/expr/operation_list.hpp>
#include <weft/ops/nan_reducers.hpp>

#include <bit>

// The common part of all reductions: reads the arguments that name axes, and computes the shapes of results.
namespace weft {

namespace detail {

/// A row of all_reducers: a reduction, and the groups of element types for which the library has a compiled fold.
/// Integers of other types (and bools that are counted) are converted first: to double if the result is floating, else
/// to int64.
template <template <class> class R, unsigned Groups>
struct reducer_row {
  template <class T>
  using of = R<T>;
  static constexpr unsigned groups = Groups;
  WEFT_FN static constexpr char const* name() {
    return R<std::conditional_t<Groups == mask_group, bool, double>>::name;
  }
};
/// The reductions of weft. Name, function, gradient and treatment of NaN are members of the reducer in each row.
using all_reducers =
    operation_list<reducer_row<reducer::sum, number_group>, reducer_row<reducer::prod, number_group>,
                   reducer_row<reducer::mean, floating_group>, reducer_row<reducer::var, floating_group>,
                   reducer_row<reducer::stddev, floating_group>, reducer_row<reducer::norm, floating_group>,
                   reducer_row<reducer::min, ordered_group>, reducer_row<reducer::max, ordered_group>,
                   reducer_row<reducer::argmin, ordered_group>, reducer_row<reducer::argmax, ordered_group>,
                   reducer_row<reducer::ptp, ordered_group>, reducer_row<reducer::logsumexp, real_group>,
                   reducer_row<reducer::all_of, mask_group>, reducer_row<reducer::any_of, mask_group>,
                   reducer_row<reducer::none_of, mask_group>, reducer_row<reducer::count, mask_group>,
                   reducer_row<reducer::nan_sum, number_group>, reducer_row<reducer::nan_prod, number_group>,
                   reducer_row<reducer::nan_mean, floating_group>, reducer_row<reducer::nan_var, floating_group>,
                   reducer_row<reducer::nan_stddev, floating_group>, reducer_row<reducer::nan_min, ordered_group>,
                   reducer_row<reducer::nan_max, ordered_group>, reducer_row<reducer::nan_argmin, ordered_group>,
                   reducer_row<reducer::nan_argmax, ordered_group>, reducer_row<reducer::minmax, 0>>;

struct reducer_place {
  int number = -1; ///< the number of the reduction; -1: weft has no such reduction
  unsigned groups = 0;
};
template <template <class> class R, unsigned Groups, int Place>
WEFT_FN constexpr reducer_place find_reducer(listed_at<reducer_row<R, Groups>, Place> const*) {
  return {Place, Groups};
}
template <template <class> class>
WEFT_FN constexpr reducer_place find_reducer(void const*) {
  return {};
}
template <template <class> class R>
inline constexpr reducer_place place_of_reducer = find_reducer<R>(places_in<all_reducers>);
template <template <class> class R, class T>
  requires(is_number<T> && place_of_reducer<R>.number >= 0)
inline constexpr bool is_own_reducer<R<T>> = true;

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

/// An argument after X in a reduction. It names axes of X; if X is an index of index notation, it is a further index
/// or, as the last argument, the reduced expression.
template <class A, class X>
concept ReductionArgument = AxisArgument<A> || IndexForm<X>;

/// An option of a reducer, such as ddof.
template <class O, class R>
concept OptionOf = requires(R r, O o) { r.set_option(o); };

template <class... A>
struct argument_list {
  static constexpr int count = sizeof...(A);
};
template <class... A, class... B>
argument_list<A..., B...> operator+(argument_list<A...>, argument_list<B...>);
/// The list of the arguments that name axes.
template <class... A>
using axis_arguments =
    decltype((argument_list<>{} + ... + std::conditional_t<AxisArgument<A>, argument_list<A>, argument_list<>>{}));

template <int... J, int... K>
axes_t<J..., K...> operator+(axes_t<J...>, axes_t<K...>);

template <bool... Keeps>
WEFT_FN constexpr bool keeps_last() {
  bool const keeps[] = {Keeps..., false};
  for (int k = 0; k + 1 < int(sizeof...(Keeps)); ++k)
    if (keeps[k])
      return false;
  return sizeof...(Keeps) != 1 || !keeps[0];
}

/// The axes that all arguments of a reduction name.
template <class List>
struct reduction_axes;
template <class... A>
struct reduction_axes<argument_list<A...>> {
  static_assert(keeps_last<is_keep_dims<A>...>(), "weft: keep_dims comes last, after the axes");
  static constexpr bool keep = (is_keep_dims<A> || ...);
  static constexpr int at_run_time = (0 + ... + int(is_run_time_axis<A>));
  using list = decltype((axes_t<>{} + ... + typename static_axes<A>::type{}));
  using static_list = std::conditional_t<at_run_time == 0, list, void>; ///< void: some axes are known only at run time
};

/// Sets the bit of an axis in a set. Throws index_error if the axis does not exist or its bit is set already.
WEFT_INLINE constexpr void name_axis(char const* operation, unsigned& bits, index_t axis, int rank) {
  int const k = check_axis(operation, axis, rank);
  if ((bits >> k & 1u) != 0)
    throw_axis_twice(operation, axis, rank);
  bits |= 1u << k;
}
template <int... K>
WEFT_INLINE constexpr void name_axes([[maybe_unused]] char const* operation, unsigned& bits, axes_t<K...>,
                                     [[maybe_unused]] int rank) {
  (name_axis(operation, bits, K, rank), ...);
}
template <class A>
WEFT_INLINE constexpr void name_axes(char const* operation, unsigned& bits, A axis, int rank) {
  if constexpr (is_run_time_axis<A>)
    name_axis(operation, bits, static_cast<index_t>(axis), rank);
  else
    name_axes(operation, bits, typename static_axes<A>::type{}, rank);
}

/// `type`: the static extents E without the axes K; if Keep is true, these have extent 1 instead.
template <class E, bool Keep, int... K>
struct kept_extents {
  static constexpr unsigned bits = (0u | ... | (1u << K));
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

/// True if the operand has all axes that types name, and each is named once; else it does not compile.
template <int Rank, int... K>
WEFT_FN constexpr bool axes_fit(axes_t<K...>) {
  constexpr bool there = ((K >= 0 && K < (Rank < 0 ? max_rank : Rank)) && ...);
  constexpr unsigned bits = (0u | ... | (K >= 0 && K < max_rank ? 1u << K : 0u));
  constexpr bool once = !there || std::popcount(bits) == sizeof...(K);
  static_assert(there, "weft: reduction over an axis that the operand does not have; axes count from 0");
  static_assert(once, "weft: axes<...> names an axis twice");
  return there && once;
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
WEFT_INLINE constexpr To reduced_extents(E const& whole, unsigned bits, bool keep) {
  dynamic_extents left(0);
  for (int k = 0; k < whole.rank(); ++k)
    if ((bits >> k & 1u) == 0)
      left.value[left.count++] = whole[k];
    else if (keep)
      left.value[left.count++] = 1;
  return convert_extents<To>(left);
}

/// Returns e with numbers: each element has its row-major number among the elements that are reduced together.
template <class E>
WEFT_INLINE constexpr auto with_numbers(E e, unsigned reduced) {
  auto const& whole = e.extents();
  using S = typename E::extents_type;
  auto steps = convert_extents<dims<S::static_rank>>(whole);
  index_t run = 1;
  for (int k = whole.rank() - 1; k >= 0; --k) {
    bool const goes = (reduced >> k & 1u) != 0;
    steps.set(k, goes ? run : 0);
    run *= goes ? whole[k] : 1;
  }
  auto n = element_numbers(with_number::name, whole, steps, 0);
  return node<with_number, E, decltype(n)>(with_number{}, std::move(e), std::move(n));
}
template <class R, class E>
WEFT_INLINE constexpr auto operand_for(E e, unsigned reduced) {
  if constexpr (requires { R::accepts_numbers; })
    return with_numbers(std::move(e), reduced);
  else
    return e;
}

/// Returns the reduction R of e: lazily over the named axes, or as a value over everything if none is named. e is not
/// taken by value: with AVX instructions Clang 19 copies such an argument by one load of what two stores wrote, and the
/// load waits: sums of 64 numbers took 2.8 times as long.
template <class R, class E, class... A>
WEFT_FN constexpr auto reduce_by(R const& reducer, E&& e, A... axes) {
  using named = reduction_axes<axis_arguments<A...>>;
  require_offers<reducer_hooks, R>();
  if constexpr (!requires { typename R::accumulator; }) {
    return 0; // R has been refused already; further errors would only repeat that
  } else if constexpr (!axes_fit<E::static_rank>(typename named::list{})) {
    return refused_value{};
  } else if constexpr (axis_arguments<A...>::count == 0 && is_followed<E> && is_differentiable<folded_t<R>>) {
    return make_fold(reducer, static_cast<E&&>(e), extents<>{}, ~0u);
  } else if constexpr (axis_arguments<A...>::count == 0) {
    return fold_of_all(reducer, operand_for<R>(static_cast<E&&>(e), ~0u));
  } else {
    using left = decltype(reduced_type<typename E::extents_type, named>());
    unsigned bits = 0;
    (name_axes(R::name, bits, axes, e.extents().rank()), ...);
    left const shape = reduced_extents<left>(e.extents(), bits, named::keep);
    auto values = operand_for<R>(static_cast<E&&>(e), bits);
    return make_fold<typename named::static_list>(reducer, std::move(values), shape, bits);
  }
}

struct no_option {};

template <class R, class O>
WEFT_INLINE constexpr void tell([[maybe_unused]] R& reducer, [[maybe_unused]] O option) {
  if constexpr (OptionOf<O, R>)
    reducer.set_option(option);
}

} // namespace detail

namespace detail {
/// Operands that are no tensors and have reductions of their own, by a member reduced_by(r): fields that are divided
/// among ranks. They have a member type weft_reduced.
template <class X>
concept ReducesItself = requires { typename std::remove_cvref_t<X>::weft_reduced; };
/// True for operands that no call of a reduction takes.
template <template <class> class R, class X, class... A>
WEFT_FN constexpr bool is_not_reduced() {
  if constexpr (!AnyTensorial<X>)
    return !IndexForm<X> && !AnyGrid<X> && !ReducesItself<X> && !OptionOf<X, R<double>>;
  else if constexpr (Tensorial<X> && !IndexForm<X> && !Sparse<X>)
    return !((AxisArgument<A> || OptionOf<A, R<value_t<X>>>) && ...);
  else
    return false;
}
template <template <class> class R, class X, class... A>
concept NotReduced = is_not_reduced<R, X, A...>();
} // namespace detail

/// A reduction as an object. A call reduces: f(x), f(x, 0), f(x, axes<0, 2>, keep_dims). reduce() takes it as an
/// argument. R<T> is a reducer of values of type T (see eval/fold_row.hpp). A reduction of your own is
///   template <class T> struct longest { ... };
///   inline constexpr weft::reduction<longest> longest_of{};
template <template <class> class R, class Option = detail::no_option>
struct reduction {
  [[no_unique_address]] Option option{};

  template <Tensorial X, class... A>
    requires(!IndexForm<X> && !Sparse<X> &&
             ((detail::AxisArgument<A> || detail::OptionOf<A, R<detail::value_t<X>>>) && ...))
  [[nodiscard]] WEFT_INLINE constexpr auto operator()(X&& x, A... axes) const {
    using T = detail::computed_t<detail::value_t<X>>;
    if constexpr (detail::names_indices<std::remove_cvref_t<X>>) {
      static_assert(detail::always_false<X>, "weft: over indices a reduction names them: sum(j, a(i, j))");
      return detail::refused_value{};
    } else if constexpr (is_complex<T> && requires { R<T>::orders; }) {
      static_assert(detail::always_false<X>, "weft: complex numbers have no order");
      return T();
    } else {
      auto r = of<T>();
      (detail::tell(r, axes), ...);
      return detail::reduce_by(r, detail::capture(static_cast<X&&>(x)), axes...);
    }
  }
  /// Reduces over indices: sum(j, e), see index/notation.hpp.
  template <IndexForm X, class... A>
  [[nodiscard]] WEFT_INLINE constexpr auto operator()(X const& first, A&&... rest) const {
    return reduction_over_indices(detail::answered_above{}, *this, first, static_cast<A&&>(rest)...);
  }
  template <Untyped X, class... A>
    requires((detail::AxisArgument<A> || std::same_as<A, ddof>) && ...)
  [[nodiscard]] WEFT_INLINE constexpr auto operator()(X&& x, A... axes) const {
    return untyped_reduction<R>(detail::answered_above{}, static_cast<X&&>(x), option, axes...);
  }
  /// Reduces operands that have reductions of their own, see sparse/reduce.hpp.
  template <Sparse X, class... A>
  [[nodiscard]] WEFT_FN auto operator()(X const& x, A... axes) const {
    return reduction_of_sparse(detail::answered_above{}, *this, x, axes...);
  }
  template <detail::ReducesItself X>
  [[nodiscard]] WEFT_FN auto operator()(X const& x) const {
    return x.reduced_by(*this);
  }
  template <class X, class... A>
    requires detail::NotReduced<R, X, A...>
  [[nodiscard]] detail::refused_value operator()(X const&, A...) const {
    static_assert(Tensorial<X>, "weft: a reduction takes a tensor, view or expression; borrow(container) is a view");
    static_assert(!Tensorial<X>, "weft: axes are integers, axis<k> or axes<...>, then keep_dims");
    return {};
  }
  template <detail::AnyGrid X, class... A>
  [[nodiscard]] detail::refused_value operator()(X const&, A...) const {
    return detail::refused_grid<X>();
  }
  /// Returns this reduction with an option, for reduce(): var(ddof(1)).
  template <class O>
    requires(!AnyTensorial<O> && detail::OptionOf<O, R<double>>)
  [[nodiscard]] WEFT_INLINE constexpr reduction<R, O> operator()(O o) const {
    return {o};
  }
  /// Returns the reducer for elements of type T.
  template <class T>
  [[nodiscard]] WEFT_INLINE constexpr R<T> of() const {
    R<T> r;
    detail::tell(r, option);
    return r;
  }
};

namespace detail {
template <class X>
inline constexpr bool is_reduction = false;
template <template <class> class R, class O>
inline constexpr bool is_reduction<reduction<R, O>> = true;
/// True if no true comes after a false.
template <bool... Is>
WEFT_FN constexpr bool leads() {
  bool const is[] = {Is..., false};
  for (int k = 1; k < int(sizeof...(Is)); ++k)
    if (is[k] && !is[k - 1])
      return false;
  return true;
}
} // namespace detail

} // namespace weft
