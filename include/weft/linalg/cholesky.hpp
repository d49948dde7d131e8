#pragma once
#include <weft/linalg/decomposition.hpp>
#include <weft/linalg/solve.hpp>
#include <weft/linalg/workspace.hpp>

namespace weft {

namespace detail {
/// Overwrite matrices of any strides with their factors L, with zeros above the diagonal.
WEFT_API void cholesky_factors(char const* operation, dtype type, strided_matrices const& a, linalg::workspace& w);
WEFT_API void cholesky_factors(decomposition_job const& job);

struct cholesky_description : decomposition {
  static constexpr char const* name = "linalg::cholesky";
  static constexpr bool square = true, in_order = true;
  static constexpr int in_place = 0;
  static constexpr index_t small_most = small_matrix_extent, lanes_most = small_batch_most;
  static constexpr small_task task = small_task::cholesky;
  template <class T>
  using results = result_table<ordered_form<T, result_axis::rows, result_axis::columns>>;

  template <int, int N, class T>
  WEFT_INLINE static constexpr bool small_form(T const* a, T* l) {
    return small_cholesky<N>(a, l);
  }
  WEFT_FN static void compute(decomposition_job const& job) { cholesky_factors(job); }
};
} // namespace detail

namespace linalg {

/// The lower triangular L with a positive diagonal of a symmetric or Hermitian positive definite matrix a: L L^H = a.
/// Only the lower triangle of a is read, and only the real part of its diagonal. n^3 / 6 multiplications and additions,
/// most of them in products of matrices (src/linalg/factor/cholesky.hpp). One matrix of floats or doubles of static
/// shape, up to 8 x 8, is computed in registers, and in constant expressions too. Batches of eight or more matrices of
/// 2 x 2 to 8 x 8 are computed in registers, as many at a time as a machine vector has lanes. Throws linalg_error if a
/// is not positive definite; its position is the column where this was found.
template <Tensorial X>
[[nodiscard]] WEFT_FN constexpr auto cholesky(X const& a) {
  return detail::decompose(detail::cholesky_description{}, a);
}

} // namespace linalg
} // namespace weft
