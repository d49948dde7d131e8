#include "product/gemm_own.hpp"
#include "loop/walk.hpp"
#include "product/types.hpp"
#include "run/isa.hpp"

#include <weft/eval/loop.hpp>
#include <weft/eval/parallel.hpp>

#include <algorithm>
#include <cstring>

namespace weft::detail {
namespace {

index_t next_block(index_t rest, index_t most, index_t unit) {
  return rest <= most ? rest : rest < 2 * most ? round_up((rest + 1) / 2, unit) : most;
}

/// Copies columns of k elements, `across` apart, to short rows, `pitch` apart: step l writes element l of each column.
template <class T, std::size_t... I>
void pack_strip(T const* from, index_t across, index_t along, index_t k, index_t pitch, T* to,
                std::index_sequence<I...>) {
  for (index_t l = 0; l < k; ++l, from += along, to += pitch)
    ((to[I] = from[index_t(I) * across]), ...);
}

/// Packs a panel of k rows, `pitch` apart. Its element (l, i) is from[i * across + l * along], for i < count; zeros
/// follow up to the pitch.
template <class T>
void pack_panel(T const* from, index_t across, index_t along, index_t count, index_t k, index_t pitch, T* to) {
  constexpr index_t strip = 8;
  index_t i = 0;
  if (across == 1)
    for (index_t l = 0; l < k; ++l) {
      T const* const row = from + l * along;
      for (i = 0; i + strip <= count; i += strip)
        std::memcpy(to + l * pitch + i, row + i, sizeof(T) * strip);
      for (; i < count; ++i)
        to[l * pitch + i] = row[i];
    }
  else
    for (; i + strip <= count; i += strip)
      pack_strip(from + i * across, across, along, k, pitch, to + i, std::make_index_sequence<strip>());
  for (; i < count; ++i)
    pack_strip(from + i * across, across, along, k, pitch, to + i, std::make_index_sequence<1>());
  for (; i < pitch; ++i)
    for (index_t l = 0; l < k; ++l)
      to[l * pitch + i] = T{};
}

template <class T, int Bytes>
struct own_product {
  using R = real_t<T>;
  static constexpr bool complex = is_complex<T>;
  static constexpr int components = complex ? 2 : 1;

  own_blocks const& blocks;
  bool triangle;
  tile_ending<R> ending;
  T beta;
  matrix_operand<T const> a, b;
  matrix_operand<T> c;
  R *a_panels, *b_panels;

  static constexpr index_t width = Bytes / index_t(sizeof(R));
  static constexpr index_t rows = most_rows(Bytes) / components, vectors = most_vectors(Bytes);
  real_matrix<R const> ra = reals_of(a), rb = reals_of(b);
  real_matrix<R> rc = reals_of(c);
  tile_kernel<R> const* kernels = tile_kernels<T>(Bytes);

  /// Computes one tile of C, from row i and real column j on.
  void tile(tile_job<R>& job, tile_ending<R> const& e, index_t i, index_t height, index_t j, index_t columns) const {
    index_t const n = (columns + width - 1) / width;
    tile_kernel<R> const kernel = kernels[kernel_number(Bytes, height * components, n, blocks.pack_a)];
    if (!blocks.buffer_c) {
      job.c = rc.data + i * rc.row + j;
      job.c_row = rc.row;
      return kernel(job, e);
    }
    alignas(64) R buffer[8 * 3 * 64 / sizeof(R)];
    tile_ending<R> plain = e;
    plain.old = old_value::ignored;
    job.c = buffer;
    job.c_row = std::max(columns, width);
    kernel(job, plain);
    store_matrix<0>(reinterpret_cast<T const*>(buffer), job.c_row / components, beta_of(e),
                    submatrix(c, i, j / components, height, columns / components), e.old);
  }
  T beta_of(tile_ending<R> const& e) const { return e.old == old_value::scaled ? beta : T(1); }

