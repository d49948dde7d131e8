#pragma once
#include <weft/linalg/decomposition.hpp>
#include <weft/linalg/small_eigen.hpp>

namespace weft {

namespace detail {
/// Writes the real eigenvalues w of a v = w v, or of a v = w b v if the job has b; only lower triangles are read. If
/// the job has memory for eigenvectors, it is the memory of a, and they overwrite a.
WEFT_API void symmetric_eigenvalues(decomposition_job const& job);
/// Writes complex eigenvalues and, if the job has memory for them, eigenvectors.
WEFT_API void general_eigenvalues(decomposition_job const& job);
WEFT_API [[noreturn]] void throw_not_a_pair(char const* operation, index_t const* a, int rank_a, index_t const* b,
                                            int rank_b);
} // namespace detail

namespace linalg {

/// The result of eigh: eigenvalues, and eigenvectors in the columns of a matrix.
template <class W, class V>
struct eigh_result {
  W values;
  V vectors;

  WEFT_INLINE constexpr eigh_result(W&& w, V&& v) : values(static_cast<W&&>(w)), vectors(static_cast<V&&>(v)) {}
  WEFT_COPIED(eigh_result);
};
/// The result of eig: eigenvalues, and eigenvectors in the columns of a matrix.
template <class W, class V>
struct eig_result {
  W values;
  V vectors;

  WEFT_INLINE eig_result(W&& w, V&& v) : values(static_cast<W&&>(w)), vectors(static_cast<V&&>(v)) {}
  WEFT_COPIED(eig_result);
};

} // namespace linalg

namespace detail {

/// Returns the shape of a pair of batches of matrices, broadcast. Throws shape_error unless all matrices are square,
/// and of the same order in both.
template <class A, class B>
WEFT_FN auto pair_extents(char const* operation, A const& a, B const& b) {
  square_batch const of_a(operation, a), of_b(operation, b);
  auto const ea = convert_extents<dynamic_extents>(a), eb = convert_extents<dynamic_extents>(b);
  if (of_a.rows != of_b.rows)
    throw_not_a_pair(operation, ea.values(), ea.rank(), eb.values(), eb.rank());
  if constexpr (A::static_rank == 2 && B::static_rank == 2)
    return a;
  else
    return followed_by<larger_rank(A::static_rank, B::static_rank)>(leading_of_both(operation, ea, eb, 2), of_a.rows,
                                                                    of_a.rows);
}

/// The results are the eigenvalues, followed by the eigenvectors if Vectors.
template <bool Vectors, class W, class V>
using eigen_table = std::conditional_t<
    Vectors,
    result_table<vector_form<W, result_axis::columns>, by_columns_form<V, result_axis::rows, result_axis::columns>>,
    result_table<vector_form<W, result_axis::columns>>>;
template <bool Vectors>
struct symmetric_description : decomposition {
  static constexpr char const* name = Vectors ? "linalg::eigh" : "linalg::eigvalsh";
  static constexpr bool square = true, keeps = false;
  static constexpr int in_place = Vectors ? 1 : -1;
  static constexpr index_t small_most = small_matrix_extent, lanes_most = small_batch_most;
  static constexpr small_task task = small_task::eigen;
  template <class T>
  using results = eigen_table<Vectors, real_t<T>, T>;

  template <int, int N, class T>
  WEFT_INLINE static constexpr bool small_form(T* a, T* values, [[maybe_unused]] T* vectors = nullptr) {
    T rows[std::size_t(Vectors ? N * N : 1)]{};
    bool const found = small_eigen<N, Vectors>(a, values, rows);
    if constexpr (Vectors)
      for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j)
          vectors[i * N + j] = rows[j * N + i];
    return found;
  }
  WEFT_FN static void compute(decomposition_job const& job) { symmetric_eigenvalues(job); }
  using decomposition::make;
  template <class W, class V>
  WEFT_INLINE static constexpr auto make(W&& values, V&& vectors) {
    return linalg::eigh_result(static_cast<W&&>(values), static_cast<V&&>(vectors));
  }
};
template <bool Vectors>
struct general_description : decomposition {
  static constexpr char const* name = Vectors ? "linalg::eig" : "linalg::eigvals";
  static constexpr bool square = true;
  template <class T>
  using results = eigen_table<Vectors, std::complex<real_t<T>>, std::complex<real_t<T>>>;
  WEFT_FN static void compute(decomposition_job const& job) { general_eigenvalues(job); }
  using decomposition::make;
  template <class W, class V>
  WEFT_INLINE static auto make(W&& values, V&& vectors) {
    return linalg::eig_result(static_cast<W&&>(values), static_cast<V&&>(vectors));
  }
};
template <class D, class A, class B>
WEFT_FN auto decompose_pair(D const& d, A const& a, B const& b) {
  if constexpr (accepts_matrices<A>() && accepts_matrices<B>()) {
    using T = promote_t<linear_t<A>, linear_t<B>>;
    auto const ea = capture(a);
    auto const eb = capture(b);
    auto const shape = pair_extents(D::name, ea.extents(), eb.extents());
    return decompose_batch<false, deduced_order<A const&>, T>(d, shape, square_batch(D::name, shape),
                                                              typename D::template results<T>{}, ea, eb);
  }
}

} // namespace detail

