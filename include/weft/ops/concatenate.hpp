#pragma once
#include <weft/ops/rearrange.hpp>
#include <weft/ops/select.hpp>

#include <initializer_list>
#include <vector>

// Operands joined along an axis. They are lazy: an assignment writes each operand straight into its part of the target,
// so nothing is copied twice. There is one temporary if the target overlaps an operand, or if the result is part of a
// larger expression. Operands that are products, reductions and the like are evaluated first, each once. Operands are
// arguments of any types, or the elements of a range, all of one type.
namespace weft {

namespace detail {

WEFT_API dynamic_extents joined_shape(char const* operation, index_t axis, dynamic_extents const* shapes, int count);

/// `type`: a type that holds the elements of all operands.
template <class A, class... B>
struct joint_value {
  using type = A;
};
template <class A, class B, class... C>
struct joint_value<A, B, C...> {
  using type = typename joint_value<
      std::remove_cvref_t<decltype(op::choose{}(true, std::declval<A const&>(), std::declval<B const&>()))>,
      C...>::type;
};

WEFT_FN constexpr index_t plus_static(index_t n, index_t m) {
  return n == dyn || m == dyn ? dyn : n + m;
}
WEFT_FN constexpr index_t alike_static(index_t n, index_t m) {
  return n == dyn ? m : n;
}
/// Returns the static extents of A and B joined on an axis.
template <class A, class B, int Axis, int... K>
WEFT_FN constexpr auto join_two(std::integer_sequence<int, K...>) {
  require_static_fit<joins, A, B, Axis>();
  return extents<(K == Axis ? plus_static(A::statics[K], B::statics[K])
                            : alike_static(A::statics[K], B::statics[K]))...>{};
}
/// Returns the static extents of any number of joined operands that all have the static extents E.
template <class E, int Axis, int... K>
WEFT_FN constexpr auto join_many(std::integer_sequence<int, K...>) {
  return extents<(K == Axis ? dyn : E::statics[K])...>{};
}
template <class Axis, class E>
WEFT_FN constexpr auto joined_range() {
  if constexpr (E::static_rank < 0 || !is_static_axis<Axis>)
    return dims<E::static_rank>{};
  else
    return join_many<E, static_axis<Axis>>(std::make_integer_sequence<int, E::static_rank>{});
}
template <class Axis, class A, class... B>
struct joined {
  using type = A;
};
template <class Axis, class A, class B, class... C>
struct joined<Axis, A, B, C...> {
  WEFT_FN static constexpr auto choose() {
    static_assert(A::static_rank < 0 || B::static_rank < 0 || A::static_rank == B::static_rank,
                  "weft: concatenate, stack: rank mismatch: the operands have different ranks");
    if constexpr (A::static_rank < 0 || A::static_rank != B::static_rank)
      return dynamic_extents{};
    else if constexpr (is_static_axis<Axis>)
      return join_two<A, B, static_axis<Axis>>(std::make_integer_sequence<int, A::static_rank>{});
    else
      return dims<A::static_rank>{};
  }
  using type = typename joined<Axis, decltype(choose()), C...>::type;
};

/// The operation that joins operands along an axis: each is an expression, or an expression_list of several.
template <class T, class Extents>
struct concatenation : result_of<T, Extents> {
  static constexpr deferred_traits traits{.into_target = true};
  static constexpr bool comparable = true;

  int axis;

