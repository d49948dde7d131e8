#include "linalg/small/batch.hpp"

#include <weft/eval/loop.hpp>
#include <weft/eval/parallel.hpp>
#include <weft/linalg/careful_det.hpp>
#include <weft/linalg/small_batch.hpp>
#include <weft/linalg/small_eigen.hpp>
#include <weft/linalg/small_solve.hpp>

#include <algorithm>
#include <atomic>
#include <type_traits>
#include <utility>

namespace weft::detail {
namespace {

/// A batch, divided into pieces that are distributed among threads.
struct divided_batch {
  small_batch const& job;
  small_batch_loop loop;
  index_t piece;
  std::atomic<bool> all{true};

  static void run_piece(void* self, index_t k) {
    auto& me = *static_cast<divided_batch*>(self);
    index_t const first = k * me.piece, last = first + me.piece < me.job.count ? first + me.piece : me.job.count;
    if (!me.loop(me.job, first, last))
      me.all = false;
  }
};

/// Calls f(std::integral_constant<int, n>()) and returns its result.
template <class F, int... N>
auto with_extent(int n, F const& f, std::integer_sequence<int, N...>) {
  decltype(f(std::integral_constant<int, int(small_batch_least)>())) out{};
  (void)((n == N + int(small_batch_least) &&
          (out = f(std::integral_constant<int, N + int(small_batch_least)>()), true)) ||
         ...);
  return out;
}
template <class F>
auto with_extent(int n, F const& f) {
  return with_extent(n, f, std::make_integer_sequence<int, small_batch_sizes>());
}

} // namespace

template <class R>
R careful_det_of(R const* a, int n) {
  return with_extent(n, [=](auto size) { return careful_det<size()>(a); });
}
template <class R>
bool inverse_of(R const* a, int n, R* to) {
  return with_extent(n, [=](auto size) { return eliminated_inverse<size()>(a, to); });
}
template <class R>
bool solution_of(R const* a, int n, R const* b, R* x) {
  return with_extent(n, [=](auto size) { return small_solution<size(), 1>(a, b, x); });
}
template <class R>
bool singular_values_of(R const* a, int n, R* u, R* s, R* vt) {
  static_assert(small_svd_extent == 3);
  return n == 2 ? small_svd<2, true>(a, u, s, vt) : small_svd<3, true>(a, u, s, vt);
}
template double careful_det_of(double const*, int);
template float careful_det_of(float const*, int);
template bool inverse_of(double const*, int, double*);
template bool inverse_of(float const*, int, float*);
template bool solution_of(double const*, int, double const*, double*);
template bool solution_of(float const*, int, float const*, float*);
template bool singular_values_of(double const*, int, double*, double*, double*);
template bool singular_values_of(float const*, int, float*, float*, float*);

namespace {

/// Solves for `columns` right sides, at most Columns. An elimination is compiled for each value of Columns.
template <int N, int Columns, class R>
bool solve_columns(R const* a, index_t columns, R const* b, R* x) {
  R sides[N * Columns]{}, found[N * Columns];
  for (index_t i = 0; i < N; ++i)
    for (index_t j = 0; j < columns; ++j)
      sides[i * Columns + j] = b[i * columns + j];
  if (!small_solution<N, Columns>(a, sides, found))
    return false;
  for (index_t i = 0; i < N; ++i)
    for (index_t j = 0; j < columns; ++j)
      x[i * columns + j] = found[i * Columns + j];
  return true;
}
template <int N, class R>
bool solve_exactly([[maybe_unused]] R const* a, [[maybe_unused]] index_t columns, [[maybe_unused]] R const* b,
                   [[maybe_unused]] R* x) {
  if constexpr (N <= 4) {
    R inverse[N * N];
    if (!exact_inverse<N>(a, inverse))
      return false;
    for (index_t j = 0; j < columns; ++j) {
      R column[N];
      for (int i = 0; i < N; ++i) {
        R sum = inverse[i * N] * b[j];
        for (int k = 1; k < N; ++k)
          sum += inverse[i * N + k] * b[k * columns + j];
        column[i] = sum;
      }
      if (!are_finite<N>(column))
        return false;
      for (int i = 0; i < N; ++i)
        x[i * columns + j] = column[i];
    }
    return true;
  }
  return false;
}
template <int N, class R>
bool solve_one(R const* a, index_t columns, R const* b, R* x) {
  constexpr int most = int(small_batch_most);
  if (solve_exactly<N>(a, columns, b, x))
    return true;
  return columns == 1          ? solve_columns<N, 1>(a, columns, b, x)
         : columns <= most / 2 ? solve_columns<N, most / 2>(a, columns, b, x)
                               : solve_columns<N, most>(a, columns, b, x);
}

} // namespace

template <class R>
bool invert_single(R const* a, index_t n, R* x) {
  if (n == 1)
    return eliminated_inverse<1>(a, x);
  return with_extent(static_cast<int>(n), [=](auto size) { return bool(small_inverse<size()>(a, x)); }) ||
         (n <= 4 && inverse_of(a, static_cast<int>(n), x));
}
template <class R>
bool solve_single(R const* a, index_t n, index_t columns, R const* b, R* x) {
  if (n == 1)
    return solve_one<1>(a, columns, b, x);
  return with_extent(static_cast<int>(n), [=](auto size) { return solve_one<size()>(a, columns, b, x); });
}
template bool invert_single(double const*, index_t, double*);
template bool invert_single(float const*, index_t, float*);
template bool solve_single(double const*, index_t, index_t, double const*, double*);
template bool solve_single(float const*, index_t, index_t, float const*, float*);

bool run_small_batch(small_batch const& job) {
  auto const& table = *small_levels[chosen_isa];
  auto const& loops = job.type == dtype::float64 ? table.doubles : table.singles;
  bool const alike = job.task != small_task::qr || job.rows == job.n;
  index_t const n = alike ? job.n : small_batch_most;
  small_batch_loop const loop = loops[static_cast<int>(job.task)][n - small_batch_least];
  constexpr index_t piece = 1024; // matrices of a piece: a multiple of the lanes of all vectors
  // A multiplication and addition takes 0.1 ns, because a vector computes several matrices at a time. Tasks with
  // rotations take 30 times as many of them.
  bool const rotates = job.task == small_task::eigen || job.task == small_task::svd;
  bool const whole = job.task == small_task::qr;
  double const each = static_cast<double>(job.n * job.n * (whole ? job.rows : job.n)) * (rotates ? 3.0 : 0.1);
  int const threads = job.count < 2 * piece ? 1 : threads_for(each * static_cast<double>(job.count));
  if (threads == 1)
    return loop(job, 0, job.count);
  divided_batch all{job, loop, piece};
  parallel_for(threads, (job.count + piece - 1) / piece, &divided_batch::run_piece, &all);
  return all.all;
}

} // namespace weft::detail
