#pragma once
#include <weft/linalg/small_job.hpp>

// Private to src: the loops over batches of small matrices, compiled for one instruction set.
namespace weft::detail {

inline constexpr int small_batch_tasks = int(small_task::svd) + 1; ///< svd is the last one
inline constexpr int small_batch_sizes = int(small_batch_most - small_batch_least) + 1;

/// Does matrices first ... last - 1; false where one has no answer here.
using small_batch_loop = bool (*)(small_batch const& job, index_t first, index_t last);

/// Of each task by n. One loop of qr takes all extents above 4, and those not square; svd has those of 2 and 3.
struct small_batch_table {
  small_batch_loop doubles[small_batch_tasks][small_batch_sizes];
  small_batch_loop singles[small_batch_tasks][small_batch_sizes];
};

/// What lanes leave to numbers, compiled for any processor. An inverse and a solution are by the same pivots: false
/// where one is none.
double careful_det_of(double const* a, int n);
float careful_det_of(float const* a, int n);
bool inverse_of(double const* a, int n, double* to);
bool inverse_of(float const* a, int n, float* to);
bool solution_of(double const* a, int n, double const* b, double* x);
bool solution_of(float const* a, int n, float const* b, float* x);
bool singular_values_of(double const* a, int n, double* u, double* s, double* vt);
bool singular_values_of(float const* a, int n, float* u, float* s, float* vt);

extern small_batch_table const small_baseline;
#if WEFT_HAS_CLONES
extern small_batch_table const small_avx2, small_avx512;
#endif

} // namespace weft::detail