  template <class Target, class... E>
  WEFT_FN void evaluate(Target const& target, session& s, E const&... operands) const {
    index_t at = 0;
    (write(target, at, operands, s), ...);
  }

private:
  template <class Target, class E>
  WEFT_FN void write(Target const& target, index_t& at, E const& entry, session& s) const {
    index_t const n = entry.extents()[axis];
    assign(window_of_leaf(target, range_selector<int>{axis, at, n}), entry, s);
    at += n;
  }
  template <class Target, class E>
  WEFT_FN void write(Target const& target, index_t& at, expression_list<E> const& list, session& s) const {
    for (E const& entry : list.entries)
      write(target, at, entry, s);
  }
};

template <class A, class... C>
WEFT_INLINE auto join_captured(char const* operation, A axis, C... c) {
  using to = typename joined<A, typename C::extents_type...>::type;
  dynamic_extents const shapes[] = {convert_extents<dynamic_extents>(c.extents())...};
  auto const whole = convert_extents<to>(joined_shape(operation, static_cast<index_t>(axis), shapes, sizeof...(C)));
  using joint = typename joint_value<typename C::value_type...>::type;
  return make_deferred(operation, concatenation<joint, to>{{}, static_cast<int>(axis)}, whole, static_cast<C&&>(c)...);
}
template <class A, class C>
WEFT_FN auto join_range(char const* operation, A axis, std::vector<C> entries) {
  using to = decltype(joined_range<A, typename C::extents_type>());
  std::vector<dynamic_extents> shapes;
  shapes.reserve(entries.size());
  for (C const& entry : entries)
    shapes.push_back(convert_extents<dynamic_extents>(entry.extents()));
  auto const whole =
      joined_shape(operation, static_cast<index_t>(axis), shapes.data(), static_cast<int>(shapes.size()));
  return make_deferred(operation, concatenation<typename C::value_type, to>{{}, static_cast<int>(axis)},
                       convert_extents<to>(whole), expression_list<C>(static_cast<std::vector<C>&&>(entries)));
}

/// A range whose elements are operands.
template <class R>
concept PartRange = !Tensorial<R> && requires(R& r) {
  r.end();
  requires Tensorial<decltype(*r.begin())>;
};
template <class R>
using entry_t = decltype(*std::declval<R&>().begin());
/// True if a range is an rvalue that owns its elements, which may then be moved from. Such a container is recognised by
/// elements that are const if the container is. A std::span is none: it does not own its elements.
template <class R>
inline constexpr bool owns_entries =
    !std::is_lvalue_reference_v<R> && std::is_lvalue_reference_v<entry_t<R>> &&
    !std::is_same_v<entry_t<std::remove_const_t<R>>, entry_t<std::remove_const_t<R> const>>;
/// Captures each operand in a range as an argument would be captured, and returns f of each in a vector.
template <class R, class F>
WEFT_FN auto capture_entries(char const* operation, R&& range, F const& f) {
  using entry = std::conditional_t<owns_entries<R>, std::remove_reference_t<entry_t<R>>&&, entry_t<R>>;
  std::vector<decltype(f(capture(std::declval<entry>())))> entries;
  for (auto&& x : range)
    entries.push_back(f(capture(static_cast<entry>(x))));
  if (entries.empty())
    throw_shape_reason(operation, "the range of operands is empty, and nothing says what shape the result has");
  return entries;
}

} // namespace detail

/// Joins operands along an axis that they have. Their other extents must be equal, else shape_error. The elements have
/// the type that `where` would give them. With axis<k> the static extents on the axis are added.
template <detail::Axis A, Tensorial X, Tensorial... Y>
[[nodiscard]] WEFT_INLINE auto concatenate(A axis, X&& x, Y&&... y) {
  return detail::join_captured("concatenate", detail::as_axis<X>(axis), detail::capture(static_cast<X&&>(x)),
                               detail::capture(static_cast<Y&&>(y))...);
}
/// Joins the operands in a range: a std::vector, std::array or std::span of tensors, views or expressions, or the
/// result of split(). Operands are borrowed from a range with a name, and moved out of a container that is a temporary.
/// The extent on the axis is known only at run time. Throws shape_error for an empty range. The list of operands takes
/// memory.
template <detail::Axis A, detail::PartRange R>
[[nodiscard]] WEFT_FN auto concatenate(A axis, R&& range) {
  auto entries = detail::capture_entries("concatenate", static_cast<R&&>(range), [](auto e) { return e; });
  using entry = typename decltype(entries)::value_type;
  return detail::join_range("concatenate", detail::as_axis<entry>(axis), std::move(entries));
}
/// Does not compile: the axis must be the first argument.
template <class X, class... Y>
  requires(AnyTensorial<X> || detail::PartRange<X>)
[[nodiscard]] WEFT_FN auto concatenate(X const&, Y const&...) {
  static_assert(detail::always_false<X>, "weft: concatenate: the axis comes first, as in concatenate(0, a, b)");
  return tensor<double>();
}
template <class X>
void concatenate(std::initializer_list<X>, ...) WEFT_REFUSED("weft: no braces, the axis first: concatenate(0, a, b)");
/// Joins operands of one shape along a new axis.
template <detail::Axis A, Tensorial... X>
  requires(sizeof...(X) > 0)
[[nodiscard]] WEFT_INLINE auto stack(A axis, X&&... x) {
  return detail::join_captured("stack", axis, expand_dims(detail::capture(static_cast<X&&>(x)), axis)...);
}
/// Joins the operands in a range along a new axis. It takes the ranges that concatenate takes.
template <detail::Axis A, detail::PartRange R>
[[nodiscard]] WEFT_FN auto stack(A axis, R&& range) {
  return detail::join_range("stack", axis, detail::capture_entries("stack", static_cast<R&&>(range), [&](auto e) {
                              return expand_dims(std::move(e), axis);
                            }));
}
/// Does not compile: the axis must be the first argument.
template <class X, class... Y>
  requires(AnyTensorial<X> || detail::PartRange<X>)
[[nodiscard]] WEFT_FN auto stack(X const&, Y const&...) {
  static_assert(detail::always_false<X>, "weft: stack: the axis comes first, as in stack(0, a, b)");
  return tensor<double>();
}
template <class X>
void stack(std::initializer_list<X>, ...) WEFT_REFUSED("weft: no braces, and the axis first: stack(0, a, b)");

} // namespace weft
