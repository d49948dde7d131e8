#pragma once
#include <weft/base/clones.hpp>
#include <weft/linalg/small_job.hpp>

// Private to src: the loops over batches of small matrices, compiled for one instruction set.
namespace weft::detail {

inline constexpr int small_batch_tasks = int(small_task::svd) + 1; ///< svd is the last task
inline constexpr int small_batch_sizes = int(small_batch_most - small_batch_least) + 1;

/// A loop that computes matrices first ... last - 1. It returns false if it has no answer for one of them, such as for
/// a singular matrix.
using small_batch_loop = bool (*)(small_batch const& job, index_t first, index_t last);

/// The loops of each task, by n. One loop of qr takes all extents above 4, and matrices that are not square. svd has
/// loops only for n = 2 and n = 3.
struct small_batch_table {
  small_batch_loop doubles[small_batch_tasks][small_batch_sizes];
  small_batch_loop singles[small_batch_tasks][small_batch_sizes];
};

/// Functions for single matrices that the loops on lanes do not answer, compiled for any processor. Inverse and
/// solution choose the same pivots; they return false if a pivot is 0.
template <class R>
R careful_det_of(R const* a, int n);
template <class R>
bool inverse_of(R const* a, int n, R* to);
template <class R>
bool solution_of(R const* a, int n, R const* b, R* x);
template <class R>
bool singular_values_of(R const* a, int n, R* u, R* s, R* vt);

extern small_batch_table const small_baseline;
#if WEFT_HAS_CLONES
extern small_batch_table const small_avx2, small_avx512;
inline constexpr by_level<small_batch_table const*> small_levels = {{&small_baseline, &small_avx2, &small_avx512}};
#else
inline constexpr by_level<small_batch_table const*> small_levels = {
    {&small_baseline, &small_baseline, &small_baseline}};
#endif

} // namespace weft::detail
