#pragma once
#include <weft/linalg/batch.hpp>

namespace weft {

namespace detail {
/// Matrices of n rows become their factors, with zeros above the diagonal; `by_rows`: they lie row by row.
WEFT_API void cholesky_factors(dtype type, void* matrices, index_t count, index_t n, bool by_rows);
} // namespace detail

namespace linalg {

/// The lower triangular L with a positive diagonal of a symmetric or Hermitian positive definite matrix a: L L^H = a.
/// The lower triangle of a is read, and of its diagonal the real part. n^3 / 6 multiplications and additions, by
/// halves, in products (src/factor/cholesky.hpp). linalg_error where a is not positive definite; its position is the
/// column in which that was seen.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto cholesky(X const& a) {
  if constexpr (detail::takes_matrices<X>()) {
    using T = detail::linear_t<X>;
    using Order = detail::deduced_order<X const&>;
    const auto e = detail::capture(a);
    auto const& shape = e.extents();
    const detail::matrix_batch b("linalg::cholesky", shape, true);
    detail::batch_result<T, std::remove_cvref_t<decltype(shape)>, Order> l(shape, 2, std::same_as<Order, row_major>);
    detail::pack_matrices(l.data(), shape, 2, l.by_rows(), e);
    detail::cholesky_factors(dtype_of<T>, l.data(), b.count, b.rows, l.by_rows());
    return l.take();
  }
}

} // namespace linalg
} // namespace weft
