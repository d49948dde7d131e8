#include "loop/walk.hpp"
#include "product/gemm_choice.hpp"
#include "product/gemm_own.hpp"

#include <weft/eval/loop.hpp>
#include <weft/eval/parallel.hpp>
#include <weft/linalg/product.hpp>

#include <algorithm>
#include <cstddef>

// Products without a plan: nothing is packed, or a small B only.
namespace weft::detail {

namespace {

constexpr product_batch exchanged(product_batch const& r) {
  return {r.count, {r.step[1], r.step[0], r.step[2]}, {r.prefetched[1], r.prefetched[0]}};
}

/// How many tiles run_tiles() makes of an m x n product of reals.
template <int Bytes>
index_t tiles_of(index_t m, index_t n, index_t width, index_t parts) {
  index_t tiles = 0;
  for (index_t j = 0, columns; j < n; j += columns) {
    columns = next_columns(n - j, most_vectors(Bytes) * width, width);
    index_t const rows = tile_rows(Bytes, int((columns + width - 1) / width)) / parts;
    tiles += (m + rows - 1) / rows;
  }
  return tiles;
}

/// The factors of the next product of a batch, prefetched while one is computed, a share with each tile.
template <class T>
class next_factors {
public:
  explicit next_factors(product_batch const& batch) : batch_(batch) {}

  void divide(matrix_operand<T const> const& a, matrix_operand<T const> const& b, index_t tiles) {
    first_[0] = range_of(a).low;
    first_[1] = range_of(b).low;
    index_t const lines = (batch_.prefetched[0] + line - 1) / line + (batch_.prefetched[1] + line - 1) / line;
    share_ = (lines + tiles - 1) / tiles;
  }
  /// From here on those of product p.
  void begin(index_t p) {
    for (int j = 0; j < 2; ++j) {
      next_[j] = first_[j] + p * batch_.step[j] * index_t(sizeof(T));
      end_[j] = next_[j] + (p < batch_.count ? batch_.prefetched[j] : 0);
    }
  }
  void prefetch() {
    index_t left = share_;
    for (int j = 0; j < 2; ++j)
      for (; left > 0 && next_[j] < end_[j]; next_[j] += line, --left)
        __builtin_prefetch(reinterpret_cast<char const*>(next_[j]));
  }

private:
  static constexpr index_t line = 64; // of a cache, or half of one