namespace linalg {

/// auto [values, vectors] = eigh(a) of a symmetric or Hermitian matrix: real values, ascending, and orthonormal vectors
/// in the columns, so that a = vectors diag(values) vectors^H. Only the lower triangle of a is read. About 4 n^3
/// multiplications and additions; LAPACK's syevd or heevd. Throws linalg_error if it does not converge. One matrix of
/// floats or doubles of static shape, up to 8 x 8, is computed in registers, in builds without LAPACK and in constant
/// expressions too: by rotations up to 3 x 3, else by implicit steps (linalg/small_eigen.hpp). Batches of 2 x 2 to
/// 8 x 8 are computed by rotations. Errors of values are roundings of the largest one; vectors are orthonormal to
/// roundings, also if their values are equal or nearly so.
template <Tensorial X>
[[nodiscard]] WEFT_FN constexpr auto eigh(X const& a) {
  return detail::decompose(detail::symmetric_description<true>{}, a);
}
/// Returns the eigenvalues of eigh(a) alone. About 2 n^3 / 3 multiplications and additions.
template <Tensorial X>
[[nodiscard]] WEFT_FN constexpr auto eigvalsh(X const& a) {
  return detail::decompose(detail::symmetric_description<false>{}, a);
}

/// auto [values, vectors] = eigh(a, b): a vectors = b vectors diag(values), where a is symmetric or Hermitian, and b is
/// also positive definite. Only the lower triangles of a and b are read. The values are real and ascending, and
/// vectors^H b vectors is the identity. Batches are broadcast. About 8 n^3 multiplications and additions; LAPACK's
/// sygvd or hegvd, by the Cholesky factor of b, so that small values of an ill-conditioned b lose digits. Throws
/// linalg_error if b is not positive definite.
template <Tensorial A, Tensorial B>
[[nodiscard]] WEFT_FN auto eigh(A const& a, B const& b) {
  return detail::decompose_pair(detail::symmetric_description<true>{}, a, b);
}
/// Returns the eigenvalues of eigh(a, b) alone. About 2 n^3 multiplications and additions.
template <Tensorial A, Tensorial B>
[[nodiscard]] WEFT_FN auto eigvalsh(A const& a, B const& b) {
  return detail::decompose_pair(detail::symmetric_description<false>{}, a, b);
}

/// auto [values, vectors] = eig(a) of any square matrix: the results are complex even if a is real. The columns of
/// `vectors` have 2-norm 1, and a vectors = vectors diag(values). The values are in no order, but complex values of a
/// real matrix come in conjugate pairs, the one with the positive imaginary part first. A defective matrix has vectors
/// that repeat, to rounding. About 25 n^3 multiplications and additions; LAPACK's geev. Throws linalg_error if it does
/// not converge.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto eig(X const& a) {
  return detail::decompose(detail::general_description<true>{}, a);
}
/// Returns the eigenvalues of eig(a) alone. About 10 n^3 multiplications and additions.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto eigvals(X const& a) {
  return detail::decompose(detail::general_description<false>{}, a);
}

/// auto [values, vectors] = eig(a, b) of any square matrices: a vectors = b vectors diag(values). The results are
/// complex, and the vectors have 2-norm 1. If b is singular there are infinite values, (inf, 0), and b times their
/// vectors is 0. If a - w b is singular for each w, a value is NaN, and the others may be any numbers. The values are
/// in no order, but complex values of real matrices come in conjugate pairs. Batches are broadcast. About 40 n^3
/// multiplications and additions; LAPACK's ggev. Throws linalg_error if it does not converge.
template <Tensorial A, Tensorial B>
[[nodiscard]] WEFT_FN auto eig(A const& a, B const& b) {
  return detail::decompose_pair(detail::general_description<true>{}, a, b);
}
/// Returns the eigenvalues of eig(a, b) alone. About 20 n^3 multiplications and additions.
template <Tensorial A, Tensorial B>
[[nodiscard]] WEFT_FN auto eigvals(A const& a, B const& b) {
  return detail::decompose_pair(detail::general_description<false>{}, a, b);
}

} // namespace linalg
} // namespace weft
