#pragma once
#include <weft/linalg/qr.hpp>
#include <weft/linalg/small_eigen.hpp>

namespace weft {

namespace detail {
/// Writes the singular values and, if the job has memory for them, u and vh; LAPACK's gesdd.
WEFT_API void singular_values(decomposition_job const& job);
/// Writes, for each matrix, the number of singular values above `tolerance` times the largest one. A negative tolerance
/// stands for the larger extent times the epsilon of the type.
WEFT_API void matrix_ranks(decomposition_job const& job, double tolerance);
/// Writes the pseudo-inverses; `tolerance` is as for matrix_ranks.
WEFT_API void pseudo_inverses(decomposition_job const& job, double tolerance);
} // namespace detail

namespace linalg {

/// The result of svd.
template <class U, class S, class V>
struct svd_result {
  U u;
  S s;
  V vh;

  WEFT_INLINE constexpr svd_result(U&& left, S&& values, V&& right)
      : u(static_cast<U&&>(left)), s(static_cast<S&&>(values)), vh(static_cast<V&&>(right)) {}
  WEFT_COPIED(svd_result);
};

} // namespace linalg

namespace detail {
template <bool Full, bool Vectors = true>
struct svd_description : decomposition {
  static constexpr char const* name = Vectors ? "linalg::svd" : "linalg::svdvals";
  static constexpr bool in_order = true, full = Full;
  static constexpr index_t small_most = small_svd_extent, lanes_most = small_svd_extent;
  static constexpr small_task task = small_task::svd;
  template <class T>
  using values = vector_form<real_t<T>, result_axis::least>;
  template <class T>
  using results = std::conditional_t<
      Vectors,
      result_table<values<T>, ordered_form<T, result_axis::rows, Full ? result_axis::rows : result_axis::least>,
                   ordered_form<T, Full ? result_axis::columns : result_axis::least, result_axis::columns>>,
      result_table<values<T>>>;

  template <int, int N, class T>
  WEFT_INLINE static constexpr bool small_form(T const* a, T* s, T* u = nullptr, T* vh = nullptr) {
    return small_svd<N, Vectors>(a, u, s, vh);
  }
  WEFT_FN static void compute(decomposition_job const& job) { singular_values(job); }
  using decomposition::make;
  template <class S, class U, class V>
  WEFT_INLINE static constexpr auto make(S&& s, U&& u, V&& vh) {
    return linalg::svd_result(static_cast<U&&>(u), static_cast<S&&>(s), static_cast<V&&>(vh));
  }
};
struct rank_description : decomposition {
  static constexpr char const* name = "linalg::matrix_rank";
  static constexpr bool in_order = true;
  template <class>
  using results = result_table<scalar_form<index_t>>;
  double rtol;
  WEFT_FN void compute(decomposition_job const& job) const { matrix_ranks(job, rtol); }
};
struct pinv_description : decomposition {
  static constexpr char const* name = "linalg::pinv";
  static constexpr bool in_order = true;
  template <class T>
  using results = result_table<ordered_form<T, result_axis::columns, result_axis::rows>>;
  double rtol;
  WEFT_FN void compute(decomposition_job const& job) const { pseudo_inverses(job, rtol); }
};
} // namespace detail

namespace linalg {

/// auto [u, s, vh] = svd(a): a = u diag(s) vh, where u and vh have orthonormal columns and rows. s are the singular
/// values, descending. For m x n, k the smaller, u is m x k, s has k values and vh is k x n. Divide and conquer, about
/// 4 m n k + 8 k^3 multiplications and additions; LAPACK's gesdd. Throws linalg_error if it does not converge. One
/// square matrix of floats or doubles of static shape, up to 3 x 3, is computed by rotations in registers, without
/// LAPACK and in constant expressions too. So are batches of eight or more of 2 x 2 or 3 x 3, as many at a time as a
/// machine vector has lanes.
template <Tensorial X>
[[nodiscard]] WEFT_FN constexpr auto svd(X const& a) {
  return detail::decompose(detail::svd_description<false>{}, a);
}
/// auto [u, s, vh] = svd(a, full_matrices): as svd(a), but u and vh are square, m x m and n x n.
template <Tensorial X>
[[nodiscard]] WEFT_FN constexpr auto svd(X const& a, full_matrices_t) {
  return detail::decompose(detail::svd_description<true>{}, a);
}

/// The singular values alone, descending. About 2 m n k multiplications and additions; LAPACK's gesdd. Small static
/// shapes and small batches are computed in registers, as by svd.
template <Tensorial X>
[[nodiscard]] WEFT_FN constexpr auto svdvals(X const& a) {
  return detail::decompose(detail::svd_description<false, false>{}, a);
}

/// The number of singular values above rtol times the largest one, of each matrix; without rtol, above the larger
/// extent times the epsilon of the type, as in NumPy. It costs as much as svdvals; LAPACK's gesdd.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto matrix_rank(X const& a, double rtol = -1) {
  return detail::decompose(detail::rank_description{{}, rtol}, a);
}

/// The pseudo-inverse of Moore and Penrose, n x m: singular values up to rtol times the largest one count as 0; without
/// rtol, up to the larger extent times the epsilon of the type. It costs as much as svd and a product; LAPACK's gesdd.
/// Throws linalg_error if it does not converge, or if a singular value or the pseudo-inverse overflows.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto pinv(X const& a, double rtol = -1) {
  return detail::decompose(detail::pinv_description{{}, rtol}, a);
}

} // namespace linalg
} // namespace weft
