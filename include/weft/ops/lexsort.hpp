#pragma once
#include <weft/ops/sort.hpp>
#include <weft/ops/take.hpp>
#include <weft/tensor/memory.hpp>

namespace weft {

namespace detail {

/// Sorts `order` by one more key, which counts more than the keys before, because the sort is stable.
template <class K>
WEFT_FN void order_by(tensor<index_t, 1>& order, K const& key) {
  order = tensor<index_t, 1>(take(order, tensor<index_t, 1>(argsort(take(key, order)))));
}
/// Returns the order that sorts by the rows of a matrix, or by one vector.
template <class K>
WEFT_FN tensor<index_t, 1> order_by_rows(K const& keys) {
  tensor<value_t<K>> const held(keys);
  int const rank = held.rank();
  if (rank < 1 || rank > 2 || (rank == 2 && held.extent(0) == 0))
    throw_shape_reason("lexsort", "the keys are vectors, or the rows of one matrix");
  auto const rows = reshape(held, shape(rank == 2 ? held.extent(0) : 1, held.extent(rank - 1)));
  tensor<index_t, 1> order = argsort(rows(0, all));
  for (index_t k = 1; k < rows.extent(0); ++k)
    order_by(order, rows(k, all));
  return order;
}

} // namespace detail

/// Returns the indices that sort the rows of a table by its last column, rows that are equal there by the column before
/// it, and so on, as NumPy's lexsort. The keys are vectors, the columns of the table: lexsort(least, ..., most
/// important). Or they are the rows of one matrix. Equal rows keep their order. The result is a tensor of indices,
/// computed at once: take(x, lexsort(y, x)) is sorted. Throws shape_error unless all keys have one extent, and if there
/// are no keys.
template <Tensorial K, Tensorial... More>
[[nodiscard]] WEFT_FN tensor<index_t, 1> lexsort(K const& key, More const&... more) {
  constexpr int rank = detail::rank_of<K>;
  static_assert(sizeof...(More) == 0 ? rank != 0 && rank <= 2 : rank < 0 || rank == 1,
                "weft: lexsort: rank mismatch: the keys are vectors, or the rows of one matrix");
  static_assert(((detail::rank_of<More> < 0 || detail::rank_of<More> == 1) && ...),
                "weft: lexsort: rank mismatch: the keys are vectors, or the rows of one matrix");
  if constexpr (sizeof...(More) == 0) {
    return detail::order_by_rows(key);
  } else {
    auto const extent_of = [](auto const& k) {
      auto const& shape = detail::shape_before(k);
      return shape.rank() == 1 ? index_t(shape[0]) : -1;
    };
    index_t const n = extent_of(key);
    if (n < 0 || ((extent_of(more) != n) || ...))
      detail::throw_shape_reason("lexsort", "several keys are vectors of one extent");
    tensor<index_t, 1> order = argsort(key);
    (detail::order_by(order, more), ...);
    return order;
  }
}

} // namespace weft
