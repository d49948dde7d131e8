#pragma once
#include <weft/linalg/product.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/spaced.hpp>
#include <weft/sparse/matrix.hpp>
#include <weft/tensor/memory.hpp>

#include <initializer_list>

// Conversions between dense and sparse matrices, and functions that make sparse ones.
namespace weft {

/// Returns a sparse matrix of the elements that are not 0, or, with a tolerance, whose modulus is larger than that; NaN
/// counts as larger. It takes two passes over the matrix; an expression is computed first.
template <class Order = row_major, class Index = std::int32_t, Tensorial A>
[[nodiscard]] WEFT_FN auto to_sparse(A const& a, double tolerance = 0) {
  static_assert(detail::rank_of<A> == 2 || detail::rank_of<A> < 0,
                "weft: to_sparse: rank mismatch: a sparse matrix is made of a matrix");
  detail::refuse_followed<A>();
  using T = detail::value_t<A>;
  using kernels = detail::compressed_kernels<T, Index>;
  detail::session s;
  auto const e = [&] {
    if constexpr (detail::rank_of<A> < 0)
      return detail::capture(as<2>(a));
    else
      return detail::capture(a);
  }();
  auto const& from = detail::in_memory(e, s);
  detail::matrix_operand<T const> m{from.data, detail::matrix_of(from.place, false, false)};
  index_t const rows = m.shape.rows, columns = m.shape.cols;
  detail::check_numbers<Index>("to_sparse", rows > columns ? rows : columns);
  if constexpr (std::is_same_v<Order, column_major>)
    m = transposed(m);
  tensor<Index, 1> offsets(m.shape.rows + 1);
  index_t const entries = kernels::count_dense(m, tolerance, offsets.data());
  detail::check_numbers<Index>("to_sparse", entries);
  tensor<Index, 1> indices(uninit, entries);
  tensor<T, 1> values(uninit, entries);
  kernels::compress_dense(m, tolerance, detail::target_of(offsets, indices, values));
  return detail::sparse_access::made<T, Order>(rows, columns, std::move(offsets), std::move(indices),
                                               std::move(values));
}
/// Returns a sparse matrix of the elements where a mask is true; elements that are 0 become entries too.
template <class Order = row_major, class Index = std::int32_t, Tensorial A, Tensorial M>
  requires std::same_as<detail::value_t<M>, bool>
[[nodiscard]] WEFT_FN auto to_sparse(A const& a, M const& mask) {
  detail::refuse_followed<A>();
  using T = detail::value_t<A>;
  auto chosen = to_sparse<Order, Index>(cast<T>(mask));
  tensor<T, 2> const whole(a);
  detail::check_same_sparse("to_sparse", whole.shape(), chosen.shape());
  detail::compressed_kernels<T, Index>::pick(
      detail::structure_of(chosen), detail::has_rows<Order>,
      {whole.data(), detail::matrix_of(detail::capture(whole).place, false, false)}, chosen.values().data());
  return chosen;
}

/// Returns a dense tensor with all elements, in the order of s.
template <Tensorial A>
[[nodiscard]] WEFT_FN auto to_dense(A const& a) {
  auto const& s = detail::sparse_itself(a);
  using S = decltype(s);
  using T = detail::sparse_value<S>;
  tensor<T, 2, detail::sparse_order<S>> whole(uninit, s.extent(0), s.extent(1));
  auto const m = detail::compressed_of(s);
  index_t const line = m.width > 1 ? m.width : 1; // in both orders lines lie one behind the other
  detail::compressed_kernels<T, detail::sparse_index<S>>::scatter(m, {whole.data(), {m.lines, m.width, line, 1}});
  return whole;
}

/// The transposed matrix, in the other order and in the memory of s: csr becomes csc without a copy. Returns a view of
/// a named matrix, and a matrix that takes over the memory of a temporary one.
template <Sparse S>
[[nodiscard]] WEFT_FN auto transpose(S&& s) {
  using order = detail::other_order<detail::sparse_order<S>>;
  if constexpr (std::is_lvalue_reference_v<S> || !requires { typename std::remove_cvref_t<S>::owns_memory; }) {
    using values = decltype(s.values());
    return detail::sparse_access::viewed<typename values::element_type, order, detail::sparse_index<S>>(
        s.extent(1), s.extent(0), s.offsets(), s.indices(), s.values());
  } else {
    auto stored = detail::sparse_access::given(static_cast<S&&>(s));
    return detail::sparse_access::made<detail::sparse_value<S>, order>(
        stored.columns, stored.rows, std::move(stored.offsets), std::move(stored.indices), std::move(stored.values));
  }
}

/// A view of a matrix in arrays of the program, which must outlive it. offsets and indices are as for sparse(shape,
/// offsets, indices, values), but indices must ascend within each line, which is checked once. Indices are std::int32_t
/// or std::int64_t, and the vectors lie without gaps. Throws shape_error or index_error if they make no matrix.
template <class Order = row_major, Stored O, Stored J, Stored V>
[[nodiscard]] WEFT_FN auto borrow_sparse(extents<dyn, dyn> const& shape, O&& offsets, J&& indices, V&& values) {
  using index = detail::value_t<J>;
  static_assert(!detail::is_owned_temporary<O> && !detail::is_owned_temporary<J> && !detail::is_owned_temporary<V>,
                "weft: borrow_sparse: a vector is a temporary: sparse(shape, offsets, indices, values) copies them");
  static_assert(std::same_as<detail::value_t<O>, index>, "weft: borrow_sparse: offsets and indices are of one type");
  view<index const, 1, row_major> const o(offsets), j(indices);
  using element = std::remove_pointer_t<decltype(values.window().window_leaf().data)>;
  view<element, 1, row_major> const v(values);
  detail::check_sparse_shape("borrow_sparse", shape[0], shape[1]);
  constexpr bool by_rows = detail::has_rows<Order>;
  index_t const lines = shape[by_rows ? 0 : 1];
  detail::check_count("borrow_sparse: offsets", o.size(), lines + 1);
  detail::check_count("borrow_sparse: indices", j.size(), v.size());
  detail::require_ascending(detail::compressed_indices<index>::check(
      "borrow_sparse", {lines, shape[by_rows ? 1 : 0], o.data(), j.data()}, v.size()));
  return detail::sparse_access::viewed<element, Order, index>(shape[0], shape[1], o, j, v);
}

/// The n x n matrix with ones on its diagonal.
template <class T = double, class Order = row_major, class Index = std::int32_t>
[[nodiscard]] WEFT_FN sparse<T, Order, Index> sparse_identity(index_t n) {
  detail::check_sparse_shape("sparse_identity", n, n);
  detail::check_numbers<Index>("sparse_identity", n);
  tensor<Index, 1> offsets(arange(Index(0), static_cast<Index>(n + 1)));
  return detail::sparse_access::made<T, Order>(n, n, std::move(offsets),
                                               tensor<Index, 1>(arange(Index(0), static_cast<Index>(n))),
                                               tensor<T, 1>(ones<T>(weft::shape(n))));
}
/// A matrix of given diagonals: values(k, i) is element (i, i + offsets(k)), where that is inside of the matrix; other
/// values are not read. SciPy's dia_array indexes by the column instead. Elements that are 0 become entries too. Rows
/// of `values` have as many elements as the matrix has rows. Throws shape_error if `values` does not fit.
template <class Order = row_major, class Index = std::int32_t, Tensorial V>
[[nodiscard]] WEFT_FN auto sparse_diagonals(V const& values, std::initializer_list<index_t> offsets, index_t rows,
                                            index_t columns) {
  using T = detail::value_t<V>;
  tensor<T, 2> const whole(values);
  detail::check_count("sparse_diagonals: diagonals", whole.extent(0), static_cast<index_t>(offsets.size()));
  detail::check_count("sparse_diagonals: a diagonal", whole.extent(1), rows);
  triplets<T> entries(rows, columns);
  index_t k = 0;
  for (index_t offset : offsets) {
    if (offset > -rows && offset < columns)
      for (index_t i = offset < 0 ? -offset : 0; i < rows && i + offset < columns; ++i)
        entries.add(i, i + offset, whole(k, i));
    ++k;
  }
  return sparse<T, Order, Index>(entries);
}

} // namespace weft
