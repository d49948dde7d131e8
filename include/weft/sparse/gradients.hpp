#pragma once
#include <weft/grad/computed.hpp>
#include <weft/sparse/arithmetic.hpp>

// Gradients of products with sparse matrices: of the vector or matrix, and of the values of the entries.
namespace weft {

namespace detail {

/// An operand as a matrix: a vector is a column.
template <class T, class E>
WEFT_FN matrix_operand<const T> sampled_matrix(E const& e) {
  return {e.data, matrix_of(e.place, false, e.rank() == 1)};
}

/// Of y = a x: the gradient of x is transpose(a) G, that of an entry the sum over the columns of G(row) x(column).
template <class T, class Extents, class Index>
struct adjoint<sparse_product<T, Extents, Index>> {
  template <class F, class L, class G, class O, class J, class V, class X>
  WEFT_FN static void hand_on(F const& f, L const&, G const& g, O const& offsets, J const& indices, V const& values,
                              X const& x) {
    if constexpr (is_followed<X>)
      hand_to(x, sparse_product_of<T, Index>(f.columns, f.rows, !f.by_rows, offsets, indices, unfollowed(values), g));
    if constexpr (is_followed<V>) {
      session s;
      auto const& o = in_memory(offsets, s);
      auto const& j = in_memory(indices, s);
      const auto before = unfollowed(x);
      auto const& right = in_memory(before, s);
      const auto by_values = new_temporary<T>(values.extents(), s);
      compressed_kernels<T, Index>::sample(
          {f.by_rows ? f.rows : f.columns, f.by_rows ? f.columns : f.rows, o.data, j.data}, f.by_rows,
          sampled_matrix<T>(g), sampled_matrix<T>(right), by_values.data);
      hand_to(values, by_values.template borrowed<const T>());
    }
  }
};

/// A matrix whose values are a variable, or an expression of one.
template <Sparse S, class V>
struct followed_sparse {
  S const* structure;
  V values;
};

} // namespace detail

/// The entries of s with other values, which are a variable or an expression of one, row by row or column by column:
/// matmul(with_values(s, v), x) has gradients of v and of x. s outlives what is made of it. shape_error unless there is
/// a value for each entry.
template <Sparse S, detail::Followed V>
[[nodiscard]] WEFT_FN auto with_values(S const& s WEFT_LIFETIMEBOUND, V&& v) {
  auto values = detail::capture(static_cast<V&&>(v));
  detail::check_count("with_values", detail::count_of(values.extents()), s.nonzeros());
  return detail::followed_sparse<S, decltype(values)>{&s, std::move(values)};
}

/// The product with a vector or a matrix: see matmul of sparse/product.hpp.
template <Sparse S, class V, Tensorial X>
[[nodiscard]] WEFT_FN auto matmul(detail::followed_sparse<S, V> const& a, X&& x) {
  using T = typename V::value_type;
  S const& s = *a.structure;
  return detail::sparse_product_of<T, detail::sparse_index<S>>(
      s.extent(0), s.extent(1), std::is_same_v<detail::sparse_order<S>, row_major>, detail::capture(s.offsets()),
      detail::capture(s.indices()), a.values, detail::captured_values<T>(static_cast<X&&>(x)));
}

} // namespace weft
