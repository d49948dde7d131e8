#pragma once
#include <weft/linalg/small_batch.hpp>
#include <weft/linalg/solve.hpp>
#include <weft/linalg/workspace.hpp>

namespace weft {

namespace detail {
/// Matrices at any strides become their factors, with zeros above the diagonal.
WEFT_API void cholesky_factors(char const* operation, dtype type, strided_matrices const& a, linalg::workspace& w);
} // namespace detail

namespace detail {
template <class T, class Order, class E>
WEFT_FN auto cholesky_of(E const& e) {
  auto const& shape = e.extents();
  require_square("linalg::cholesky", shape);
  batch_result<T, std::remove_cvref_t<decltype(shape)>, Order> l(shape, 2, std::same_as<Order, row_major>);
  if constexpr (may_be_small_batch<T, std::remove_cvref_t<decltype(shape)>>) {
    const matrix_batch b("linalg::cholesky", shape, true);
    if (is_small_batch(b.count, b.rows) && with_small_batch<T>(small_task::cholesky, e, b.count, b.rows, [&](auto job) {
          job.x = packed_small(l.data(), b.rows, b.rows, l.by_rows());
          return run_small_batch(job);
        }))
      return l.take();
  }
  pack_matrices(l.data(), shape, 2, l.by_rows(), e);
  const layout<dynamic_extents, strided> place = packed_layout(convert_extents<dynamic_extents>(shape), 2, l.by_rows());
  linalg::workspace room;
  cholesky_factors("linalg::cholesky", dtype_of<T>, {l.data(), place.extents(), place.strides(), 2}, room);
  return l.take();
}
} // namespace detail

namespace linalg {

/// The lower triangular L with a positive diagonal of a symmetric or Hermitian positive definite matrix a: L L^H = a.
/// The lower triangle of a is read, and of its diagonal the real part. n^3 / 6 multiplications and additions, most of
/// them in products of matrices (src/linalg/factor/cholesky.hpp). One matrix of floats or doubles of static shape, up
/// to 8 x 8, in registers, and in constant expressions too; batches of eight or more of 2 x 2 to 8 x 8, as many at a
/// time as a machine vector has lanes. linalg_error where a is not positive definite; its position is the column in
/// which that was seen.
template <Tensorial X>
[[nodiscard]] WEFT_FN constexpr auto cholesky(X const& a) {
  if constexpr (detail::takes_matrices<X>()) {
    using T = detail::linear_t<X>;
    using Order = detail::deduced_order<X const&>;
    const auto e = detail::capture(a);
    using E = std::remove_const_t<decltype(e)>;
    if constexpr (detail::is_small_square<E>()) {
      constexpr index_t n = E::extents_type::statics[0];
      const detail::small_rows<E> of(e);
      detail::small_result<T, Order, n, n> l{};
      if (detail::small_cholesky<int(n)>(of.rows(), l.values))
        return l.take();
    }
    return detail::cholesky_of<T, Order>(e);
  }
}

} // namespace linalg
} // namespace weft
