#pragma once
#include <weft/linalg/matmul.hpp>
#include <weft/sparse/convert.hpp>

namespace weft {

namespace detail {

WEFT_API void note_sparse_product(session& s, index_t rows, index_t columns, index_t entries, index_t right,
                                  index_t bytes);
/// Throws shape_error if matrices or vectors of these shapes have no product.
template <Shape A, Shape B>
WEFT_FN void check_inner(A const& a, B const& b) {
  auto const x = convert_extents<dynamic_extents>(a), y = convert_extents<dynamic_extents>(b);
  (void)product_shape(x.values(), x.rank(), y.values(), y.rank());
}

/// The function object of a product of a sparse matrix and a dense vector or matrix. Its operands are the three vectors
/// of the sparse one, and the dense one.
template <class T, class Extents, class Index>
struct sparse_product : result_of<T, Extents> {
  static constexpr deferred_traits traits{.accumulates = true};
  index_t rows, columns;
  bool by_rows;

  template <class Target, class... X>
  WEFT_FN void evaluate(Target const& target, session& s, X const&... x) const {
    accumulate(target, T(1), T(0), s, x...);
  }
  /// Computes target = alpha * product + beta * target; old elements are not read where beta is 0.
  template <class L, class O, class J, class V, class X>
  WEFT_FN void accumulate(strided_leaf<T, L> const& target, T alpha, T beta, session& s, O const& offsets,
                          J const& indices, V const& values, X const& x) const {
    target.keep.check("matmul");
    auto const& o = in_memory(offsets, s);
    auto const& j = in_memory(indices, s);
    auto const& v = in_memory(values, s);
    auto const& right = in_memory(x, s);
    bool const vector = x.rank() == 1;
    matrix_operand<T const> const from{right.data, matrix_of(right.place, false, vector)};
    matrix_operand<T> const to{target.data, matrix_of(target.place, false, vector)};
    if (meets(to, from) || meets(to, as_column(vector_operand<T const>{v.data, v.place.size(), 1})))
      return by_temporary(target, alpha, beta, s, o, j, v, right);
    if (described(s, [&](session& t) {
          note_sparse_product(t, rows, columns, v.place.size(), from.shape.cols,
                              index_t(sizeof(Index)) * (j.place.size() + o.place.size()));
        }))
      return;
    if (to.shape.rows == 0 || to.shape.cols == 0)
      return;
    index_t const lines = by_rows ? rows : columns;
    compressed_kernels<T, Index>::multiply_dense({{lines, by_rows ? columns : rows, o.data, j.data}, v.data}, !by_rows,
                                                 alpha, from, beta, to);
  }

private:
  WEFT_FN static bool meets(matrix_operand<T> const& to, matrix_operand<T const> const& from) {
    return from.shape.rows != 0 && from.shape.cols != 0 && to.shape.rows != 0 && to.shape.cols != 0 &&
           !are_apart(range_of(from), range_of(to));
  }
  /// Computes the product to a temporary first, because the target may share memory with an operand.
  template <class L, class... X>
  WEFT_SLOW void by_temporary(strided_leaf<T, L> const& target, T alpha, T beta, session& s, X const&... x) const {
    auto const products = new_temporary<T>(target.extents(), s);
    accumulate(products.template borrowed<T>(), alpha, T(0), s, x...);
    add_to_old(target, products.template borrowed<T const>(), beta, s);
  }
};

/// The element type of sums and products of two sparse matrices.
template <Sparse A, Sparse B>
using common_value = product_t<sparse_value<A>, sparse_value<B>>;
/// The type of a sparse matrix that holds a result of a and b: it has the order of a, and the wider index.
template <class T, Sparse A, Sparse B>
using sparse_sum =
    sparse<T, sparse_order<A>,
           std::conditional_t<sizeof(sparse_index<A>) >= sizeof(sparse_index<B>), sparse_index<A>, sparse_index<B>>>;

/// Returns an operand as an expression of elements T, in the form that an expression holds: a named operand is
/// borrowed, a temporary one is taken over.
template <class T, class X>
WEFT_FN auto captured_values(X&& values) {
  if constexpr (std::is_same_v<value_t<X>, T>)
    return capture(static_cast<X&&>(values));
  else
    return capture(cast<T>(static_cast<X&&>(values)));
}
/// Returns the product of a matrix of captured vectors and a captured vector or matrix.
template <class T, class Index, class O, class J, class V, class X>
WEFT_FN auto sparse_product_of(index_t rows, index_t columns, bool by_rows, O offsets, J indices, V values, X right) {
  check_inner(weft::shape(rows, columns), right.extents());
  auto const make = [&](auto const& shape) {
    using operation = sparse_product<T, std::remove_cvref_t<decltype(shape)>, Index>;
    return make_deferred("matmul", operation{{}, rows, columns, by_rows}, shape, std::move(offsets), std::move(indices),
                         std::move(values), std::move(right));
  };
  if constexpr (X::static_rank == 1)
    return make(weft::shape(rows));
  else
    return make(weft::shape(rows, right.extents()[1]));
}
template <class T, Sparse A, class X>
WEFT_FN auto make_sparse_product(A&& a, X&& x) {
  static_assert(rank_of<X> == 1 || rank_of<X> == 2, "weft: matmul: rank mismatch: a sparse matrix multiplies a vector "
                                                    "or a matrix: as<2>(x) names the rank of x");
  index_t const rows = a.extent(0), columns = a.extent(1);
  auto&& stored = sparse_access::given(static_cast<A&&>(a));
  using stored_type = decltype(stored);
  return sparse_product_of<T, sparse_index<A>>(
      rows, columns, has_rows<sparse_order<A>>, capture(static_cast<stored_type>(stored).offsets),
      capture(static_cast<stored_type>(stored).indices), captured_values<T>(static_cast<stored_type>(stored).values),
      captured_values<T>(static_cast<X&&>(x)));
}

} // namespace detail

/// The product of a sparse matrix and a vector or a matrix: lazy, and deferred, as the product of dense ones. With csr
/// each row is a sum of its own, in as many threads as pay; with csc, as for transpose(s), columns are added one after
/// the other in one thread. A csr copy, sparse<double>(s), takes the time of 5 to 8 products; its products take 0.8 to
/// 0.9 of the time in one thread, and may take several. r = b - 2.0 * matmul(s, x) and y = matmul(s, x) + y take no
/// temporary. Columns of x whose elements lie side by side in a row are multiplied together. Throws shape_error if
/// inner extents differ.
template <Sparse A, Tensorial X>
[[nodiscard]] WEFT_FN auto matmul(A&& a, X&& x) {
  using T = detail::product_t<detail::sparse_value<A>, detail::value_t<X>>;
  return detail::make_sparse_product<T>(static_cast<A&&>(a), static_cast<X&&>(x));
}

/// The product of a vector or a dense matrix and a sparse one: transpose(matmul(transpose(s), transpose(x))).
template <Tensorial X, Sparse A>
[[nodiscard]] WEFT_FN auto matmul(X&& x, A&& a) {
  if constexpr (detail::rank_of<X> == 1)
    return matmul(transpose(static_cast<A&&>(a)), static_cast<X&&>(x));
  else
    return transpose(matmul(transpose(static_cast<A&&>(a)), transpose(static_cast<X&&>(x))));
}
template <Sparse A, class X>
  requires(!AnyTensorial<X>)
[[nodiscard]] detail::refused_value matmul(A&&, X const&) {
  static_assert(detail::always_false<X>,
                "weft: by a number a sparse matrix is multiplied as 2.0 * s, by a container as "
                "matmul(s, borrow(v))");
  return {};
}

/// The product of two sparse matrices: a sparse one, computed now (Gustavson, Two fast algorithms for sparse matrices,
/// ACM TOMS 4, 1978), in the order of the left one. It has an entry wherever a product was added, 0 too. It runs in as
/// many threads as pay, each with memory for a sum for each column of the result, or for csc each row; the number of
/// threads changes no bit.
template <Sparse A, Sparse B>
[[nodiscard]] WEFT_FN auto matmul(A&& a, B&& b) {
  using result = detail::sparse_sum<detail::common_value<A, B>, A, B>;
  using T = typename result::value_type;
  using order = typename result::order_type;
  using index = typename result::index_type;
  using kernels = detail::compressed_kernels<T, index>;
  detail::check_inner(a.shape(), b.shape());
  auto const multiply = [&](auto const& left, auto const& right) { // by lines: for csc the factors change sides
    auto const x = detail::compressed_of(left), y = detail::compressed_of(right);
    tensor<index, 1> offsets(x.lines + 1);
    index_t const entries = detail::compressed_indices<index>::count_product(x, y, offsets.data());
    tensor<index, 1> indices(uninit, entries);
    tensor<T, 1> values(uninit, entries);
    kernels::multiply_sparse(x, y, detail::target_of(offsets, indices, values));
    return detail::sparse_access::made<T, order>(a.extent(0), b.extent(1), std::move(offsets), std::move(indices),
                                                 std::move(values));
  };
  decltype(auto) x = detail::as_sparse<result>(a);
  decltype(auto) y = detail::as_sparse<result>(b);
  if constexpr (detail::has_rows<order>)
    return multiply(x, y);
  else
    return multiply(y, x);
}

} // namespace weft