  /// Computes m rows of C from row i0 on, in n real columns from j0 on, for k steps of the sum from l0 on.
  void block(tile_ending<R> const& e, index_t i0, index_t m, index_t j0, index_t n, index_t l0, index_t k) const {
    tile_job<R> job{};
    job.k = k;
    R const* panel = b_panels;
    for (index_t j = 0; j < n;) {
      index_t const columns = next_columns(n - j, vectors * width, width), pitch = std::max(columns, width);
      job.b = blocks.pack_b ? panel : rb.data + l0 * rb.row + j0 + j;
      job.b_step = blocks.pack_b ? pitch : rb.row;
      job.last = pitch - width;
      R const* rows_of_a = a_panels;
      for (index_t i = 0; i < m;) {
        index_t const height = next_rows(m - i, rows);
        job.a = blocks.pack_a ? rows_of_a : ra.data + (i0 + i) * ra.row + l0 * ra.col;
        job.a_row = ra.row;
        job.a_step = ra.col;
        if (!triangle || (j0 + j) / components < i0 + i + height)
          tile(job, e, i0 + i, height, j0 + j, columns);
        rows_of_a += height * components * k;
        i += height;
      }
      panel += pitch * k;
      j += columns;
    }
  }

  void pack_b(index_t j0, index_t n, index_t l0, index_t k) const {
    R* to = b_panels;
    for (index_t j = 0; j < n;) {
      index_t const columns = next_columns(n - j, vectors * width, width), pitch = std::max(columns, width);
      auto const own_block = submatrix(b, l0, (j0 + j) / components, k, columns / components);
      pack_panel(own_block.data, own_block.shape.col_stride, own_block.shape.row_stride, columns / components, k,
                 pitch / components, reinterpret_cast<T*>(to));
      to += pitch * k;
      j += columns;
    }
  }

  void pack_a(index_t i0, index_t m, index_t l0, index_t k) const {
    R* to = a_panels;
    for (index_t i = 0; i < m;) {
      index_t const height = next_rows(m - i, rows);
      auto const own_block = submatrix(a, i0 + i, l0, height, k);
      pack_panel(own_block.data, own_block.shape.row_stride, own_block.shape.col_stride, height, k, height,
                 reinterpret_cast<T*>(to));
      to += height * components * k;
      i += height;
    }
  }

  /// Computes rows first ... last - 1 of C in real columns left ... right - 1.
  void run(index_t first, index_t last, index_t left, index_t right) const {
    index_t const k = a.shape.cols;
    for (index_t j = left, columns; j < right; j += columns) {
      columns = next_block(right - j, blocks.n, vectors * width);
      for (index_t l = 0, steps; l < k; l += steps) {
        steps = next_block(k - l, blocks.k, 8);
        tile_ending<R> e = ending;
        if (l > 0) {
          e.old = old_value::added;
          e.beta = R(1);
        }
        if (blocks.pack_b)
          pack_b(j, columns, l, steps);
        for (index_t i = first, height; i < last; i += height) {
          height = next_block(last - i, blocks.m, rows);
          if (blocks.pack_a)
            pack_a(i, height, l, steps);
          block(e, i, height, j, columns, l, steps);
        }
      }
    }
  }

