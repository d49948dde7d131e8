#pragma once
#include <weft/expr/refused.hpp>

#include <initializer_list>

namespace weft {

namespace detail {
/// True for an expression over a variable (grad/variable.hpp), whose gradient a program may ask for. A reduction of
/// such an expression is an expression too, and so is an element of it.
template <class E>
inline constexpr bool is_followed = false;

/// Declared here; defined with the views of expressions (expr/window.hpp).
template <class E, class F>
WEFT_FN constexpr auto window_of(E const& e, F const& f);
} // namespace detail

/// The base of all unevaluated expressions, with the members that each has; also the base of expressions that a program
/// defines. Such a class D offers value_type, extents_type (dims<2> for two axes, extents<3, 3> for a known shape),
/// extents(), and element(index), where `index` points to one number for each axis, all in range. An expression stores
/// a copy of D. It asks for elements in any order, and from several threads at once if a loop is divided among threads,
/// as from_function does with its callable. Inside D write weft::shape for the function, because D has a member
/// shape().
///
/// If D reads tensors or views, it may list them, as a callable of from_function may:
///   template <class R> void reads(R const& r) const { r(a); r(b); }
/// Then an assignment to memory that D reads gives the same result as evaluating D into fresh memory first, checked
/// builds throw if the memory was freed, explain() counts its bytes, and own() copies the values. Without reads() weft
/// assumes that D reads no memory.
///   struct ramp : weft::expression<ramp> { ... };  tensor<double, 2> t = 2.0 * ramp();
template <class D>
struct expression : by_argument::searched<D>, detail::refused_members<D> {
  using refused = detail::refused_members<D>;
  using refused::operator(), refused::operator[], refused::at, refused::size, refused::shape;

  // Nodes of the library have their own members with these names, which hide these.
  using weft_node = detail::own_node;
  static constexpr int static_rank = detail::own_rank<D>();
  static constexpr bool is_deferred = false;

  [[nodiscard]] WEFT_INLINE constexpr int rank() const { return self().extents().rank(); }
  [[nodiscard]] WEFT_INLINE constexpr index_t extent(index_t k) const {
    return self().extents().entry(detail::asked_axis("extent", k, rank()));
  }
  [[nodiscard]] WEFT_INLINE constexpr auto shape() const { return self().extents(); }
  [[nodiscard]] WEFT_INLINE constexpr index_t size() const { return detail::count_of(self().extents()); }
  [[nodiscard]] WEFT_INLINE constexpr bool empty() const { return size() == 0; }

  /// Returns one element, computed now, or with other subscripts a view. The evaluated expression would give the same.
  template <Subscript... A>
  [[nodiscard]] WEFT_INLINE constexpr auto operator()(A... a) const {
    if constexpr (detail::names_element<D::static_rank, A...> && !detail::is_followed<D>)
      return at(a...);
    else
      return detail::window_of(self(), detail::slicer<A...>{make_pack(a...)});
  }
  template <class... A>
    requires detail::picks_elements<std::remove_cvref_t<A>...>
  [[nodiscard]] WEFT_INLINE constexpr auto operator()(A&&... a) const {
    return pick(detail::answered_above{}, self(), static_cast<A&&>(a)...);
  }
  /// Returns one element, computed now. Throws index_error if the subscripts are out of range.
  template <class... At>
    requires(detail::Place<At> && ...)
  WEFT_INLINE constexpr auto at(At... i) const {
    if constexpr (is_evaluated()) {
      index_t index[sizeof...(At) + 1];
      detail::resolve_element(self().extents(), index, i...);
      return self().element(index);
    } else {
      return detail::refused_value{};
    }
  }
  template <IndexRange At>
  [[nodiscard]] WEFT_FN constexpr auto operator[](At const& range) const {
    if constexpr (is_evaluated()) {
      index_t index[max_rank];
      detail::resolve_element_range(self().extents(), index, range);
      return self().element(index);
    } else {
      return detail::refused_value{};
    }
  }
  [[nodiscard]] WEFT_FN constexpr auto operator[](std::initializer_list<detail::any_index> index) const {
    return operator[]<std::initializer_list<detail::any_index>>(index);
  }
#ifdef __cpp_multidimensional_subscript
  /// Returns a(i, j): a[i, j] is the same.
  template <class... A>
    requires(sizeof...(A) > 1)
  [[nodiscard]] WEFT_INLINE constexpr auto operator[](A&&... a) const {
    return (*this)(static_cast<A&&>(a)...);
  }
#endif

private:
  WEFT_INLINE static constexpr bool is_evaluated() {
    static_assert(detail::has_elements<D>, "weft: a product, reduction or reshape has no elements before it is "
                                           "evaluated: eval() it first");
    return detail::has_elements<D>;
  }
  WEFT_INLINE constexpr D const& self() const { return static_cast<D const&>(*this); }
};

} // namespace weft
