#pragma once
#include <weft/ops/nan_reducers.hpp>
#include <weft/ops/reduction.hpp>
#include <weft/tensor/tensor.hpp>

// Reductions. sum(a) is a value. Over axes a reduction is lazy, and evaluated once for each assignment of an expression
// with it. Axes are one or several arguments, each an int or axis<k>, or axes<...>; keep_dims, as the last argument,
// keeps them with extent 1. Static axes keep extents static. Elements are read in memory order and summed pairwise, so
// the error of a sum grows only with the logarithm of its length, on every axis.
//
// Most reductions are objects, because reduce(e, sum, mean, var) could not take the name of a template. Reductions with
// a name that std has too are function templates: after `using namespace std` an object would be ambiguous, a function
// is not.
namespace weft {

/// Returns the sum; integers accumulate in 64 bits, modulo 2^64. 0 for no elements.
inline constexpr reduction<reducer::sum> sum{};
/// Returns the product; integers accumulate in 64 bits, modulo 2^64. 1 for no elements.
inline constexpr reduction<reducer::prod> prod{};
/// Returns the arithmetic mean; double for integers. Throws shape_error for no elements.
inline constexpr reduction<reducer::mean> mean{};
/// Returns the variance, the mean of |x - mean|^2; real, double for integers. var(x, 0, ddof(1)) divides by the number
/// of values minus one. It takes one pass, and a large mean loses no digits. For finite values it is never NaN, and
/// infinite only if the variance is above the largest number: if squares overflow in between, a second pass takes
/// scaled values. NaN if a value is infinite. Throws shape_error for no elements.
inline constexpr reduction<reducer::var> var{};
/// Returns the square root of the variance, by the rules of var. It is finite if that root is.
inline constexpr reduction<reducer::stddev> stddev{};
/// Returns the row-major number of the smallest element; over axes its row-major number along these. It is the first of
/// equal elements, and the first NaN if there is one. Throws shape_error for no elements.
inline constexpr reduction<reducer::argmin> argmin{};
/// Returns the row-major number of the largest element, by the rules of argmin.
inline constexpr reduction<reducer::argmax> argmax{};
/// Returns the largest element minus the smallest; NaN if an element is NaN. Throws shape_error for no elements.
inline constexpr reduction<reducer::ptp> ptp{};
/// Returns log(sum(exp(x))) without overflow; double for integers. -infinity for no elements.
inline constexpr reduction<reducer::logsumexp> logsumexp{};
/// The reductions min and max as objects, for reduce().
inline constexpr reduction<reducer::min> smallest{};
inline constexpr reduction<reducer::max> largest{};

/// Reductions that ignore elements that are NaN (for complex numbers: in either part). If all are NaN, the result is as
/// for no elements; if no elements would throw, it is NaN, but nan_argmin and nan_argmax throw error.
inline constexpr reduction<reducer::nan_sum> nan_sum{};
inline constexpr reduction<reducer::nan_prod> nan_prod{};
inline constexpr reduction<reducer::nan_mean> nan_mean{};
inline constexpr reduction<reducer::nan_var> nan_var{};
inline constexpr reduction<reducer::nan_stddev> nan_stddev{};
inline constexpr reduction<reducer::nan_min> nan_min{};
inline constexpr reduction<reducer::nan_max> nan_max{};
inline constexpr reduction<reducer::nan_argmin> nan_argmin{};
inline constexpr reduction<reducer::nan_argmax> nan_argmax{};

/// Returns the smallest element; NaN if an element is NaN. Throws shape_error for no elements.
template <AnyTensorial X, detail::ReductionArgument<X>... A>
[[nodiscard]] WEFT_INLINE constexpr auto(min)(X&& x, A... axes) {
  return reduction<reducer::min>{}(static_cast<X&&>(x), static_cast<A&&>(axes)...);
}
/// Returns the largest element; NaN if an element is NaN. Throws shape_error for no elements.
template <AnyTensorial X, detail::ReductionArgument<X>... A>
[[nodiscard]] WEFT_INLINE constexpr auto(max)(X&& x, A... axes) {
  return reduction<reducer::max>{}(static_cast<X&&>(x), static_cast<A&&>(axes)...);
}
/// True if the mask is true everywhere; true for no elements.
template <AnyTensorial X, detail::ReductionArgument<X>... A>
[[nodiscard]] WEFT_INLINE constexpr auto all_of(X&& x, A... axes) {
  return reduction<reducer::all_of>{}(static_cast<X&&>(x), static_cast<A&&>(axes)...);
}
/// True if the mask is true somewhere; false for no elements.
template <AnyTensorial X, detail::ReductionArgument<X>... A>
[[nodiscard]] WEFT_INLINE constexpr auto any_of(X&& x, A... axes) {
  return reduction<reducer::any_of>{}(static_cast<X&&>(x), static_cast<A&&>(axes)...);
}
/// True if the mask is true nowhere; true for no elements.
template <AnyTensorial X, detail::ReductionArgument<X>... A>
[[nodiscard]] WEFT_INLINE constexpr auto none_of(X&& x, A... axes) {
  return reduction<reducer::none_of>{}(static_cast<X&&>(x), static_cast<A&&>(axes)...);
}
/// Counts the elements of a mask that are true.
template <AnyTensorial X, detail::ReductionArgument<X>... A>
[[nodiscard]] WEFT_INLINE constexpr auto count(X&& x, A... axes) {
  return reduction<reducer::count>{}(static_cast<X&&>(x), static_cast<A&&>(axes)...);
}

/// Returns the 2-norm, of all elements or along axes; real, double for integers. Squares of elements neither overflow
/// nor underflow, unless the result does. 0 for no elements. Where it is 0 it has no derivative: gradients are 0 there
/// by convention, and second derivatives are NaN, also of square(norm(x)); sum(square(x)) has the right ones.
template <AnyTensorial X, detail::ReductionArgument<X>... A>
[[nodiscard]] WEFT_INLINE constexpr auto norm(X&& x, A... axes) {
  return reduction<reducer::norm>{}(static_cast<X&&>(x), static_cast<A&&>(axes)...);
}

namespace op {
struct select_min {
  static constexpr char const* name = "minmax";
  template <class T>
  WEFT_INLINE constexpr T operator()(minmax_result<T, T> const& both) const {
    return both.min;
  }
};
struct select_max {
  static constexpr char const* name = "minmax";
  template <class T>
  WEFT_INLINE constexpr T operator()(minmax_result<T, T> const& both) const {
    return both.max;
  }
};
template <int At>
struct select_at {
  static constexpr char const* name = "reduce";
  template <class... T>
  WEFT_INLINE constexpr auto operator()(pack<T...> const& all) const {
    return get<At>(all);
  }
};
} // namespace op

/// Returns the smallest and the largest element in one pass: auto [lo, hi] = minmax(a). Over axes these are two
/// expressions; an assignment that reads both takes one pass. NaN and no elements are treated as by min. For variables
/// and any_tensors it returns min(a) and max(a), which take a pass each.
template <AnyTensorial X, detail::AxisArgument... A>
[[nodiscard]] WEFT_INLINE constexpr auto minmax(X&& x, A... axes) {
  if constexpr (Untyped<X>) {
    return minmax_result((min)(x, axes...), (max)(x, axes...));
  } else if constexpr (detail::is_followed<detail::captured_t<X>>) {
    return minmax_result((min)(x, axes...), (max)(x, axes...));
  } else if constexpr (sizeof...(A) == 0) {
    return reduction<reducer::minmax>{}(static_cast<X&&>(x));
  } else {
    auto const both = reduction<reducer::minmax>{}(static_cast<X&&>(x), axes...);
    using E = std::remove_const_t<decltype(both)>;
    using lo = node<op::select_min, E>;
    using hi = node<op::select_max, E>;
    return minmax_result<lo, hi>{lo(op::select_min{}, both), hi(op::select_max{}, both)};
  }
}

WEFT_KERNELS_BEGIN
namespace reducer {

/// A fold with a function of the program: f(f(f(identity, x0), x1), x2) ...
template <class A, class F>
struct user_fold {
  static constexpr char const* name = "fold";
  static constexpr bool has_identity = true, in_order = true;
  using accumulator = A;
  A identity;
  [[no_unique_address]] F function;
  WEFT_INLINE constexpr A start() const { return identity; }
  template <class T>
  WEFT_INLINE constexpr void add(A& a, T const& x) const {
    a = static_cast<A>(function(static_cast<A const&>(a), x));
  }
  WEFT_INLINE constexpr A finish(A const& a, index_t) const { return a; }
};

} // namespace reducer
WEFT_KERNELS_END

namespace detail {

template <class X, class T, class F, class... A>
WEFT_INLINE constexpr auto fold_with(X&& x, T const& identity, F f, A... axes) {
  using V = value_t<X>;
  constexpr bool accepts = std::is_invocable_v<F const&, T const&, V const&>;
  static_assert(accepts, "weft: fold: f takes the result so far, an element");
  if constexpr (accepts) {
    using R = std::remove_cvref_t<std::invoke_result_t<F const&, T const&, V const&>>;
    return reduce_by(reducer::user_fold<R, F>{static_cast<R>(identity), static_cast<F&&>(f)},
                     capture(static_cast<X&&>(x)), axes...);
  } else {
    return refused_value{};
  }
}

/// Elements whose type is known only at run time are converted to the type of the identity.
template <Untyped X, class T, class F, class... A>
WEFT_FN auto fold_with(X&& x, T const& identity, F f, A... axes) {
  static_assert(HasDtype<T>, "weft: fold: the elements of an any_tensor become what the identity is: fold(u, 0.0, f)");
  if constexpr (HasDtype<T>)
    return fold_with(stored_leaf<T, dynamic_extents>(answered_above{}, x, "fold"), identity, static_cast<F&&>(f),
                     axes...);
  else
    return refused_value{};
}

/// Computes the reductions At of a pack over the axes J of it, all in one pass.
template <class X, class P, int... At, int... J>
WEFT_FN auto reduce_together(X&& x, P const& reducers_and_axes, std::integer_sequence<int, At...>,
                             std::integer_sequence<int, J...>) {
  using T = computed_t<value_t<X>>;
  using all = joint_reducer<decltype(get<At>(reducers_and_axes).template of<T>())...>;
  all const reducers(make_pack(get<At>(reducers_and_axes).template of<T>()...));
  auto const axes = make_pack(get<int(sizeof...(At)) + J>(reducers_and_axes)...);
  if constexpr (is_followed<captured_t<X>>) {
    return make_pack(get<At>(reducers_and_axes)(x, get<J>(axes)...)...);
  } else if constexpr (sizeof...(J) == 0) {
    return reduce_by(reducers, capture(static_cast<X&&>(x)));
  } else {
    auto const results = reduce_by(reducers, capture(static_cast<X&&>(x)), get<J>(axes)...);
    session s;
    equal_operands<std::remove_const_t<decltype(results)>> const equal(results, s);
    auto const values = materialise(results, s);
    return make_pack(tensor(node<op::select_at<At>, std::remove_const_t<decltype(values)>>({}, values))...);
  }
}

template <Untyped X, class P, int... At, int... J>
WEFT_FN auto reduce_together(X&& x, P const& reducers_and_axes, std::integer_sequence<int, At...>,
                             std::integer_sequence<int, J...>) {
  return make_pack(get<At>(reducers_and_axes)(x, get<int(sizeof...(At)) + J>(reducers_and_axes)...)...);
}

} // namespace detail

/// Returns f(... f(f(identity, x0), x1) ..., xn) over the elements in row-major order, one by one: f need not be
/// associative. The result has the type of f(identity, x); it is `identity` for no elements. The elements of an
/// any_tensor are converted to the type of the identity as by an assignment, so that f is compiled once: dtype_error if
/// that needs a cast.
template <AnyTensorial X, class T, class F>
[[nodiscard]] WEFT_INLINE constexpr auto fold(X&& x, T const& identity, F f) {
  return detail::fold_with(static_cast<X&&>(x), identity, static_cast<F&&>(f));
}
/// Returns the fold along an axis (or axes<...>), lazily.
template <AnyTensorial X, detail::AxisArgument A, class T, class F>
[[nodiscard]] WEFT_INLINE constexpr auto fold(X&& x, A axis, T const& identity, F f) {
  return detail::fold_with(static_cast<X&&>(x), identity, static_cast<F&&>(f), axis);
}
template <AnyTensorial X, detail::AxisArgument A, class T, class F>
[[nodiscard]] WEFT_INLINE constexpr auto fold(X&& x, A axis, T const& identity, F f, keep_dims_t keep) {
  return detail::fold_with(static_cast<X&&>(x), identity, static_cast<F&&>(f), axis, keep);
}

/// Computes several reductions of x in one pass over memory: auto [s, m, v] = reduce(x, sum, mean, var). The results
/// are values. With axes, which come last as in reduce(x, sum, mean, 1, keep_dims), they are tensors, evaluated at
/// once. min and max are called smallest and largest here. Options are given to the reductions, as in var(ddof(1)). For
/// variables and any_tensors the results are expressions, which take a pass each.
template <AnyTensorial X, class... P>
  requires((detail::is_reduction<P> || detail::AxisArgument<P>) && ...)
[[nodiscard]] WEFT_INLINE constexpr auto reduce(X&& x, P... reducers_and_axes) {
  constexpr int reductions = (0 + ... + int(detail::is_reduction<P>));
  static_assert(reductions > 0 && detail::leads<detail::is_reduction<P>...>(),
                "weft: reduce: one reduction or more, then axes");
  return detail::reduce_together(static_cast<X&&>(x), make_pack(reducers_and_axes...),
                                 std::make_integer_sequence<int, reductions>{},
                                 std::make_integer_sequence<int, int(sizeof...(P)) - reductions>{});
}

template <std::same_as<bool> M, class... A>
void all_of(M, A...) WEFT_REFUSED("weft: all_of takes a mask, not one bool: a == b is one answer, equal(a, b) a mask");
template <std::same_as<bool> M, class... A>
void any_of(M, A...) WEFT_REFUSED("weft: any_of takes a mask, not one bool: a == b is one answer, equal(a, b) a mask");
template <std::same_as<bool> M, class... A>
void none_of(M, A...) WEFT_REFUSED("weft: none_of takes a mask, not one bool: a == b is one, equal(a, b) a mask");
template <std::same_as<bool> M, class... A>
void count(M, A...) WEFT_REFUSED("weft: count takes a mask, not one bool: a == b is one answer, equal(a, b) a mask");

// Calls that programs try by mistake: they do not compile, and the message says what to write.
template <Operand A, Operand B>
  requires((Tensorial<A> && !IndexForm<A> && !detail::AxisArgument<std::remove_cvref_t<B>>) ||
           (Scalar<A> && Tensorial<B>))
void(min)(A&&, B&&) WEFT_REFUSED("weft: min(a, axis) reduces; the smaller of two elements is minimum(a, b)");
template <Operand A, Operand B>
  requires((Tensorial<A> && !IndexForm<A> && !detail::AxisArgument<std::remove_cvref_t<B>>) ||
           (Scalar<A> && Tensorial<B>))
void(max)(A&&, B&&) WEFT_REFUSED("weft: max(a, axis) reduces; the larger of two elements is maximum(a, b)");

namespace by_argument {
template <Tensorial X, class... A>
[[nodiscard]] WEFT_INLINE constexpr auto sum(X&& x, A... axes) {
  return weft::sum(static_cast<X&&>(x), static_cast<A&&>(axes)...);
}
template <Tensorial X, class... A>
[[nodiscard]] WEFT_INLINE constexpr auto prod(X&& x, A... axes) {
  return weft::prod(static_cast<X&&>(x), static_cast<A&&>(axes)...);
}
template <Tensorial X, class... A>
[[nodiscard]] WEFT_INLINE constexpr auto mean(X&& x, A... axes) {
  return weft::mean(static_cast<X&&>(x), static_cast<A&&>(axes)...);
}
template <Tensorial X, class... A>
[[nodiscard]] WEFT_INLINE constexpr auto var(X&& x, A... axes) {
  return weft::var(static_cast<X&&>(x), static_cast<A&&>(axes)...);
}
template <Tensorial X, class... A>
[[nodiscard]] WEFT_INLINE constexpr auto stddev(X&& x, A... axes) {
  return weft::stddev(static_cast<X&&>(x), static_cast<A&&>(axes)...);
}
template <Tensorial X, class... A>
[[nodiscard]] WEFT_INLINE constexpr auto argmin(X&& x, A... axes) {
  return weft::argmin(static_cast<X&&>(x), static_cast<A&&>(axes)...);
}
template <Tensorial X, class... A>
[[nodiscard]] WEFT_INLINE constexpr auto argmax(X&& x, A... axes) {
  return weft::argmax(static_cast<X&&>(x), static_cast<A&&>(axes)...);
}
template <Tensorial X, class... A>
[[nodiscard]] WEFT_INLINE constexpr auto ptp(X&& x, A... axes) {
  return weft::ptp(static_cast<X&&>(x), static_cast<A&&>(axes)...);
}
template <Tensorial X, class... A>
[[nodiscard]] WEFT_INLINE constexpr auto logsumexp(X&& x, A... axes) {
  return weft::logsumexp(static_cast<X&&>(x), static_cast<A&&>(axes)...);
}
template <Tensorial X, class... A>
[[nodiscard]] WEFT_INLINE constexpr auto nan_sum(X&& x, A... axes) {
  return weft::nan_sum(static_cast<X&&>(x), static_cast<A&&>(axes)...);
}
template <Tensorial X, class... A>
[[nodiscard]] WEFT_INLINE constexpr auto nan_prod(X&& x, A... axes) {
  return weft::nan_prod(static_cast<X&&>(x), static_cast<A&&>(axes)...);
}
template <Tensorial X, class... A>
[[nodiscard]] WEFT_INLINE constexpr auto nan_mean(X&& x, A... axes) {
  return weft::nan_mean(static_cast<X&&>(x), static_cast<A&&>(axes)...);
}
template <Tensorial X, class... A>
[[nodiscard]] WEFT_INLINE constexpr auto nan_var(X&& x, A... axes) {
  return weft::nan_var(static_cast<X&&>(x), static_cast<A&&>(axes)...);
}
template <Tensorial X, class... A>
[[nodiscard]] WEFT_INLINE constexpr auto nan_stddev(X&& x, A... axes) {
  return weft::nan_stddev(static_cast<X&&>(x), static_cast<A&&>(axes)...);
}
template <Tensorial X, class... A>
[[nodiscard]] WEFT_INLINE constexpr auto nan_min(X&& x, A... axes) {
  return weft::nan_min(static_cast<X&&>(x), static_cast<A&&>(axes)...);
}
template <Tensorial X, class... A>
[[nodiscard]] WEFT_INLINE constexpr auto nan_max(X&& x, A... axes) {
  return weft::nan_max(static_cast<X&&>(x), static_cast<A&&>(axes)...);
}
template <Tensorial X, class... A>
[[nodiscard]] WEFT_INLINE constexpr auto nan_argmin(X&& x, A... axes) {
  return weft::nan_argmin(static_cast<X&&>(x), static_cast<A&&>(axes)...);
}
template <Tensorial X, class... A>
[[nodiscard]] WEFT_INLINE constexpr auto nan_argmax(X&& x, A... axes) {
  return weft::nan_argmax(static_cast<X&&>(x), static_cast<A&&>(axes)...);
}
} // namespace by_argument

} // namespace weft
