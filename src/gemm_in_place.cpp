#include "gemm_choice.hpp"
#include "gemm_own.hpp"
#include "plan.hpp"

#include <weft/eval/loop.hpp>
#include <weft/eval/parallel.hpp>
#include <weft/linalg/product.hpp>

// Products without a plan: nothing is packed, or a small B only.
namespace weft::detail {
namespace {
using c64 = std::complex<float>;
using c128 = std::complex<double>;
} // namespace

namespace {

constexpr row_of_products exchanged(row_of_products const& r) {
  return {r.count, {r.step[1], r.step[0], r.step[2]}, {r.prefetched[1], r.prefetched[0]}};
}

/// The factors of the next product of a row, asked for little by little while one is computed, a share with each tile.
template <class T>
class coming_factors {
public:
  explicit coming_factors(row_of_products const& row) : row_(row) {}

  /// The lines of both are divided among so many tiles of a product.
  void divide(matrix_operand<T const> const& a, matrix_operand<T const> const& b, index_t tiles) {
    first_[0] = range_of(a).low;
    first_[1] = range_of(b).low;
    share_ = ((row_.prefetched[0] + row_.prefetched[1]) / line / tiles + 1) * line;
  }
  /// From here on those of product p.
  void begin(index_t p) {
    for (int j = 0; j < 2; ++j) {
      next_[j] = first_[j] + p * row_.step[j] * index_t(sizeof(T));
      end_[j] = next_[j] + (p < row_.count ? row_.prefetched[j] : 0);
    }
  }
  void ask() {
    index_t const asked = ask(0, share_);
    ask(1, share_ - asked);
  }

private:
  static constexpr index_t line = 64; // of a cache, or half of one

  index_t ask(int j, index_t most) {
    index_t const from = next_[j], stop = std::min(from + most, end_[j]);
    for (; next_[j] < stop; next_[j] += line)
      __builtin_prefetch(reinterpret_cast<char const*>(next_[j]));
    return next_[j] - from;
  }

