#pragma once
#include <weft/index/subscript.hpp>
#include <weft/tensor/memory.hpp>

#include <concepts>
#include <string_view>

namespace weft {

namespace detail {

template <class E>
concept AffineSubscript = IndexForm<E> || std::same_as<std::remove_cvref_t<E>, affine> ||
                          std::convertible_to<E const&, std::string_view> || IndexNumber<std::remove_cvref_t<E>>;

template <class E, int... K>
WEFT_FN void set_coefficients(affine_terms& t, E const& e, std::integer_sequence<int, K...>) {
  ((t.coefficient[K] = e.template coefficient<K>()), ...);
}
template <class E>
WEFT_FN affine_terms subscript_terms(E const& e, int loops) {
  if constexpr (IndexNumber<E>) {
    affine_terms t;
    t.offset = exact_index(e);
    return t;
  } else if constexpr (IndexForm<E>) {
    static_assert(E::is_affine, "weft: a subscript is a sum of multiples of indices: i - 1, 2 * i + j");
    affine_terms t;
    if constexpr (E::is_affine) {
      t.offset = e.offset();
      set_coefficients(t, e, std::make_integer_sequence<int, max_indices>{});
    }
    for (int k = loops; k < max_indices; ++k)
      if (t.coefficient[k] != 0)
        throw_unranged(k);
    return t;
  } else if constexpr (std::same_as<E, affine>) {
    return terms_of(e, loops);
  } else {
    return terms_of(affine(e), loops);
  }
}

/// Offset, extents and strides of an affine view, in elements of the memory that it views. place_of throws index_error
/// if a subscript leaves its axis, and names the subscript and its range; it throws layout_error if `writes` is true
/// and two indices of the view may name the same element.
struct affine_place {
  index_t offset = 0;
  dynamic_extents extents, strides;
};
WEFT_API affine_place place_of(dynamic_extents const& loops, affine_terms const* terms, dynamic_extents const& extents,
                               dynamic_extents const& strides, bool writes);

} // namespace detail

/// Returns a view with the extents `loops` of the elements of x that affine subscripts name: its element (_0, _1, ...)
/// is element (e(_0, _1, ...), ...) of x. There is one subscript for each axis of x: text, as "_0 * 2 + 1"; an affine
/// whose other names have values; an expression of indices<N>(), whose first index is _0; or an integer.
///
///   affine_view(a, shape(5, 4), "_0 * 2 + 1", "3 - _1")   // the odd rows of a, backwards
///   affine_view(a, shape(4, 10), "_1", "_0")              // a, transposed
///   auto [i, j] = indices<2>();
///   affine_view(std::as_const(a), shape(7), i, i)         // a diagonal
///
/// Nothing is copied: an affine access to strided memory is strided. All subscripts are checked before anything is
/// read: index_error names one that leaves its axis, with its range. Throws layout_error if x is not const and two
/// indices of the view may name the same element; std::as_const(x) can still be read. Throws error for a subscript that
/// is no sum of multiples of the indices.
template <Stored X, Shape S, detail::AffineSubscript... E>
[[nodiscard]] WEFT_FN auto affine_view(X&& x, S const& loops, E const&... e) {
  constexpr int rank = std::remove_cvref_t<X>::static_rank, given = sizeof...(E);
  static_assert(rank < 0 || rank == given, "weft: affine_view: a subscript for each axis of the tensor");
  auto const leaf = static_cast<X&&>(x).window().window_leaf();
  using T = std::remove_pointer_t<decltype(leaf.data)>;
  if (leaf.place.rank() != given)
    detail::throw_index_reason("affine_view", "a subscript for each axis of the tensor");
  auto const shape = detail::convert_extents<dynamic_extents>(loops);
  detail::checked_count(shape, "affine_view");
  detail::affine_terms const terms[std::size_t(given + 1)]{detail::subscript_terms(e, shape.rank())..., {}};
  auto const place =
      detail::place_of(shape, terms, detail::convert_extents<dynamic_extents>(leaf.place.extents()),
                       detail::convert_extents<dynamic_extents>(leaf.place.strides()), !std::is_const_v<T>);
  using layout_type = layout<dims<S::static_rank>, strided>;
  return detail::make_view(strided_leaf<T, layout_type, detail::storage_ref>(
      leaf.data + place.offset,
      layout_type(detail::convert_extents<dims<S::static_rank>>(place.extents),
                  detail::convert_extents<dims<S::static_rank>>(place.strides)),
      leaf.keep));
}

} // namespace weft
