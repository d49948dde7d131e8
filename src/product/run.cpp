#include "loop/walk.hpp"
#include "product/blas.hpp"
#include "product/gemm_own.hpp"
#include "product/route.hpp"
#include "product/types.hpp"

#include <weft/eval/loop.hpp>
#include <weft/linalg/product.hpp>

#include <algorithm>
#include <cstddef>

// Runs a product by the route that was chosen. The route `direct` runs here: it packs nothing, or only a small B.
namespace weft::detail {

namespace {

constexpr product_batch one;

constexpr product_batch exchanged(product_batch const& r) {
  return {r.count, {r.step[1], r.step[0], r.step[2]}, {r.prefetched[1], r.prefetched[0]}};
}

/// Returns how many tiles run_tiles_of() makes of an m x n product of reals.
template <int Bytes>
index_t tiles_of(index_t m, index_t n, index_t width, index_t components) {
  index_t tiles = 0;
  for (index_t j = 0, columns; j < n; j += columns) {
    columns = next_columns(n - j, most_vectors(Bytes) * width, width);
    index_t const rows = tile_rows(Bytes, int((columns + width - 1) / width)) / components;
    tiles += (m + rows - 1) / rows;
  }
  return tiles;
}

/// Prefetches the factors of the next product of a batch while one is computed, an equal share with each tile.
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
  /// Prepares to prefetch the factors of product p.
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
  static constexpr index_t line = 64; // a cache line has 64 or 128 bytes

  product_batch const& batch_;
  index_t first_[2] = {}, next_[2] = {}, end_[2] = {}, share_ = 0; ///< share_: cache lines for each tile
};

template <int Bytes, class T>
void run_tiles_of(tile_ending<real_t<T>> const& ending, matrix_operand<T const> const& a,
                  matrix_operand<T const> const& b, matrix_operand<T> const& c, product_batch const& batch) {
  using R = real_t<T>;
  constexpr index_t components = is_complex<T> ? 2 : 1, width = Bytes / index_t(sizeof(R));
  constexpr index_t panel = most_vectors(Bytes) * width;
  tile_kernel<R> const* const kernels = tile_kernels<T>(Bytes);
  auto const ra = reals_of(a), rb = reals_of(b);
  auto const rc = reals_of(c);
  index_t const m = c.shape.rows, n = c.shape.cols * components;
  bool const prefetches = batch.prefetched[0] != 0 || batch.prefetched[1] != 0;
  next_factors<T> next(batch);
  if (prefetches)
    next.divide(a, b, tiles_of<Bytes>(m, n, width, components));
  tile_job<R> job{a.shape.cols, nullptr, ra.row, ra.col, nullptr, rb.row, nullptr, rc.row, 0};
  for (index_t p = 0; p < batch.count; ++p) {
    if (prefetches)
      next.begin(p + 1);
    for (index_t j = 0, columns; j < n; j += columns) {
      columns = next_columns(n - j, panel, width);
      index_t const vectors = (columns + width - 1) / width, rows = tile_rows(Bytes, int(vectors)) / components;
      job.b = rb.data + p * batch.step[1] * components + j;
      job.last = columns - width;
      for (index_t i = 0, height; i < m; i += height) {
        height = next_rows(m - i, rows);
        job.a = ra.data + p * batch.step[0] * components + i * ra.row;
        job.c = rc.data + p * batch.step[2] * components + i * rc.row + j;
        if (prefetches)
          next.prefetch();
        kernels[kernel_number(Bytes, height * components, vectors, false)](job, ending);
      }
    }
  }
}

template <class T>
WEFT_INLINE void run_tiles_inline(int bytes, tile_ending<real_t<T>> const& ending, matrix_operand<T const> const& a,
                                  matrix_operand<T const> const& b, matrix_operand<T> const& c,
                                  product_batch const& batch) {
  with_vector_bytes(bytes, [&](auto width) { run_tiles_of<width()>(ending, a, b, c, batch); });
}

/// Runs products whose B has rows without unit stride: it copies B to rows of unit stride. Nothing is prefetched,
/// because the copy reads B in the order of memory.
template <class T>
[[gnu::noinline]] void run_with_copies(int bytes, tile_ending<real_t<T>> const& ending,
                                       matrix_operand<T const> const& a, matrix_operand<T const> const& b,
                                       matrix_operand<T> const& c, product_batch const& batch) {
  constexpr index_t size = sizeof(T);
  auto const& [k, n, down, across, conj] = b.shape;
  alignas(64) std::byte rows[product_limits::copied_bytes];
  matrix_operand<T const> const copy{reinterpret_cast<T const*>(rows), {k, n, n, 1, conj}};
  for (index_t p = 0; p < batch.count; ++p) {
    if (p == 0 || batch.step[1] != 0)
      copy_block(size, reinterpret_cast<index_t>(rows), n * size, size,
                 reinterpret_cast<index_t>(b.data + p * batch.step[1]), down * size, across * size, k, n);
    run_tiles<T>(bytes, ending, {a.data + p * batch.step[0], a.shape}, copy, {c.data + p * batch.step[2], c.shape});
  }
}

/// Runs the route `direct` for a C whose rows have unit stride. The rows of A may have any stride.
template <class T>
WEFT_INLINE void run_by_rows(int bytes, T alpha, matrix_operand<T const> const& a, matrix_operand<T const> const& b,
                             T beta, matrix_operand<T> const& c, product_batch const& batch) {
  auto const ending = ending_for(alpha, beta, a.shape.conj, b.shape.conj);
  if (b.shape.col_stride != 1)
    return run_with_copies(bytes, ending, a, b, c, batch);
  run_tiles_inline(bytes, ending, a, b, c, batch);
}
template <class T>
[[gnu::noinline]] void run_by_columns(int bytes, T alpha, matrix_operand<T const> const& a,
                                      matrix_operand<T const> const& b, T beta, matrix_operand<T> const& c,
                                      product_batch const& batch) {
  run_by_rows(bytes, alpha, transposed(b), transposed(a), beta, transposed(c), exchanged(batch));
}
template <class T>
WEFT_INLINE void run_block(product_route const& route, T alpha, matrix_operand<T const> const& a,
                           matrix_operand<T const> const& b, T beta, matrix_operand<T> const& c,
                           product_batch const& batch) {
  if (route.swapped)
    run_by_columns(route.vector_bytes, alpha, a, b, beta, c, batch);
  else
    run_by_rows(route.vector_bytes, alpha, a, b, beta, c, batch);
}

/// Runs the routes `vector` and `dot`, which take no memory, and returns true for them.
template <class T>
bool is_run_with_vector(product_route const& route, T alpha, matrix_operand<T const> const& a,
                        matrix_operand<T const> const& b, T beta, matrix_operand<T> const& c) {
  if constexpr (!is_complex<T>) {
    if (route.way == product_way::vector)
      return run_vector(route, alpha, a, b, beta, c), true;
    if (route.way == product_way::dot)
      return run_dot(route, alpha, a, b, beta, c), true;
  }
  return false;
}

} // namespace

