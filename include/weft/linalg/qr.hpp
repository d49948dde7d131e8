#pragma once
#include <weft/linalg/decomposition.hpp>

namespace weft {

namespace detail {
/// Writes r, q and, if the job has memory for it, the order of columns; LAPACK's geqrf or geqp3, and orgqr or ungqr.
WEFT_API void qr_factors(decomposition_job const& job);
} // namespace detail

namespace linalg {

/// Asks qr and svd for square unitary factors: qr(a, full_matrices).
struct full_matrices_t {};
inline constexpr full_matrices_t full_matrices{};
/// Asks qr to exchange columns: qr(a, pivoted).
struct pivoted_t {};
inline constexpr pivoted_t pivoted{};

/// The result of qr.
template <class Q, class R>
struct qr_result {
  Q q;
  R r;

  WEFT_INLINE constexpr qr_result(Q&& unitary, R&& upper) : q(static_cast<Q&&>(unitary)), r(static_cast<R&&>(upper)) {}
  WEFT_COPIED(qr_result);
};
/// The result of qr(a, pivoted).
template <class Q, class R, class P>
struct pivoted_qr_result {
  Q q;
  R r;
  P p; ///< column j of q r is column p(j) of a

  WEFT_INLINE pivoted_qr_result(Q&& unitary, R&& upper, P&& columns)
      : q(static_cast<Q&&>(unitary)), r(static_cast<R&&>(upper)), p(static_cast<P&&>(columns)) {}
  WEFT_COPIED(pivoted_qr_result);
};

} // namespace linalg

namespace detail {
template <bool Full>
struct qr_description : decomposition {
  static constexpr char const* name = "linalg::qr";
  static constexpr bool full = Full, any_shape = true, keeps = false;
  static constexpr index_t small_most = small_matrix_extent, lanes_most = small_batch_most;
  static constexpr small_task task = small_task::qr;
  static constexpr result_axis inner = Full ? result_axis::rows : result_axis::least;
  template <class T>
  using results =
      result_table<ordered_form<T, inner, result_axis::columns>, by_columns_form<T, result_axis::rows, inner>>;

  template <int M, int N, class T>
  WEFT_INLINE static constexpr bool small_form(T* a, T* r, T* q) {
    return small_qr(M, N, Full || M < N ? M : N, a, q, r);
  }
  WEFT_FN static void compute(decomposition_job const& job) { qr_factors(job); }
  template <class R, class Q>
  WEFT_INLINE static constexpr auto make(R&& r, Q&& q) {
    return linalg::qr_result(static_cast<Q&&>(q), static_cast<R&&>(r));
  }
};
template <bool Full>
struct pivoted_qr_description : qr_description<Full> {
  static constexpr index_t small_most = 0, lanes_most = 0;
  template <class T>
  using results = result_table<ordered_form<T, qr_description<Full>::inner, result_axis::columns>,
                               by_columns_form<T, result_axis::rows, qr_description<Full>::inner>,
                               vector_form<index_t, result_axis::columns>>;

  template <class R, class Q, class P>
  WEFT_INLINE static auto make(R&& r, Q&& q, P&& p) {
    return linalg::pivoted_qr_result(static_cast<Q&&>(q), static_cast<R&&>(r), static_cast<P&&>(p));
  }
};
} // namespace detail

namespace linalg {

/// auto [q, r] = qr(a): a = q r with q^H q = 1 and r upper triangular. For m x n, k the smaller, q is m x k and r is
/// k x n. By Householder reflections, so the diagonal of r may be negative. About 2 m n k - 2 k^3 / 3 multiplications
/// and additions; LAPACK's geqrf and orgqr or ungqr. One matrix of floats or doubles of static shape, up to 8 x 8, is
/// computed in registers, without LAPACK and in constant expressions too. So are batches of eight or more of floats or
/// doubles with no extent above 8 and one of at least 2, as many at a time as a machine vector has lanes.
template <Tensorial X>
[[nodiscard]] WEFT_FN constexpr auto qr(X const& a) {
  return detail::decompose(detail::qr_description<false>{}, a);
}
/// auto [q, r] = qr(a, full_matrices): as qr(a), but q is square, m x m, and r is m x n.
template <Tensorial X>
[[nodiscard]] WEFT_FN constexpr auto qr(X const& a, full_matrices_t) {
  return detail::decompose(detail::qr_description<true>{}, a);
}
/// auto [q, r, p] = qr(a, pivoted): a(all, p) = q r of a matrix; p holds the numbers of the columns of a in the order
/// in which they were taken: each time the column with the longest part that the columns before it do not span. The
/// moduli of the diagonal of r descend, but for roundings, and show how far a is from a lower rank. q and r have the
/// shapes of qr(a), and p has n numbers for each matrix. LAPACK's geqp3 and orgqr or ungqr: half of the work is in
/// products.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto qr(X const& a, pivoted_t) {
  return detail::decompose(detail::pivoted_qr_description<false>{}, a);
}
/// auto [q, r, p] = qr(a, full_matrices, pivoted): as qr(a, pivoted), but with a square q, and r is m x n.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto qr(X const& a, full_matrices_t, pivoted_t) {
  return detail::decompose(detail::pivoted_qr_description<true>{}, a);
}

} // namespace linalg
} // namespace weft