  /// Computes the blocks of C in threads. An element has the same bits as without threads, because the steps of a sum
  /// are divided in the same way in all blocks.
  void run_thread_blocks() {
    parallel_for(blocks.thread_blocks(), blocks.thread_blocks(), &own_product::run_thread_block, this);
  }

private:
  static void run_thread_block(void* me, index_t number) {
    own_product own_block = *static_cast<own_product const*>(me);
    if (own_block.b_panels == nullptr)
      return run_on_stack(own_block, number);
    own_block.b_panels += number * (own_block.blocks.a_reals + own_block.blocks.b_reals);
    own_block.a_panels = own_block.b_panels + own_block.blocks.b_reals;
    own_block.run(number);
  }
  [[gnu::noinline]] static void run_on_stack(own_product& own_block, index_t number) {
    alignas(64) R panels[product_limits::packed_on_stack / sizeof(R)];
    own_block.b_panels = panels;
    own_block.a_panels = panels + own_block.blocks.b_reals;
    own_block.run(number);
  }
  void run(index_t number) const {
    int const i = int(number) / blocks.across, j = int(number) % blocks.across;
    index_t const m = c.shape.rows, n = c.shape.cols * components, panel = vectors * width;
    index_t const last = block_begin(m, i + 1, blocks.down, rows, triangle);
    run(block_begin(m, i, blocks.down, rows, triangle), last, block_begin(n, j, blocks.across, panel, false),
        triangle ? last * components : block_begin(n, j + 1, blocks.across, panel, false));
  }
};

/// Computes a product without packing, in groups of rows that the second-level cache holds while the panels of B pass:
/// 10000 x 64 by 64 x 64 doubles took 1.6 times as long in one piece.
template <class T>
void run_rows(index_t rows, int bytes, tile_ending<real_t<T>> const& ending, matrix_operand<T const> const& a,
              matrix_operand<T const> const& b, matrix_operand<T> const& c) {
  index_t const m = c.shape.rows, n = c.shape.cols, k = a.shape.cols;
  for (index_t i = 0, height; i < m; i += height) {
    height = next_block(m - i, rows, most_rows(bytes));
    run_tiles(bytes, ending, submatrix(a, i, 0, height, k), b, submatrix(c, i, 0, height, n));
  }
}

template <int Bytes, class T>
void run_blocks(own_blocks const& blocks, bool triangle, tile_ending<real_t<T>> const& ending,
                matrix_operand<T const> const& a, matrix_operand<T const> const& b, T beta, matrix_operand<T> const& c,
                scratch& memory) {
  bool const divided = blocks.thread_blocks() > 1;
  if (!blocks.pack_a && !blocks.pack_b && !blocks.buffer_c && !triangle && !divided)
    return run_rows(blocks.m, Bytes, ending, a, b, c);
  own_product<T, Bytes> product{blocks, triangle, ending, beta, a, b, c, nullptr, nullptr};
  index_t const bytes = blocks.bytes_of_block();
  if (bytes > product_limits::packed_on_stack)
    product.b_panels = static_cast<real_t<T>*>(memory.allocate(std::size_t(bytes * blocks.thread_blocks())));
  product.run_thread_blocks();
}

/// Copies the triangle below the diagonal of C to the one above, in threads.
template <class T>
struct mirror_job {
  matrix_operand<T> const& c;
  bool conj;

  void run(int threads) { parallel_for(threads, length_in_tiles(), &mirror_job::run_tiles, this); }

private:
  index_t length_in_tiles() const {
    return (c.shape.rows + product_limits::mirror_side - 1) / product_limits::mirror_side;
  }
  static void run_tiles(void* me, index_t number) {
    auto const& [c, conj] = *static_cast<mirror_job const*>(me);
    mirror_rows(c.data, c.shape.rows, c.shape.row_stride, conj, number * product_limits::mirror_side);
  }
};

template <class T>
void run_oriented(own_blocks const& blocks, bool triangle, T alpha, matrix_operand<T const> const& a,
                  matrix_operand<T const> const& b, T beta, matrix_operand<T> const& c, scratch& memory) {
  auto const ending = ending_for(alpha, beta, a.shape.conj, b.shape.conj);
  with_vector_bytes(blocks.vector_bytes,
                    [&](auto width) { run_blocks<width()>(blocks, triangle, ending, a, b, beta, c, memory); });
  if (triangle)
    mirror_job<T>{c, a.shape.conj != b.shape.conj}.run(blocks.thread_blocks());
}

} // namespace

template <class T>
void run_packed(gemm_plan const& plan, T alpha, matrix_operand<T const> const& a, matrix_operand<T const> const& b,
                T beta, matrix_operand<T> const& c, scratch& memory) {
  bool const triangle = plan.route.way == product_way::triangle;
  if (plan.route.swapped)
    run_oriented(plan.blocks, triangle, alpha, transposed(b), transposed(a), beta, transposed(c), memory);
  else
    run_oriented(plan.blocks, triangle, alpha, a, b, beta, c, memory);
}

#define WEFT_PACKED(T)                                                                                                 \
  template void run_packed(gemm_plan const&, T, matrix_operand<T const> const&, matrix_operand<T const> const&, T,     \
                           matrix_operand<T> const&, scratch&);
WEFT_EACH_PRODUCT(WEFT_PACKED)
#undef WEFT_PACKED

} // namespace weft::detail
