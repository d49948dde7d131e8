#pragma once
#include <weft/linalg/qr.hpp>
#include <weft/linalg/small_eigen.hpp>

namespace weft {

namespace detail {
/// Matrices m x n, column by column, which are overwritten; their singular values; u and vh, column by column, of which
/// `full` ones are square, or null where only the values are wanted.
struct svd_job {
  char const* operation;
  dtype type;
  index_t count, m, n;
  void *matrices, *u, *values, *vh;
  bool full, by_rows;
};
WEFT_API void singular_values(svd_job const& job);
/// The number of singular values above `tolerance` times the largest one; below 0: the larger extent in roundings.
WEFT_API void matrix_ranks(svd_job const& job, double tolerance, index_t* ranks);
/// n x m, column by column. `tolerance` as for ranks.
WEFT_API void pseudo_inverses(svd_job const& job, double tolerance, void* inverses);
} // namespace detail

namespace linalg {

/// What svd returns.
template <class U, class S, class V>
struct svd_result {
  U u;
  S s;
  V vh;

  WEFT_INLINE constexpr svd_result(U&& left, S&& values, V&& right)
      : u(static_cast<U&&>(left)), s(static_cast<S&&>(values)), vh(static_cast<V&&>(right)) {}
  WEFT_INLINE svd_result(svd_result const&) = default;
  WEFT_INLINE svd_result(svd_result&&) = default;
  WEFT_INLINE svd_result& operator=(svd_result const&) = default;
  WEFT_INLINE svd_result& operator=(svd_result&&) = default;
  WEFT_INLINE ~svd_result() = default;
};

} // namespace linalg

namespace detail {
/// Those whose singular values have a small form.
template <class E>
WEFT_FN constexpr bool is_small_svd() {
  if constexpr (is_small_square<E>())
    return E::extents_type::statics[0] <= small_svd_extent;
  return false;
}
WEFT_INLINE bool is_small_svd_batch(matrix_batch const& b) {
  return b.rows == b.columns && b.rows <= small_svd_extent && is_small_batch(b.count, b.rows);
}

template <bool Full, class X>
WEFT_FN auto svd_of_batch(X const& a) {
  if constexpr (takes_matrices<X>()) {
    using T = linear_t<X>;
    using R = real_t<T>;
    using Order = deduced_order<X const&>;
    constexpr bool by_rows = std::same_as<Order, row_major>;
    const auto e = capture(a);
    auto const& shape = e.extents();
    using E = std::remove_cvref_t<decltype(shape)>;
    constexpr index_t rows = static_rows<E>, columns = static_columns<E>, least = least_extent(rows, columns);
    const matrix_batch b("linalg::svd", shape, false);
    const index_t m = b.rows, n = b.columns, k = m < n ? m : n;
    const auto of_u = ending_in<rows, Full ? rows : least>(shape, m, Full ? m : k);
    const auto of_s = ending_in<least>(shape, k);
    const auto of_v = ending_in<Full ? columns : least, columns>(shape, Full ? n : k, n);
    batch_result<T, std::remove_const_t<decltype(of_u)>, Order> u(of_u, 2, by_rows);
    batch_result<R, std::remove_const_t<decltype(of_s)>, Order> s(of_s, 1, true);
    batch_result<T, std::remove_const_t<decltype(of_v)>, Order> v(of_v, 2, by_rows);
    if constexpr (may_be_small_batch<T, E>)
      if (is_small_svd_batch(b) && with_small_batch<T>(small_task::svd, e, b.count, n, [&](auto job) {
            job.x = {s.data(), n, 1, 0};
            job.vectors = packed_small(u.data(), n, n, by_rows);
            job.right = packed_small(v.data(), n, n, by_rows);
            return run_small_batch(job);
          }))
        return linalg::svd_result(u.take(), s.take(), v.take());
    const auto work = packed_copy<T>(e, by_rows);
    // Row by row all three are transposed: a^T = vh^T s u^T.
    svd_job job{"linalg::svd", dtype_of<T>, b.count, m, n, work.data(), u.data(), s.data(), v.data(), Full, by_rows};
    if (by_rows)
      job = {job.operation, job.type, b.count, n, m, work.data(), v.data(), s.data(), u.data(), Full, by_rows};
    singular_values(job);
    return linalg::svd_result(u.take(), s.take(), v.take());
  }
}

template <bool Full, class X>
WEFT_FN constexpr auto svd_of(X const& a) {
  if constexpr (takes_matrices<X>()) {
    const auto e = capture(a);
    using E = std::remove_const_t<decltype(e)>;
    if constexpr (is_small_svd<E>()) {
      constexpr index_t n = E::extents_type::statics[0];
      using T = typename small_rows<E>::T;
      using Order = deduced_order<X const&>;
      const small_rows<E> of(e);
      small_result<T, Order, n, n> u{}, vh{};
      small_result<T, Order, n> s{};
      if (small_svd<int(n), true>(of.rows(), u.values, s.values, vh.values))
        return linalg::svd_result(u.take(), s.take(), vh.take());
    }
  }
  return svd_of_batch<Full>(a);
}

/// The values only, of matrices that are packed in the order of the operand.
template <class T>
WEFT_FN svd_job values_job(char const* operation, matrix_batch const& b, void* matrices, void* values, bool by_rows) {
  return {operation,
          dtype_of<T>,
          b.count,
          by_rows ? b.columns : b.rows,
          by_rows ? b.rows : b.columns,
          matrices,
          nullptr,
          values,
          nullptr,
          false,
          by_rows};
}
template <class T, class Order, class E>
WEFT_FN auto svdvals_of(E const& e) {
  constexpr bool by_rows = std::same_as<Order, row_major>;
  const matrix_batch b("linalg::svdvals", e.extents(), false);
  const auto of_s =
      ending_in<least_extent(static_rows<typename E::extents_type>, static_columns<typename E::extents_type>)>(
          e.extents(), b.rows < b.columns ? b.rows : b.columns);
  batch_result<real_t<T>, std::remove_const_t<decltype(of_s)>, Order> s(of_s, 1, true);
  if constexpr (may_be_small_batch<T, typename E::extents_type>)
    if (is_small_svd_batch(b) && with_small_batch<T>(small_task::svd, e, b.count, b.columns, [&](auto job) {
          job.x = {s.data(), b.columns, 1, 0};
          return run_small_batch(job);
        }))
      return s.take();
  const auto work = packed_copy<T>(e, by_rows);
  singular_values(values_job<T>("linalg::svdvals", b, work.data(), s.data(), by_rows));
  return s.take();
}
} // namespace detail

namespace linalg {

/// auto [u, s, vh] = svd(a): a = u diag(s) vh, where u and vh have orthonormal columns and rows. s are the singular
/// values, descending. For m x n, k the smaller, u is m x k, s has k values and vh is k x n. Divide and conquer, about
/// 4 m n k + 8 k^3 multiplications and additions; LAPACK's gesdd. linalg_error where it does not converge. One square
/// matrix of floats or doubles of static shape, up to 3 x 3, by rotations in registers, without LAPACK and in constant
/// expressions too; so are batches of eight or more of 2 x 2 or 3 x 3, as many at a time as a machine vector has lanes.
template <Tensorial X>
[[nodiscard]] WEFT_FN constexpr auto svd(X const& a) {
  return detail::svd_of<false>(a);
}
/// With square u, m x m, and vh, n x n.
template <Tensorial X>
[[nodiscard]] WEFT_FN constexpr auto svd(X const& a, full_matrices_t) {
  return detail::svd_of<true>(a);
}

/// The singular values alone, descending. About 2 m n k multiplications and additions; LAPACK's gesdd. Of small static
/// shapes and small batches as svd.
template <Tensorial X>
[[nodiscard]] WEFT_FN constexpr auto svdvals(X const& a) {
  if constexpr (detail::takes_matrices<X>()) {
    const auto e = detail::capture(a);
    using E = std::remove_const_t<decltype(e)>;
    if constexpr (detail::is_small_svd<E>()) {
      constexpr index_t n = E::extents_type::statics[0];
      using T = typename detail::small_rows<E>::T;
      const detail::small_rows<E> of(e);
      detail::small_result<T, detail::deduced_order<X const&>, n> s{};
      if (detail::small_svd<int(n), false>(of.rows(), static_cast<T*>(nullptr), s.values, static_cast<T*>(nullptr)))
        return s.take();
    }
    return detail::svdvals_of<detail::linear_t<X>, detail::deduced_order<X const&>>(e);
  }
}

/// The number of singular values above rtol times the largest one, of each matrix; without rtol, above the larger
/// extent times the epsilon of the type, as in NumPy. Costs svdvals; LAPACK's gesdd.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto matrix_rank(X const& a, double rtol = -1) {
  if constexpr (detail::takes_matrices<X>()) {
    using T = detail::linear_t<X>;
    using Order = detail::deduced_order<X const&>;
    constexpr bool by_rows = std::same_as<Order, row_major>;
    const auto e = detail::capture(a);
    const detail::matrix_batch b("linalg::matrix_rank", e.extents(), false);
    const auto work = detail::packed_copy<T>(e, by_rows);
    return detail::number_for_each<index_t, Order>(e.extents(), [&](index_t* ranks) {
      detail::matrix_ranks(detail::values_job<T>("linalg::matrix_rank", b, work.data(), nullptr, by_rows), rtol, ranks);
    });
  }
}

/// The pseudo-inverse of Moore and Penrose, n x m: singular values up to rtol times the largest one count as 0;
/// without rtol, up to the larger extent times the epsilon of the type. Costs svd and a product; LAPACK's gesdd.
/// linalg_error also where a singular value or the pseudo-inverse overflows.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto pinv(X const& a, double rtol = -1) {
  if constexpr (detail::takes_matrices<X>()) {
    using T = detail::linear_t<X>;
    using Order = detail::deduced_order<X const&>;
    constexpr bool by_rows = std::same_as<Order, row_major>;
    const auto e = detail::capture(a);
    using E = std::remove_cvref_t<decltype(e.extents())>;
    const detail::matrix_batch b("linalg::pinv", e.extents(), false);
    const auto turned =
        detail::ending_in<detail::static_columns<E>, detail::static_rows<E>>(e.extents(), b.columns, b.rows);
    detail::batch_result<T, std::remove_const_t<decltype(turned)>, Order> out(turned, 2, by_rows);
    const auto work = detail::packed_copy<T>(e, by_rows);
    detail::pseudo_inverses(detail::values_job<T>("linalg::pinv", b, work.data(), nullptr, by_rows), rtol, out.data());
    return out.take();
  }
}

} // namespace linalg
} // namespace weft
