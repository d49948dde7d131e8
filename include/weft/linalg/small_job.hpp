#pragma once
#include <weft/base/dtype.hpp>
#include <weft/base/index.hpp>

// The tasks of a batch of small matrices. This header does not include the algorithms, because src/linalg/small
// includes them after its choice of instructions.
namespace weft::detail {

enum class small_task : char { det, check, inverse, solve, cholesky, eigen, qr, svd };
/// The least and the largest extent of matrices in a batch, though qr takes one extent of 1 too; and the least number
/// of matrices in a batch.
inline constexpr index_t small_batch_least = 2, small_batch_most = 8, small_batch_count = 8;
/// The largest extent of matrices whose singular values have a small form.
inline constexpr index_t small_svd_extent = 3;

/// An operand of a batch of matrices. The steps, in elements, go from one matrix to the next, from row to row and from
/// column to column.
template <class P>
struct small_operand {
  P* data = nullptr;
  index_t step = 0, row = 0, column = 0;
};
struct small_batch {
  small_task task;
  dtype type;
  index_t count, n;
  small_operand<void const> a;
  small_operand<void> x;            ///< the results (qr: r); solve: at first one column of right sides
  small_operand<void> vectors = {}; ///< the eigenvectors, q or u; null where only values are wanted
  small_operand<void> right = {};   ///< svd: the rows of v^T
  index_t rows = 0, inner = 0;      ///< qr: a is rows x n, and q is rows x inner
};
/// Returns false if a matrix has no answer here; the caller then computes all by another method. inverse and solve
/// always have an answer if `check` returned true. If another task returns false, the values that it wrote are not
/// used.
WEFT_API bool run_small_batch(small_batch const& job);

} // namespace weft::detail
