#pragma once
#include <weft/base/pack.hpp>
#include <weft/expr/half_operation.hpp>
#include <weft/expr/leaf.hpp>
#include <weft/layout/broadcast.hpp>

namespace weft {

namespace detail {
/// Returns the shape that all shapes broadcast to. It goes from the first to the last, so that the error names the
/// first pair that does not fit.
template <Shape A>
WEFT_INLINE constexpr A const& common_extents(char const*, A const& a) {
  return a;
}
template <Shape A, Shape B, Shape... C>
WEFT_INLINE constexpr auto common_extents(char const* operation, A const& a, B const& b, C const&... c) {
  if constexpr (sizeof...(C) == 0)
    return broadcast(operation, a, b);
  else
    return common_extents(operation, broadcast(operation, a, b), c...);
}
} // namespace detail

namespace detail {
/// Returns an element of an operand in the type that an operation computes with: float for an element of 16 bits.
template <class E>
WEFT_INLINE constexpr decltype(auto) computed_element(E const& e, index_t const* index) {
  if constexpr (requires { e.computed_element(index); })
    return e.computed_element(index);
  else if constexpr (is_half<typename E::value_type>)
    return static_cast<float>(e.element(index));
  else
    return e.element(index);
}
} // namespace detail

/// The function object that computes F for elements of types V: F itself. An element type that takes all operations in
/// a way of its own, such as the duals of grad/dual.hpp, specialises this with a type that derives from F and can be
/// made of an F.
template <class F, class... V>
struct operation_on {
  using type = F;
};
template <class F, class... V>
  requires((is_half<V> || ...) && (is_number<V> && ...) && !requires { typename F::computes_nothing; })
struct operation_on<F, V...> {
  using type = detail::half_operation<F, V...>;
};

/// An element-wise operation: a function object, its children, and their common shape. It has no loop and no memory of
/// its own. It stores each child by value (memory as a leaf, see capture.hpp).
template <class F, class... C>
struct [[nodiscard]] node : expression<node<F, C...>> {
  using weft_node = void;
  using function_type = typename operation_on<F, typename C::value_type...>::type;
  using value_type = typename detail::operation_value<function_type, typename C::value_type...>::type;
  using extents_type = std::remove_cvref_t<decltype(detail::common_extents(
      F::name, std::declval<typename C::extents_type const&>()...))>;
  static constexpr int static_rank = extents_type::static_rank;
  static constexpr bool is_deferred = (C::is_deferred || ...);
  static constexpr int arity = sizeof...(C);

  [[no_unique_address]] pack<C...> children;
  [[no_unique_address]] function_type function;
  [[no_unique_address]] extents_type shape_;

  /// Throws shape_error if the shapes of the children do not broadcast.
  WEFT_INLINE constexpr node(F f, C... c)
      : children(static_cast<C&&>(c)...), function{static_cast<F&&>(f)}, shape_(from_children(children)) {}
  WEFT_INLINE constexpr node(F f, pack<C...> c, extents_type const& e)
      : children(static_cast<pack<C...>&&>(c)), function{static_cast<F&&>(f)}, shape_(e) {}
  /// Makes the children in place by Maker, for a shape that the caller has computed.
  template <class Maker, class... X>
  WEFT_INLINE constexpr node(made_by<Maker> m, F f, extents_type const& e, X&&... x)
      : children(m, static_cast<X&&>(x)...), function{static_cast<F&&>(f)}, shape_(e) {}
  // Copied child by child: if copied as bytes, expressions of static shape would wait for their own stores. A
  // Runge-Kutta step for three unknowns took 42 ns, and takes 31. There are two functions and no maker for each child:
  // with makers, programs of many statements took 1.05 times as long to compile, and 1.1 times without optimisation.
  WEFT_INLINE constexpr node(node const& other)
      : children(detail::by_child{}, other.children), function(other.function), shape_(other.shape_) {}
  WEFT_INLINE constexpr node(node&& other) noexcept((std::is_nothrow_move_constructible_v<C> && ...))
      : children(detail::by_child{}, static_cast<pack<C...>&&>(other.children)),
        function(static_cast<function_type&&>(other.function)), shape_(other.shape_) {}
  /// Assigns another expression of the same type, with other operands; no elements are written. So classes with such a
  /// member, and containers of expressions, can be assigned.
  WEFT_INLINE node& operator=(node const&) & = default;
  WEFT_INLINE node& operator=(node&&) & = default;
  WEFT_INLINE ~node() = default;
  template <class X>
  void operator=(X const&) WEFT_REFUSED("weft: an expression has no memory to write to: eval() it first");

  [[nodiscard]] WEFT_INLINE constexpr extents_type const& extents() const { return shape_; }
  [[nodiscard]] WEFT_INLINE constexpr value_type element(index_t const* index) const {
    return static_cast<value_type>(computed_element(index));
  }
  /// Returns the element before it is stored: a float for an element of 16 bits.
  [[nodiscard]] WEFT_INLINE constexpr auto computed_element(index_t const* index) const {
    return element_of(index, std::make_integer_sequence<int, arity>{});
  }

private:
  template <int... At>
  WEFT_INLINE constexpr auto element_of(index_t const* index, std::integer_sequence<int, At...>) const {
    int const rank = shape_.rank();
    return function(
        detail::computed_element(get<At>(children), index + (rank - get<At>(children).extents().rank()))...);
  }
  WEFT_INLINE static constexpr extents_type from_children(pack<C...> const& c) {
    return from_children_of(c, std::make_integer_sequence<int, arity>{});
  }
  template <int... At>
  WEFT_INLINE static constexpr extents_type from_children_of(pack<C...> const& c, std::integer_sequence<int, At...>) {
    return detail::common_extents(F::name, get<At>(c).extents()...);
  }
};

namespace detail {
template <class F, class... C>
inline constexpr bool names_indices<node<F, C...>> = (names_indices<C> || ...);
template <class F, class... C>
inline constexpr bool is_followed<node<F, C...>> = (is_followed<C> || ...);
template <class F, class... C>
inline constexpr bool holds_modes<node<F, C...>> = (holds_modes<C> || ...);
template <class F, class... C>
inline constexpr bool goes_beyond<node<F, C...>> = (goes_beyond<C> || ...);
} // namespace detail

} // namespace weft
