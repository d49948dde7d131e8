#include "small/batch.hpp"

#include <weft/eval/loop.hpp>
#include <weft/eval/parallel.hpp>
#include <weft/linalg/small_eigen.hpp>

#include <atomic>
#include <iterator>

namespace weft::detail {
namespace {

small_batch_table const& chosen_table() noexcept {
#if WEFT_HAS_CLONES
  static constexpr small_batch_table const* by_level[] = {&small_baseline, &small_avx2, &small_avx512};
  static_assert(std::size(by_level) == isa_count, "each instruction set has its loops");
  return *by_level[chosen_isa];
#else
  return small_baseline;
#endif
}

/// A batch in pieces, of which each thread takes some.
struct divided_batch {
  small_batch const& job;
  small_batch_loop loop;
  index_t piece;
  std::atomic<bool> all{true};

  static void run_piece(void* self, index_t k) {
    auto& me = *static_cast<divided_batch*>(self);
    const index_t first = k * me.piece, last = first + me.piece < me.job.count ? first + me.piece : me.job.count;
    if (!me.loop(me.job, first, last))
      me.all = false;
  }
};

template <class R, int... N>
R careful(R const* a, int n, std::integer_sequence<int, N...>) {
  R det{};
  (void)((n == N + int(small_batch_least) && (det = careful_det<N + int(small_batch_least)>(a), true)) || ...);
  return det;
}

template <class R>
bool singular_values(R const* a, int n, R* u, R* s, R* vt) {
  return n == 2 ? small_svd<2, true>(a, u, s, vt) : small_svd<3, true>(a, u, s, vt);
}

} // namespace

double careful_det_of(double const* a, int n) {
  return careful(a, n, std::make_integer_sequence<int, small_batch_sizes>());
}
float careful_det_of(float const* a, int n) {
  return careful(a, n, std::make_integer_sequence<int, small_batch_sizes>());
}

bool singular_values_of(double const* a, int n, double* u, double* s, double* vt) {
  return singular_values(a, n, u, s, vt);
}
bool singular_values_of(float const* a, int n, float* u, float* s, float* vt) {
  return singular_values(a, n, u, s, vt);
}

bool run_small_batch(small_batch const& job) {
  auto const& table = chosen_table();
  auto const& loops = job.type == dtype::float64 ? table.doubles : table.singles;
  bool const alike = job.task != small_task::qr || job.rows == job.n;
  index_t const n = alike ? job.n : small_batch_most;
  small_batch_loop const loop = loops[static_cast<int>(job.task)][n - small_batch_least];
  constexpr index_t piece = 1024; // a multiple of all widths
  // 1 ns for a multiplication and addition of few matrices at a time; of rotations 40 times as many.
  bool const rotates = job.task == small_task::eigen || job.task == small_task::svd;
  double const each = static_cast<double>(n * n * n) * (rotates ? 3.0 : 0.1);
  int const threads = job.count < 2 * piece ? 1 : threads_for(each * static_cast<double>(job.count));
  if (threads == 1)
    return loop(job, 0, job.count);
  divided_batch all{job, loop, piece};
  parallel_for(threads, (job.count + piece - 1) / piece, &divided_batch::run_piece, &all);
  return all.all;
}

} // namespace weft::detail
