#pragma once
#include <weft/layout/slice.hpp>
#include <weft/memory/storage.hpp>

// The path from a(i, j) to its element. A handwritten loop takes it for each element, so it has as few steps as
// possible: no array of subscripts, no copy of a layout, one comparison for each axis.
namespace weft::detail {

/// Takes the place of a storage_ref where the memory belongs to the tensor itself: there is nothing to check.
struct unwatched {
  WEFT_INLINE constexpr void check_element() const noexcept {}
};

/// In builds without optimisation, one call of a compiled function computes the offset of a(i, j). Inlined, each step
/// would go through the stack, and an element took 12 times as long as one of a std::vector. Rank is the static rank,
/// or -1; At has one type for each subscript.
template <int Rank, class... At>
struct compiled_offset {
  template <class Order>
  using place = layout<dims<Rank>, Order>;
  /// Returns the offset of the element, in elements, with all checks. @post what element_offset<true> returns
  WEFT_API static index_t of(place<strided> const& l, storage_ref const& keep, At... i);
  WEFT_API static index_t of(place<row_major> const& l, storage_ref const& keep, At... i);
  WEFT_API static index_t of(place<column_major> const& l, storage_ref const& keep, At... i);
  WEFT_API static index_t of(place<dense<row_major>> const& l, unwatched, At... i);
  WEFT_API static index_t of(place<dense<column_major>> const& l, unwatched, At... i);
  /// Returns the offset; in a constant expression it does so without a call of the compiled function.
  template <class Layout, class Keep>
  WEFT_INLINE static constexpr index_t at(Layout const& l, Keep const& keep, At... i);
};
extern template struct compiled_offset<1, index_t>;
extern template struct compiled_offset<2, index_t, index_t>;
extern template struct compiled_offset<3, index_t, index_t, index_t>;
extern template struct compiled_offset<-1, index_t>;
extern template struct compiled_offset<-1, index_t, index_t>;
extern template struct compiled_offset<-1, index_t, index_t, index_t>;

/// Returns subscript `a` of axis K as an index. Throws index_error if it is `Checked` and out of range.
template <bool Checked, int K, class Extents, Place A>
WEFT_INLINE constexpr index_t subscript_on_axis(Extents const& extents, A a) {
  if constexpr (!Checked && std::integral<A>) {
    return static_cast<index_t>(a);
  } else {
    index_t const n = extents.template on_axis<K>(), i = resolve(a, n);
    if (Checked && static_cast<std::size_t>(i) >= static_cast<std::size_t>(n))
      throw_index("subscript", i, K, n);
    return i;
  }
}

template <class Order, int K, int Rank>
inline constexpr bool has_unit_stride =
    (std::same_as<Order, row_major> && K == Rank - 1) || (std::same_as<Order, column_major> && K == 0);

template <bool Checked, class Layout, int... K, class... A>
WEFT_INLINE constexpr index_t offset_of_subscripts(Layout const& l, std::integer_sequence<int, K...>, A... a) {
  using order = typename Layout::order;
  constexpr int rank = sizeof...(A);
  [[maybe_unused]] auto const& e = l.extents();
  index_t offset = 0;
  if constexpr (std::same_as<order, dense<row_major>>) { // offset by Horner's rule, from the first axis to the last
    ((offset = offset * e.template on_axis<K>() + subscript_on_axis<Checked, K>(e, a)), ...);
  } else if constexpr (std::same_as<order, dense<column_major>>) {
    [[maybe_unused]] index_t stride = 1;
    ((offset += subscript_on_axis<Checked, K>(e, a) * stride, stride *= e.template on_axis<K>()), ...);
  } else {
    ((offset += has_unit_stride<order, K, rank> ? subscript_on_axis<Checked, K>(e, a)
                                                : subscript_on_axis<Checked, K>(e, a) * l.template stored_stride<K>()),
     ...);
  }
  return offset;
}

/// True where compiled_offset has a function for the layout and the subscripts.
template <class Layout, class... A>
inline constexpr bool has_compiled_offset = WEFT_COMPILED_ELEMENTS && (std::integral<A> && ...) && sizeof...(A) > 0 &&
                                            sizeof...(A) <= 3 &&
                                            (Layout::static_rank < 0 || Layout::static_rank == int(sizeof...(A))) &&
                                            (Layout::extents_type::all_dynamic ||
                                             (Layout::extents_type::all_static && is_dense<typename Layout::order>));
template <class Layout, class... A>
using offset_call = compiled_offset<Layout::static_rank, decltype(static_cast<index_t>(std::declval<A>()))...>;

/// The type of layout L with all its extents dynamic.
template <class Layout>
using numbers_layout = layout<dims<Layout::static_rank>, typename Layout::order>;
template <class Layout>
inline constexpr numbers_layout<Layout> static_numbers = convert_layout<numbers_layout<Layout>>(Layout());
template <class Layout>
WEFT_INLINE constexpr decltype(auto) with_numbers(Layout const& l) {
  if constexpr (Layout::extents_type::all_dynamic)
    return (l);
  else
    return (static_numbers<Layout>);
}

/// Returns the offset, in elements, of the element with these subscripts. Throws index_error if their count is not the
/// rank. If `Checked`, it also compares each subscript with its extent, and throws layout_error if the memory was
/// freed.
template <bool Checked, class Layout, class Keep, class... A>
WEFT_INLINE constexpr index_t element_offset(Layout const& l, [[maybe_unused]] Keep const& keep, A... a) {
  constexpr int given = sizeof...(A);
  if constexpr (Layout::static_rank >= 0 && Layout::static_rank != given) {
    throw_subscripts(given, l.rank());
  } else {
    if (Layout::static_rank < 0 && l.rank() != given)
      throw_subscripts(given, l.rank());
    if (Checked && WEFT_CHECK_BOUNDS != 0) // first, so that a loop may do this check once, before it begins
      keep.check_element();
    return offset_of_subscripts<Checked>(l, std::make_integer_sequence<int, given>{}, a...);
  }
}

template <int Rank, class... At>
template <class Layout, class Keep>
constexpr index_t compiled_offset<Rank, At...>::at(Layout const& l, Keep const& keep, At... i) {
  if (std::is_constant_evaluated())
    return element_offset<true>(l, keep, i...);
  return of(with_numbers(l), keep, i...);
}

} // namespace weft::detail