  product_batch const& batch_;
  index_t first_[2] = {}, next_[2] = {}, end_[2] = {}, share_ = 0; ///< lines for each tile
};

template <int Bytes, class T>
void run_tiles(tile_ending<real_t<T>> const& ending, matrix_operand<T const> const& a, matrix_operand<T const> const& b,
               matrix_operand<T> const& c, product_batch const& batch) {
  using R = real_t<T>;
  constexpr index_t parts = is_complex<T> ? 2 : 1, width = Bytes / index_t(sizeof(R));
  constexpr index_t panel = most_vectors(Bytes) * width;
  tile_kernel<R> const* const kernels = tile_kernels<T>(Bytes);
  auto const ra = reals_of(a), rb = reals_of(b);
  auto const rc = reals_of(c);
  index_t const m = c.shape.rows, n = c.shape.cols * parts;
  bool const prefetches = batch.prefetched[0] != 0 || batch.prefetched[1] != 0;
  next_factors<T> next(batch);
  if (prefetches)
    next.divide(a, b, tiles_of<Bytes>(m, n, width, parts));
  tile_job<R> job{a.shape.cols, nullptr, ra.row, ra.col, nullptr, rb.row, nullptr, rc.row, 0};
  for (index_t p = 0; p < batch.count; ++p) {
    if (prefetches)
      next.begin(p + 1);
    for (index_t j = 0, columns; j < n; j += columns) {
      columns = next_columns(n - j, panel, width);
      index_t const vectors = (columns + width - 1) / width, rows = tile_rows(Bytes, int(vectors)) / parts;
      job.b = rb.data + p * batch.step[1] * parts + j;
      job.last = columns - width;
      for (index_t i = 0, height; i < m; i += height) {
        height = next_rows(m - i, rows);
        job.a = ra.data + p * batch.step[0] * parts + i * ra.row;
        job.c = rc.data + p * batch.step[2] * parts + i * rc.row + j;
        if (prefetches)
          next.prefetch();
        kernels[kernel_number(Bytes, height * parts, vectors, false)](job, ending);
      }
    }
  }
}

template <class T>
WEFT_INLINE void run_tiles_of(int bytes, tile_ending<real_t<T>> const& ending, matrix_operand<T const> const& a,
                              matrix_operand<T const> const& b, matrix_operand<T> const& c,
                              product_batch const& batch) {
#if WEFT_HAS_CLONES
  if (bytes == 64)
    return run_tiles<64>(ending, a, b, c, batch);
  if (bytes == 32)
    return run_tiles<32>(ending, a, b, c, batch);
#endif
  static_cast<void>(bytes);
  run_tiles<16>(ending, a, b, c, batch);
}

/// Bytes of B that are copied to the stack: 32 x 32 doubles. More is packed by panels, according to a plan.
constexpr index_t most_copied = 8192;

/// The rows of B have another stride than 1: those of a copy have that. Nothing is prefetched, as copying reads B in
/// the order of memory.
template <class T>
[[gnu::noinline]] bool run_with_copies(int bytes, tile_ending<real_t<T>> const& ending,
                                       matrix_operand<T const> const& a, matrix_operand<T const> const& b,
                                       matrix_operand<T> const& c, product_batch const& batch) {
  constexpr index_t size = sizeof(T);
  auto const& [k, n, down, across, conj] = b.shape;
  if (k * n * size > most_copied)
    return false;
  alignas(64) std::byte rows[most_copied];
  matrix_operand<T const> const copy{reinterpret_cast<T const*>(rows), {k, n, n, 1, conj}};
  for (index_t p = 0; p < batch.count; ++p) {
    if (p == 0 || batch.step[1] != 0)
      copy_block(size, reinterpret_cast<index_t>(rows), n * size, size,
                 reinterpret_cast<index_t>(b.data + p * batch.step[1]), down * size, across * size, k, n);
    run_in_place<T>(bytes, ending, {a.data + p * batch.step[0], a.shape}, copy, {c.data + p * batch.step[2], c.shape});
  }
  return true;
}

/// The rows of C have unit stride, those of A any, and a small B too.
template <class T>
WEFT_INLINE bool products_by_rows(T alpha, matrix_operand<T const> const& a, matrix_operand<T const> const& b, T beta,
                                  matrix_operand<T> const& c, product_batch const& batch) {
  constexpr index_t size = sizeof(T);
  index_t const row_bytes = c.shape.cols * size, k = a.shape.cols;
  int const bytes = vector_bytes_for(row_bytes, 16 << chosen_isa);
  if (row_bytes < bytes || !is_direct(c.shape.rows * k * size, k * row_bytes, k))
    return false;
  auto const ending = ending_for(alpha, beta, a.shape.conj, b.shape.conj);
  if (b.shape.col_stride != 1)
    return run_with_copies(bytes, ending, a, b, c, batch);
  run_tiles_of(bytes, ending, a, b, c, batch);
  return true;
}
template <class T>
[[gnu::noinline]] bool products_by_columns(T alpha, matrix_operand<T const> const& a, matrix_operand<T const> const& b,
                                           T beta, matrix_operand<T> const& c, product_batch const& batch) {
  return products_by_rows(alpha, transposed(b), transposed(a), beta, transposed(c), exchanged(batch));
}

/// The smallest products are not looked at twice: they are weft's, and take too short a time to be divided.
template <class T>
WEFT_INLINE bool is_own_and_undivided(index_t m, index_t n, index_t k) {
  static double const always = the_gemm_facts().always;
  if (double(m) * double(n) * double(k) > always && !own_is_chosen(m, n, k))
    return false;
  constexpr index_t small = is_complex<T> ? 40 : 64; // up to 30 us; to ask takes 5 ns
  return (m <= small && n <= small && k <= small) || threads_for(own_time(kind_of<T>, m, n, k)) == 1;
}

/// Matrices of at least two rows and columns.
template <class T>
WEFT_INLINE bool products_at_once(product_job<T, T, T> const& job, product_batch const& batch) {
  auto const& [alpha, a, b, beta, c, gram] = job;
  if (gram || !is_own_and_undivided<T>(c.shape.rows, c.shape.cols, a.shape.cols))
    return false;
  return c.shape.col_stride == 1   ? products_by_rows(alpha, a, b, beta, c, batch)
         : c.shape.row_stride == 1 ? products_by_columns(alpha, a, b, beta, c, batch)
                                   : false;
}

template <class T>
bool job_at_once(product_job<T, T, T> const& job) {
  static constexpr product_batch one;
  auto const& [alpha, a, b, beta, c, gram] = job;
  index_t const m = c.shape.rows, n = c.shape.cols;
  if (m == 0 || n == 0 || a.shape.cols == 0)
    return false;
  byte_range const written = range_of(c);
  if (!are_apart(range_of(a), written) || !are_apart(range_of(b), written))
    return false;
  if constexpr (!is_complex<T>)
    if (m == 1 || n == 1)
      return !gram && run_own_vector_at_once(alpha, a, b, beta, c);
  return m > 1 && n > 1 && products_at_once(job, one);
}

template <class T>
bool batch_at_once(product_job<T, T, T> const& job, product_batch const& batch) {
  return job.c.shape.rows > 1 && job.c.shape.cols > 1 && job.a.shape.cols > 0 && products_at_once(job, batch);
}

} // namespace

template <class T>
void run_in_place(int bytes, tile_ending<real_t<T>> const& ending, matrix_operand<T const> const& a,
                  matrix_operand<T const> const& b, matrix_operand<T> const& c) {
  run_tiles_of(bytes, ending, a, b, c, {});
}

bool run_at_once(product_job<float, float, float> const& job) {
  return job_at_once(job);
}
bool run_at_once(product_job<double, double, double> const& job) {
  return job_at_once(job);
}
bool run_at_once(product_job<c64, c64, c64> const& job) {
  return job_at_once(job);
}
bool run_at_once(product_job<c128, c128, c128> const& job) {
  return job_at_once(job);
}
bool run_batch_at_once(product_job<float, float, float> const& job, product_batch const& batch) {
  return batch_at_once(job, batch);
}
bool run_batch_at_once(product_job<double, double, double> const& job, product_batch const& batch) {
  return batch_at_once(job, batch);
}
bool run_batch_at_once(product_job<c64, c64, c64> const& job, product_batch const& batch) {
  return batch_at_once(job, batch);
}
bool run_batch_at_once(product_job<c128, c128, c128> const& job, product_batch const& batch) {
  return batch_at_once(job, batch);
}

template void run_in_place(int, tile_ending<float> const&, matrix_operand<float const> const&,
                           matrix_operand<float const> const&, matrix_operand<float> const&);
template void run_in_place(int, tile_ending<double> const&, matrix_operand<double const> const&,
                           matrix_operand<double const> const&, matrix_operand<double> const&);
template void run_in_place(int, tile_ending<float> const&, matrix_operand<c64 const> const&,
                           matrix_operand<c64 const> const&, matrix_operand<c64> const&);
template void run_in_place(int, tile_ending<double> const&, matrix_operand<c128 const> const&,
                           matrix_operand<c128 const> const&, matrix_operand<c128> const&);

} // namespace weft::detail