  row_of_products const& row_;
  index_t first_[2] = {}, next_[2] = {}, end_[2] = {}, share_ = 0;
};

template <int Bytes, class T>
void run_tiles(tile_ending<real_t<T>> const& ending, matrix_operand<T const> const& a, matrix_operand<T const> const& b,
               matrix_operand<T> const& c, row_of_products const& row) {
  using R = real_t<T>;
  constexpr index_t parts = is_complex<T> ? 2 : 1, width = Bytes / index_t(sizeof(R));
  constexpr index_t panel = most_vectors(Bytes) * width;
  tile_kernel<R> const* const kernels = tile_kernels<T>(Bytes);
  auto const ra = reals_of(a), rb = reals_of(b);
  auto const rc = reals_of(c);
  index_t const m = c.shape.rows, n = c.shape.cols * parts;
  bool const prefetches = row.prefetched[0] != 0 || row.prefetched[1] != 0;
  coming_factors<T> coming(row);
  if (prefetches)
    coming.divide(a, b, (m / (most_rows(Bytes) / parts) + 1) * (n / panel + 1));
  tile_job<R> job{a.shape.cols, nullptr, ra.row, ra.col, nullptr, rb.row, nullptr, rc.row, 0};
  for (index_t p = 0; p < row.count; ++p) {
    if (prefetches)
      coming.begin(p + 1);
    for (index_t j = 0, columns; j < n; j += columns) {
      columns = next_columns(n - j, panel, width);
      index_t const vectors = (columns + width - 1) / width, rows = tile_rows(Bytes, int(vectors)) / parts;
      job.b = rb.data + p * row.step[1] * parts + j;
      job.last = columns - width;
      for (index_t i = 0, height; i < m; i += height) {
        height = next_rows(m - i, rows);
        job.a = ra.data + p * row.step[0] * parts + i * ra.row;
        job.c = rc.data + p * row.step[2] * parts + i * rc.row + j;
        if (prefetches)
          coming.ask();
        kernels[kernel_number(Bytes, height * parts, vectors, false)](job, ending);
      }
    }
  }
}

template <class T>
WEFT_INLINE void run_tiles_of(int bytes, tile_ending<real_t<T>> const& ending, matrix_operand<T const> const& a,
                              matrix_operand<T const> const& b, matrix_operand<T> const& c,
                              row_of_products const& row) {
#if WEFT_HAS_CLONES
  if (bytes == 64)
    return run_tiles<64>(ending, a, b, c, row);
  if (bytes == 32)
    return run_tiles<32>(ending, a, b, c, row);
#endif
  static_cast<void>(bytes);
  run_tiles<16>(ending, a, b, c, row);
}

constexpr index_t most_copied = 8192; ///< bytes of B

/// The columns of B have unit stride, or none have: a copy of it has rows that have.
template <class T>
[[gnu::noinline]] bool run_with_copies(int bytes, tile_ending<real_t<T>> const& ending,
                                       matrix_operand<T const> const& a, matrix_operand<T const> const& b,
                                       matrix_operand<T> const& c, row_of_products const& row) {
  constexpr index_t size = sizeof(T);
  auto const& [k, n, down, across, conj] = b.shape;
  if (k * n * size > most_copied)
    return false;
  alignas(64) std::byte rows[most_copied];
  matrix_operand<T const> const copy{reinterpret_cast<T const*>(rows), {k, n, n, 1, conj}};
  for (index_t p = 0; p < row.count; ++p) {
    if (p == 0 || row.step[1] != 0)
      copy_block(size, reinterpret_cast<index_t>(rows), n * size, size,
                 reinterpret_cast<index_t>(b.data + p * row.step[1]), down * size, across * size, k, n);
    run_in_place<T>(bytes, ending, {a.data + p * row.step[0], a.shape}, copy, {c.data + p * row.step[2], c.shape});
  }
  return true;
}

/// The rows of C have unit stride, those of A any, and a small B too.
template <class T>
WEFT_INLINE bool products_by_rows(T alpha, matrix_operand<T const> const& a, matrix_operand<T const> const& b, T beta,
                                  matrix_operand<T> const& c, row_of_products const& row) {
  constexpr index_t size = sizeof(T);
  index_t const row_bytes = c.shape.cols * size, k = a.shape.cols;
  int const bytes = vector_bytes_for(row_bytes, 16 << chosen_isa);
  if (row_bytes < bytes || !is_direct(c.shape.rows * k * size, k * row_bytes, k))
    return false;
  auto const ending = ending_for(alpha, beta, a.shape.conj, b.shape.conj);
  if (b.shape.col_stride != 1)
    return run_with_copies(bytes, ending, a, b, c, row);
  run_tiles_of(bytes, ending, a, b, c, row);
  return true;
}
template <class T>
[[gnu::noinline]] bool products_by_columns(T alpha, matrix_operand<T const> const& a, matrix_operand<T const> const& b,
                                           T beta, matrix_operand<T> const& c, row_of_products const& row) {
  return products_by_rows(alpha, transposed(b), transposed(a), beta, transposed(c), exchanged(row));
}

/// Whether a product is weft's, and not for several threads. The smallest are so without being looked at.
template <class T>
WEFT_INLINE bool is_for_one_thread(index_t m, index_t n, index_t k) {
  static double const always = the_gemm_facts().always;
  if (double(m) * double(n) * double(k) > always && !own_is_chosen(m, n, k))
    return false;
  constexpr index_t never_divided = 64; // 5 to 30 us; to ask takes 5 ns
  return (m <= never_divided && n <= never_divided && k <= never_divided) ||
         threads_for(own_time(kind_of<T>, m, n, k)) == 1;
}

/// The same as range_of(m) of a matrix that has elements, with no branch: 45 instructions for the three of a product.
template <class T>
WEFT_INLINE byte_range range_of_elements(matrix_operand<T> const& m) {
  constexpr index_t size = sizeof(T);
  index_t const first = reinterpret_cast<index_t>(m.data), none = 0;
  index_t const down = (m.shape.rows - 1) * m.shape.row_stride * size;
  index_t const across = (m.shape.cols - 1) * m.shape.col_stride * size;
  return {first + std::min(down, none) + std::min(across, none),
          first + size + std::max(down, none) + std::max(across, none)};
}

template <class T>
bool job_at_once(product_job<T, T, T> const& job, row_of_products const* row) {
  auto const& [alpha, a, b, beta, c, gram] = job;
  index_t const m = c.shape.rows, n = c.shape.cols, k = a.shape.cols;
  if (gram || m == 0 || n == 0 || k == 0)
    return false;
  if (row == nullptr) {
    byte_range const written = range_of_elements(c);
    if (!are_apart(range_of_elements(a), written) || !are_apart(range_of_elements(b), written))
      return false;
  }
  if constexpr (!is_complex<T>)
    if (m == 1 || n == 1)
      return row == nullptr && run_own_vector_at_once(alpha, a, b, beta, c);
  static constexpr row_of_products one;
  if (m == 1 || n == 1 || !is_for_one_thread<T>(m, n, k))
    return false;
  row_of_products const& all = row == nullptr ? one : *row;
  return c.shape.col_stride == 1   ? products_by_rows(alpha, a, b, beta, c, all)
         : c.shape.row_stride == 1 ? products_by_columns(alpha, a, b, beta, c, all)
                                   : false;
}

} // namespace

template <class T>
void run_in_place(int bytes, tile_ending<real_t<T>> const& ending, matrix_operand<T const> const& a,
                  matrix_operand<T const> const& b, matrix_operand<T> const& c) {
  run_tiles_of(bytes, ending, a, b, c, {});
}

bool run_at_once(product_job<float, float, float> const& job, row_of_products const* row) {
  return job_at_once(job, row);
}
bool run_at_once(product_job<double, double, double> const& job, row_of_products const* row) {
  return job_at_once(job, row);
}
bool run_at_once(product_job<c64, c64, c64> const& job, row_of_products const* row) {
  return job_at_once(job, row);
}
bool run_at_once(product_job<c128, c128, c128> const& job, row_of_products const* row) {
  return job_at_once(job, row);
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
