#pragma once
#include <weft/ops/generate.hpp>
#include <weft/ops/scatter.hpp>
#include <weft/ops/spaced.hpp>
#include <weft/sparse/product.hpp>

// Matrices of meshes: element e adds its small matrix at the rows rows(e, all) and the columns columns(e, all).
namespace weft {

namespace detail {

/// Returns the number of elements. Throws shape_error unless `rows` and `columns` have a row for each.
template <class R, class C>
WEFT_FN index_t count_elements(char const* operation, R const& rows, C const& columns) {
  check_count(operation, columns.extent(0), rows.extent(0));
  return rows.extent(0);
}

} // namespace detail

/// A matrix with an entry, whose value is 0, at each place to which the small matrix of an element is added. rows and
/// columns are matrices of integers, with a row for each element; where both are the same, one is enough. Throws
/// index_error if an index is outside of the shape, and shape_error if rows and columns have different numbers of
/// elements. It is made as the product of two sparse matrices, one with an entry for each row of an element, one for
/// each column, and takes memory for both.
template <class T, class Order = row_major, class Index = std::int32_t, Tensorial R, Tensorial C>
  requires(std::integral<detail::value_t<R>> && std::integral<detail::value_t<C>>)
[[nodiscard]] WEFT_FN sparse<T, Order, Index> element_structure(extents<dyn, dyn> const& shape, R const& rows,
                                                                C const& columns) {
  tensor<index_t, 2> const i(cast<index_t>(rows)), j(cast<index_t>(columns));
  index_t const elements = detail::count_elements("element_structure", i, j);
  auto const of_elements = [elements, &shape](tensor<index_t, 2> const& places, int axis) {
    index_t const each = places.extent(1), extent = shape[axis];
    for (index_t const at : places)
      if (at < 0 || at >= extent)
        detail::throw_index("element_structure", at, axis, extent);
    tensor<index_t, 1> const offsets = each * arange(elements + 1);
    return sparse<T, row_major, Index>(weft::shape(elements, extent), offsets,
                                       borrow(places.data(), weft::shape(elements * each)),
                                       full(weft::shape(elements * each), T(1)));
  };
  auto const right = of_elements(j, 1);
  sparse<T, Order, Index> const left(transpose(of_elements(i, 0)));
  auto whole = matmul(left, right);
  whole.values() = T{};
  return whole;
}
template <class T, class Order = row_major, class Index = std::int32_t, Tensorial R>
[[nodiscard]] WEFT_FN sparse<T, Order, Index> element_structure(extents<dyn, dyn> const& shape, R const& both) {
  return element_structure<T, Order, Index>(shape, both, both);
}

/// Returns where the small matrices of elements are added among the values of s: positions(e, k, l) is the number of
/// the entry (rows(e, k), columns(e, l)). The entries are found by bisection, once; assemble(s, positions, blocks) then
/// adds blocks as often as a program likes. Throws index_error if s has no such entry.
template <Sparse S, Tensorial R, Tensorial C>
  requires(std::integral<detail::value_t<R>> && std::integral<detail::value_t<C>>)
[[nodiscard]] WEFT_FN tensor<detail::sparse_index<S>, 3> element_positions(S const& s, R const& rows,
                                                                           C const& columns) {
  using index = detail::sparse_index<S>;
  tensor<index_t, 2> const i(cast<index_t>(rows)), j(cast<index_t>(columns));
  index_t const elements = detail::count_elements("element_positions", i, j), m = i.extent(1), n = j.extent(1);
  auto const structure = detail::structure_of(s);
  constexpr bool by_rows = detail::has_rows<detail::sparse_order<S>>;
  tensor<index, 3> positions(uninit, elements, m, n);
  for (index_t e = 0; e < elements; ++e)
    for (index_t k = 0; k < m; ++k)
      for (index_t l = 0; l < n; ++l) {
        index_t const row = i(e, k), column = j(e, l);
        detail::check_entry("element_positions", row, column, s.extent(0), s.extent(1));
        index_t const found =
            detail::compressed_indices<index>::find(structure, by_rows ? row : column, by_rows ? column : row);
        if (found < 0)
          detail::throw_no_entry("element_positions", row, column);
        positions(e, k, l) = static_cast<index>(found);
      }
  return positions;
}
template <Sparse S, Tensorial R>
[[nodiscard]] WEFT_FN auto element_positions(S const& s, R const& both) {
  return element_positions(s, both, both);
}

/// Adds the small matrices of elements, blocks(e, k, l), to the values of s at their positions, as add_at does: in one
/// thread, one element after the other. It takes no memory if positions and blocks lie in memory; an expression is
/// computed into a temporary. s.values() = 0.0 starts a new sum. Throws the errors of add_at.
template <Sparse S, Tensorial P, Tensorial B>
WEFT_FN void assemble(S& s, P const& positions, B const& blocks) {
  add_at(s.values(), positions, blocks);
}

} // namespace weft
