#pragma once
#include <weft/field/grid.hpp>
#include <weft/index/symbol.hpp>

namespace weft::detail {

/// Returns one end of a range as a place counted from 0. p is counted from `lower`, the first subscript of the axis; a
/// place that is counted from `end` is returned unchanged.
template <class P>
WEFT_INLINE constexpr any_place place_from_zero(P const& p, index_t lower) {
  any_place out;
  out.number = resolve(p, 0);
  out.from_end = resolve(p, 1) != out.number;
  out.number -= out.from_end ? 0 : lower;
  return out;
}
/// Returns a subscript of an axis whose first subscript is `lower` as a subscript of the same axis counted from 0.
template <class A>
WEFT_INLINE constexpr auto subscript_from_zero(A const& a, index_t lower) {
  if constexpr (IndexForm<A>)
    return a - lower;
  else if constexpr (is_range<A>)
    return any_range{place_from_zero(a.first, lower), place_from_zero(a.last, lower), a.step};
  else if constexpr (Place<A> && !std::derived_from<A, end_index>)
    return static_cast<index_t>(a) - lower;
  else
    return a;
}
/// Returns the axis of a tensor of rank R that subscript K selects.
template <int R, int K, class... A>
WEFT_FN constexpr int axis_of_subscript() {
  constexpr int accepts[] = {consumed<A>..., 0};
  constexpr bool many[] = {std::same_as<A, ellipsis_t>..., false};
  int axis = 0;
  for (int k = 0; k < K; ++k)
    axis += many[k] ? R - (0 + ... + consumed<A>) : accepts[k];
  return axis < R ? axis : R - 1; // a newaxis after the last axis selects none
}

} // namespace weft::detail

namespace weft::field {

/// A view whose subscripts begin at numbers that the program chooses, as in a Fortran array: b(lower) is the first
/// element of an axis, b(upper) the last one. Ranges, indices of index notation and at() count from `lower` too; `all`,
/// `end`, `newaxis` and `ellipsis` have their usual meaning. Parts are plain views, whose subscripts begin at 0.
/// Expressions and functions also see a plain view, so arrays of the same shape fit, whatever their bounds. Subscripts
/// outside the bounds throw index_error in checked builds.
template <class T, int R, class Order = strided>
class based_view : public view<T, R, Order> {
  using plain = view<T, R, Order>;
  template <class... A>
  using numbers = std::make_integer_sequence<int, int(sizeof...(A))>;

public:
  WEFT_FN based_view(plain const& whole, weft::detail::axis_array<index_t, R> const& lower)
      : plain(whole), lower_(lower) {}

  /// Returns the first subscript of an axis.
  [[nodiscard]] WEFT_INLINE index_t lower(index_t axis) const {
    return lower_[static_cast<std::size_t>(weft::detail::asked_axis("lower", axis, R))];
  }
  /// Returns the last subscript of an axis, which is lower(axis) - 1 if the axis is empty.
  [[nodiscard]] WEFT_INLINE index_t upper(index_t axis) const { return lower(axis) + plain::extent(axis) - 1; }
  /// Returns a plain view of the same memory, with subscripts from 0.
  [[nodiscard]] WEFT_INLINE plain const& window() const { return *this; }

  /// Returns an element, or, for ranges, all, newaxis, ellipsis or fewer subscripts than axes, a view.
  template <class... A>
    requires(Subscript<A> && ...)
  [[nodiscard]] WEFT_INLINE decltype(auto) operator()(A... a) const {
    constexpr bool element = weft::detail::names_element<R, A...>;
    return at_subscripts < element && WEFT_CHECK_BOUNDS != 0 > (numbers<A...>{}, a...);
  }
  /// Returns an element of index notation: out(i, j) = b(i - 1, j). An index gets its range from an operand that has
  /// the index alone as a subscript. Here each subscript becomes an index less `lower`, so no index gets its range from
  /// a based view.
  template <class... A>
    requires(IndexForm<A> || ...)
  [[nodiscard]] WEFT_INLINE auto operator()(A const&... a) const {
    return at_subscripts<false>(numbers<A...>{}, a...);
  }
  /// Returns an element. The subscripts are checked in all builds.
  template <std::integral... At>
    requires(sizeof...(At) == R)
  WEFT_FN T& at(At... i) const {
    return at_subscripts<true>(numbers<At...>{}, i...);
  }
  /// Returns the element whose subscripts an array or braces list: b[{i, j}]. The subscripts are checked in all builds.
  [[nodiscard]] WEFT_FN T& operator[](weft::detail::axis_array<index_t, R> const& index) const {
    return [&]<int... K>(std::integer_sequence<int, K...>) -> T& {
      return at(index[K]...);
    }(std::make_integer_sequence<int, R>{});
  }
  using plain::operator=;

private:
  template <bool Checked, int... K, class... A>
  WEFT_INLINE decltype(auto) at_subscripts(std::integer_sequence<int, K...>, A const&... a) const {
    if constexpr (Checked)
      (check(K, weft::detail::resolve(a, plain::extent(K) + lower_[K])), ...);
    (check_range(weft::detail::axis_of_subscript<R, K, A...>(), a), ...);
    return static_cast<plain const&>(*this)(
        weft::detail::subscript_from_zero(a, lower_[weft::detail::axis_of_subscript<R, K, A...>()])...);
  }
  WEFT_INLINE void check(int axis, index_t i) const {
    if (i < lower(axis) || i > upper(axis))
      weft::detail::throw_based(i, axis, lower(axis), upper(axis));
  }
  /// Throws index_error for a range that leaves the axis. The plain view would refuse it too, but with numbers counted
  /// from 0.
  template <class A>
  WEFT_INLINE void check_range(int axis, A const& a) const {
    if constexpr (weft::detail::is_range<A>)
      for (index_t const i :
           {weft::detail::resolve(a.first, upper(axis) + 1), weft::detail::resolve(a.last, upper(axis) + 1)})
        if (i < lower(axis) - 1 || i > upper(axis) + 1)
          weft::detail::throw_based(i, axis, lower(axis), upper(axis));
  }
  weft::detail::axis_array<index_t, R> lower_;
};

/// Returns a view of a tensor or view whose subscripts begin at `first`, one number for each axis, as in Fortran's
/// a(-1:n): field::based(a, -1, 0). Copies no elements.
template <Stored X, std::integral... L>
[[nodiscard]] WEFT_FN auto based(X&& x, L... first) {
  constexpr int rank = std::remove_cvref_t<X>::static_rank;
  constexpr bool fits = rank == int(sizeof...(L));
  static_assert(fits, "weft: field::based: rank mismatch: a first subscript for each axis, of a static rank");
  if constexpr (fits) {
    using memory = weft::detail::grid_memory<X>;
    using made = based_view<typename memory::element_type, rank,
                            weft::detail::view_order_t<typename memory::layout_type::order>>;
    return made(memory(static_cast<X&&>(x)), {static_cast<index_t>(first)...});
  }
}
/// Returns a view of all elements of a grid by their subscripts in the interior: ghosts have subscripts below 0 and
/// from the extent of the interior on.
template <weft::detail::AnyGrid G>
[[nodiscard]] WEFT_FN auto based(G& g WEFT_LIFETIMEBOUND) {
  return [&]<int... K>(std::integer_sequence<int, K...>) {
    return based(g.with_ghosts(), -g.ghost_width(K).lower...);
  }(std::make_integer_sequence<int, std::remove_const_t<G>::static_rank>{});
}

} // namespace weft::field
