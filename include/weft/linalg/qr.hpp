#pragma once
#include <weft/linalg/small_batch.hpp>

namespace weft {

namespace detail {
/// Matrices m x n, column by column, which are overwritten; q, m x columns_of_q, column by column; and r,
/// columns_of_q x n, row by row or column by column. pivots: n for each, or null where columns are not exchanged.
struct qr_job {
  dtype type;
  index_t count, m, n, columns_of_q;
  void *matrices, *q, *r;
  bool r_by_rows;
  index_t* pivots;
};
WEFT_API void qr_factors(qr_job const& job);
} // namespace detail

namespace linalg {

/// Asks qr and svd for square unitary factors: qr(a, full_matrices).
struct full_matrices_t {};
inline constexpr full_matrices_t full_matrices{};
/// Asks qr to exchange columns: qr(a, pivoted).
struct pivoted_t {};
inline constexpr pivoted_t pivoted{};

/// What qr returns.
template <class Q, class R>
struct qr_result {
  Q q;
  R r;

  WEFT_INLINE constexpr qr_result(Q&& unitary, R&& upper) : q(static_cast<Q&&>(unitary)), r(static_cast<R&&>(upper)) {}
  WEFT_INLINE qr_result(qr_result const&) = default;
  WEFT_INLINE qr_result(qr_result&&) = default;
  WEFT_INLINE qr_result& operator=(qr_result const&) = default;
  WEFT_INLINE qr_result& operator=(qr_result&&) = default;
  WEFT_INLINE ~qr_result() = default;
};
/// What qr returns with exchanged columns.
template <class Q, class R, class P>
struct pivoted_qr_result {
  Q q;
  R r;
  P p; ///< column j of q r is column p(j) of a

  WEFT_INLINE pivoted_qr_result(Q&& unitary, R&& upper, P&& columns)
      : q(static_cast<Q&&>(unitary)), r(static_cast<R&&>(upper)), p(static_cast<P&&>(columns)) {}
  WEFT_INLINE pivoted_qr_result(pivoted_qr_result const&) = default;
  WEFT_INLINE pivoted_qr_result(pivoted_qr_result&&) = default;
  WEFT_INLINE pivoted_qr_result& operator=(pivoted_qr_result const&) = default;
  WEFT_INLINE pivoted_qr_result& operator=(pivoted_qr_result&&) = default;
  WEFT_INLINE ~pivoted_qr_result() = default;
};

} // namespace linalg

namespace detail {
template <bool Full, bool Pivoted, class X>
WEFT_FN auto qr_of_batch(X const& a) {
  if constexpr (takes_matrices<X>()) {
    using T = linear_t<X>;
    using Order = deduced_order<X const&>;
    const auto e = capture(a);
    auto const& shape = e.extents();
    using S = std::remove_cvref_t<decltype(shape)>;
    constexpr index_t rows = static_rows<S>, columns = static_columns<S>;
    constexpr index_t inner = Full ? rows : least_extent(rows, columns);
    const matrix_batch b("linalg::qr", shape, false);
    const index_t m = b.rows, n = b.columns, k = Full || m < n ? m : n;
    const auto of_q = ending_in<rows, inner>(shape, m, k);
    const auto of_r = ending_in<inner, columns>(shape, k, n);
    constexpr bool by_rows = std::same_as<Order, row_major>;
    using Q = batch_result<T, std::remove_const_t<decltype(of_q)>, Order>;
    using R = batch_result<T, std::remove_const_t<decltype(of_r)>, Order>;
    if constexpr (!Pivoted && may_be_small_batch<T, S>)
      if (is_small_batch(b.count, m < n ? n : m) && k > 0) {
        Q q(of_q, 2, by_rows);
        R r(of_r, 2, by_rows);
        if (with_small_batch<T>(small_task::qr, e, b.count, n, [&](auto job) {
              job.rows = m;
              job.inner = k;
              job.vectors = packed_small(q.data(), m, k, by_rows);
              job.x = packed_small(r.data(), k, n, by_rows);
              return run_small_batch(job);
            }))
          return linalg::qr_result(q.take(), r.take());
      }
    Q q(of_q, 2, false);
    R r(of_r, 2, by_rows);
    const auto work = packed_copy<T>(e, false);
    qr_job job{dtype_of<T>, b.count, m, n, k, work.data(), q.data(), r.data(), r.by_rows(), nullptr};
    if constexpr (Pivoted) {
      const auto of_p = ending_in<columns>(shape, n);
      batch_result<index_t, std::remove_const_t<decltype(of_p)>, Order> p(of_p, 1, true);
      job.pivots = p.data();
      qr_factors(job);
      return linalg::pivoted_qr_result(q.take(), r.take(), p.take());
    } else {
      qr_factors(job);
      return linalg::qr_result(q.take(), r.take());
    }
  }
}

template <bool Full, class X>
WEFT_FN constexpr auto qr_of(X const& a) {
  if constexpr (takes_matrices<X>()) {
    const auto e = capture(a);
    using E = std::remove_const_t<decltype(e)>;
    if constexpr (is_small_matrix<E>()) {
      constexpr index_t m = E::extents_type::statics[0], n = E::extents_type::statics[1], k = Full || m < n ? m : n;
      using T = typename small_elements<E>::T;
      using Order = deduced_order<X const&>;
      small_elements<E> of(e);
      small_result<T, Order, m, k> q{};
      small_result<T, Order, k, n> r{};
      if (small_qr(int(m), int(n), int(k), of.values, q.values, r.values))
        return linalg::qr_result(q.take(), r.take());
    }
  }
  return qr_of_batch<Full, false>(a);
}
} // namespace detail

namespace linalg {

/// auto [q, r] = qr(a): a = q r with q^H q = 1 and r upper triangular. For m x n, k the smaller, q is m x k and r is
/// k x n. Householder reflections: the diagonal of r may be negative. About 2 m n k - 2 k^3 / 3 multiplications and
/// additions; LAPACK's geqrf and orgqr or ungqr. One matrix of floats or doubles of static shape, up to 8 x 8, in
/// registers, without LAPACK and in constant expressions too; so are batches of eight or more of floats or doubles with
/// no extent above 8 and one of at least 2, as many at a time as a machine vector has lanes.
template <Tensorial X>
[[nodiscard]] WEFT_FN constexpr auto qr(X const& a) {
  return detail::qr_of<false>(a);
}
/// With a square q: it is m x m and r is m x n.
template <Tensorial X>
[[nodiscard]] WEFT_FN constexpr auto qr(X const& a, full_matrices_t) {
  return detail::qr_of<true>(a);
}
/// auto [q, r, p] = qr(a, pivoted): a(all, p) = q r of a matrix; p are the numbers of its columns in the order in which
/// they were taken, each time the one with the most that is not yet spanned. The moduli of the diagonal of r descend,
/// but for roundings, and show how far a is from a lower rank. Shapes as without, and p has n numbers for each matrix.
/// LAPACK's geqp3 and orgqr or ungqr: half of the work is in products.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto qr(X const& a, pivoted_t) {
  return detail::qr_of_batch<false, true>(a);
}
/// The same columns, and a square q.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto qr(X const& a, full_matrices_t, pivoted_t) {
  return detail::qr_of_batch<true, true>(a);
}

} // namespace linalg
} // namespace weft
