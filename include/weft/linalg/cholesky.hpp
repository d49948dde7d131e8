#pragma once
#include <weft/linalg/solve.hpp>
#include <weft/linalg/workspace.hpp>

namespace weft {

namespace detail {
/// Matrices at any strides become their factors, with zeros above the diagonal.
WEFT_API void cholesky_factors(char const* operation, dtype type, strided_matrices const& a, linalg::workspace& w);
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
    detail::require_square("linalg::cholesky", shape);
    detail::batch_result<T, std::remove_cvref_t<decltype(shape)>, Order> l(shape, 2, std::same_as<Order, row_major>);
    detail::pack_matrices(l.data(), shape, 2, l.by_rows(), e);
    const layout<dynamic_extents, strided> place =
        detail::packed_layout(detail::convert_extents<dynamic_extents>(shape), 2, l.by_rows());
    workspace room;
    detail::cholesky_factors("linalg::cholesky", dtype_of<T>, {l.data(), place.extents(), place.strides(), 2}, room);
    return l.take();
  }
}

} // namespace linalg
} // namespace weft