template <class T>
void run_tiles(int bytes, tile_ending<real_t<T>> const& ending, matrix_operand<T const> const& a,
               matrix_operand<T const> const& b, matrix_operand<T> const& c) {
  run_tiles_inline(bytes, ending, a, b, c, {});
}

template <class T>
bool run_direct(product_job<T, T, T> const& job, product_route& route) {
  auto const& [alpha, a, b, beta, c, gram] = job;
  if (c.shape.rows == 0 || c.shape.cols == 0 || a.shape.cols == 0) // no elements: no ranges to compare
    return false;
  byte_range const written = range_of(c);
  if (!are_apart(range_of(a), written) || !are_apart(range_of(b), written))
    return false;
  auto const facts = [&job] { return facts_of(job.alpha, job.beta, job.gram); };
  route = route_of(a.shape, b.shape, c.shape, info_of<T, T, T, T>(), gram, facts);
  if (route.way == product_way::direct)
    return run_block(route, alpha, a, b, beta, c, one), true;
  return is_run_with_vector(route, alpha, a, b, beta, c);
}

template <class T>
void run_batch(product_route const& route, product_job<T, T, T> const& job, product_batch const& batch) {
  run_block(route, job.alpha, job.a, job.b, job.beta, job.c, batch);
}

template <class T>
void run_product(gemm_plan const& plan, T alpha, matrix_operand<T const> const& a, matrix_operand<T const> const& b,
                 T beta, matrix_operand<T> const& c, scratch& memory) {
  switch (plan.route.way) {
  case product_way::undecided:
  case product_way::nothing:
    return;
  case product_way::scale:
    return scale_matrix(beta, c);
  case product_way::blocked:
    return run_blocked<T>(plan.route, alpha, a, b, beta, c, memory);
  case product_way::dot:
  case product_way::vector:
    return static_cast<void>(is_run_with_vector(plan.route, alpha, a, b, beta, c));
  case product_way::direct:
    return run_block(plan.route, alpha, a, b, beta, c, one);
  case product_way::packed:
  case product_way::triangle:
    return run_packed(plan, alpha, a, b, beta, c, memory);
  case product_way::blas:
    return run_blas(plan, alpha, a, b, beta, c, memory);
  }
}

#define WEFT_RUN(T)                                                                                                    \
  template void run_tiles(int, tile_ending<real_t<T>> const&, matrix_operand<T const> const&,                          \
                          matrix_operand<T const> const&, matrix_operand<T> const&);                                   \
  template bool run_direct(product_job<T, T, T> const&, product_route&);                                               \
  template void run_batch(product_route const&, product_job<T, T, T> const&, product_batch const&);                    \
  template void run_product(gemm_plan const&, T, matrix_operand<T const> const&, matrix_operand<T const> const&, T,    \
                            matrix_operand<T> const&, scratch&);
WEFT_EACH_PRODUCT(WEFT_RUN)
#undef WEFT_RUN

} // namespace weft::detail
