#pragma once
#include <weft/ops/rearrange.hpp>
#include <weft/ops/select.hpp>

// Operands beside each other. Lazy: an assignment writes each operand straight into its part of the target, so nothing
// is copied twice. Where the target overlaps an operand, or the result stands inside a larger expression, there is one
// temporary. Operands that are products, reductions and the like are evaluated before, each once.
namespace weft {

namespace detail {

WEFT_API dynamic_extents joined_shape(char const* operation, index_t axis, dynamic_extents const* shapes, int count);

/// The type that holds the elements of all operands.
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
/// What is known of the extents of A and B joined on an axis.
template <class A, class B, int Axis, int... K>
WEFT_FN constexpr auto join_two(std::integer_sequence<int, K...>) {
  static_assert(((K == Axis || A::statics[K] == B::statics[K] || A::statics[K] == dyn || B::statics[K] == dyn) && ...),
                "weft: concatenate, stack: the static shapes differ on another axis than the one they are joined on");
  return extents<(K == Axis ? plus_static(A::statics[K], B::statics[K])
                            : alike_static(A::statics[K], B::statics[K]))...>{};
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

/// Operands along an axis.
template <class Extents, class... C>
struct concatenation {
  using value_type = typename joint_value<typename C::value_type...>::type;
  using extents_type = Extents;
  static constexpr bool in_parts = true;

  pack<C...> operands;
  [[no_unique_address]] Extents shape_;
  int axis;

  WEFT_INLINE concatenation(Extents const& e, int k, C... c) : operands(static_cast<C&&>(c)...), shape_(e), axis(k) {}
  WEFT_INLINE concatenation(concatenation const&) = default;
  WEFT_INLINE concatenation(concatenation&&) = default;
  WEFT_INLINE concatenation& operator=(concatenation const&) = default;
  WEFT_INLINE concatenation& operator=(concatenation&&) = default;
  WEFT_INLINE ~concatenation() = default;
  WEFT_INLINE Extents const& extents() const { return shape_; }

  template <class F>
  WEFT_FN void for_each(F const& f) const {
    [&]<int... I>(std::integer_sequence<int, I...>) {
      (f(get<I>(operands)), ...);
    }(std::make_integer_sequence<int, int(sizeof...(C))>{});
  }
  WEFT_FN bool reads(footprint const& bytes, session& s) const {
    bool any = false;
    for_each([&](auto const& e) { any = reads_memory(e, bytes, s) || any; });
    return any;
  }
  template <class Target>
  WEFT_FN void evaluate(Target const& target, session& s) const {
    index_t at = 0;
    for_each([&](auto const& e) {
      const index_t n = e.extents()[axis];
      assign(window_of_leaf(target, part_taker<int>{axis, at, n}), e, s);
      at += n;
    });
  }
};

template <class A, class... C>
WEFT_INLINE auto join_captured(char const* operation, A axis, C... c) {
  using to = typename joined<A, typename C::extents_type...>::type;
  const dynamic_extents shapes[] = {convert_extents<dynamic_extents>(c.extents())...};
  const auto whole = convert_extents<to>(joined_shape(operation, static_cast<index_t>(axis), shapes, sizeof...(C)));
  return make_deferred(concatenation<to, C...>(whole, static_cast<int>(axis), static_cast<C&&>(c)...), operation);
}

} // namespace detail

/// The operands one after the other along an axis that they have; the other extents agree, else shape_error. The
/// elements have the type that `where` would give them. With axis<k> static extents are added.
template <detail::Axis A, Tensorial X, Tensorial... Y>
WEFT_INLINE auto concatenate(A axis, X&& x, Y&&... y) {
  return detail::join_captured("concatenate", detail::as_axis<X>(axis), detail::capture(static_cast<X&&>(x)),
                               detail::capture(static_cast<Y&&>(y))...);
}
/// The operands, all of one shape, along a new axis.
template <detail::Axis A, Tensorial... X>
  requires(sizeof...(X) > 0)
WEFT_INLINE auto stack(A axis, X&&... x) {
  return detail::join_captured("stack", axis, expand_dims(detail::capture(static_cast<X&&>(x)), axis)...);
}

} // namespace weft
