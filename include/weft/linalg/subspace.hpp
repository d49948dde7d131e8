#pragma once
#include <weft/linalg/svd.hpp>

namespace weft {

namespace detail {
/// Returns the rank of the one matrix of the job, and writes its left singular vectors to u: m x least, or, with
/// `complement`, all m x m, and the vectors behind the rank are then conjugated. `tolerance` is as for matrix_ranks.
WEFT_API index_t spanning_vectors(decomposition_job const& job, bool complement, double tolerance);
WEFT_API [[noreturn]] void throw_one_matrix(char const* operation, index_t const* extents, int rank);

/// Returns an orthonormal basis of the space that the columns of a span, or, with Null, of its null space. The vectors
/// of the null space are the left singular vectors of the transposed matrix a^T = vh^T s u^T, conjugated, because v is
/// the conjugate of vh^T.
template <bool Null, class X>
WEFT_FN auto basis_of(char const* operation, X const& a, double tolerance) {
  static_assert(rank_of<X> <= 2, "weft: linalg: null_space and orth take one matrix: the rank decides the shape");
  if constexpr (accepts_matrices<X>() && rank_of<X> <= 2) {
    using T = linear_t<X>;
    using Order = deduced_order<X const&>;
    auto const e = capture(a);
    using E = std::remove_cvref_t<decltype(e.extents())>;
    constexpr index_t length = Null ? static_columns<E> : static_rows<E>;
    using S = decltype(ending_type<E, (E::static_rank < 0 ? 0 : 2), length, dyn>());
    matrix_batch const b(operation, e.extents(), false);
    if constexpr (rank_of<X> < 0)
      if (e.extents().rank() != 2)
        throw_one_matrix(operation, e.extents().values(), e.extents().rank());
    auto const work = packed_copy<T>(e, Null);
    index_t const m = Null ? b.columns : b.rows, n = Null ? b.rows : b.columns, all = Null || m < n ? m : n;
    packed_elements<T> const vectors(m * all);
    index_t const rank = spanning_vectors(
        {operation, dtype_of<T>, 1, m, n, Null, Null, Null, work.data(), nullptr, {nullptr, vectors.data()}}, Null,
        tolerance);
    index_t const first = Null ? rank : 0;
    auto const shape = convert_extents<S>(weft::shape(m, Null ? m - rank : rank));
    tensor<T, shape_argument<S>, Order> basis(uninit, shape);
    session run;
    assign(strided_leaf<T, layout<S, dense<Order>>>(basis.data(), layout<S, dense<Order>>(shape), {}),
           strided_leaf<T const, layout<S, strided>>(vectors.data() + first * m, packed_layout(shape, 2, false), {}),
           run);
    return basis;
  }
}
} // namespace detail

namespace linalg {

/// The columns are an orthonormal basis of the null space of one matrix m x n: n x (n - r), where r is its rank, so
/// that matmul(a, null_space(a)) is 0 but for roundings. Singular values up to rtol times the largest one count as 0;
/// without rtol, up to the larger extent times the epsilon of the type. A batch is refused with shape_error: the rank
/// decides the shape. It costs as much as svd; LAPACK's gesdd. Throws linalg_error if it does not converge.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto null_space(X const& a, double rtol = -1) {
  return detail::basis_of<true>("linalg::null_space", a, rtol);
}

/// The columns are an orthonormal basis of the space that the columns of one matrix m x n span: m x r. Otherwise as
/// null_space.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto orth(X const& a, double rtol = -1) {
  return detail::basis_of<false>("linalg::orth", a, rtol);
}

} // namespace linalg
} // namespace weft
