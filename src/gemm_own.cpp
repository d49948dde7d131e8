#include "gemm_own.hpp"
#include "gemm_choice.hpp"
#include "gemm_kernel.hpp"
#include "plan.hpp"

#include <weft/eval/loop.hpp>
#include <weft/eval/parallel.hpp>

#include <algorithm>
#include <array>

namespace weft::detail {
namespace {

template <class R, int Bytes, int Rows, int Vectors, bool Complex, bool Packed>
constexpr tile_kernel<R> kernel_of() {
  if constexpr (Complex && Rows % 2 != 0)
    return nullptr;
#if WEFT_HAS_CLONES
  else if constexpr (Bytes == 64)
    return tile_avx512<R, Rows, Vectors, Complex, Packed>;
  else if constexpr (Bytes == 32)
    return tile_avx2<R, Rows, Vectors, Complex, Packed>;
#endif
  else
    return tile_baseline<R, Rows, Vectors, Complex, Packed>;
}

/// All kernels of one width, by rows, vectors, and whether A is packed.
template <class R, int Bytes, bool Complex>
struct kernel_table {
  static constexpr int rows = most_rows(Bytes), vectors = most_vectors(Bytes), count = rows * vectors * 2;

  template <std::size_t... I>
  static constexpr std::array<tile_kernel<R>, std::size_t(count)> make(std::index_sequence<I...>) {
    return {kernel_of<R, Bytes, int(I) / 2 / vectors + 1, int(I) / 2 % vectors + 1, Complex, I % 2 != 0>()...};
  }
  static constexpr auto list = make(std::make_index_sequence<std::size_t(count)>());
};

/// The next piece of what is left: full ones, the last two alike. Then no tile has so few rows that the processor waits
/// for sums, and no panel is narrower than a vector.
index_t next_rows(index_t rest, index_t most) {
  return rest >= 2 * most || rest == most ? most : rest > most ? (rest + 1) / 2 : rest;
}
index_t next_columns(index_t rest, index_t most, index_t width) {
  if (rest <= most || rest >= 2 * most)
    return std::min(rest, most);
  index_t const half = round_up((rest + 1) / 2, width);
  return rest - half < width ? half - width : half;
}
index_t next_block(index_t rest, index_t most, index_t unit) {
  return rest <= most ? rest : rest < 2 * most ? round_up((rest + 1) / 2, unit) : most;
}

/// Element (i, l) of A or (l, j) of B as reals: pairs of a complex matrix have unit stride.
template <class R>
struct real_matrix {
  R* data;
  index_t row, col;
};
template <class T>
auto reals_of(matrix_operand<T> const& m) {
  using R =
      std::conditional_t<std::is_const_v<T>, real_t<std::remove_const_t<T>> const, real_t<std::remove_const_t<T>>>;
  index_t const parts = index_t(sizeof(T) / sizeof(R));
  auto const& s = m.shape;
  return real_matrix<R>{reinterpret_cast<R*>(m.data), s.rows > 1 ? s.row_stride * parts : 0,
                        s.cols > 1 ? s.col_stride * parts : 0};
}

/// Count columns of k elements each, as rows: one read of each stream and one short write at a time.
template <class T, std::size_t... I>
void pack_strip(T const* from, index_t across, index_t along, index_t k, index_t pitch, T* to,
                std::index_sequence<I...>) {
  for (index_t l = 0; l < k; ++l, from += along, to += pitch)
    ((to[I] = from[index_t(I) * across]), ...);
}

/// Element (l, i) of the panel is from[i * across + l * along], for i < count; zeros follow up to the pitch.
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
  static constexpr int parts = complex ? 2 : 1;

  own_blocks const& blocks;
  bool triangle;
  tile_ending<R> ending;
  T beta;
  matrix_operand<T const> a, b;
  matrix_operand<T> c;
  R *a_panels, *b_panels;

  static constexpr index_t width = Bytes / index_t(sizeof(R));
  static constexpr index_t rows = most_rows(Bytes) / parts, vectors = most_vectors(Bytes);
  real_matrix<R const> ra = reals_of(a), rb = reals_of(b);
  real_matrix<R> rc = reals_of(c);

  /// One tile of C at row i, real column j.
  void tile(tile_job<R>& job, tile_ending<R> const& e, index_t i, index_t height, index_t j, index_t columns) const {
    index_t const n = (columns + width - 1) / width;
    tile_kernel<R> const kernel = kernel_table<R, Bytes, complex>::list[std::size_t(
        ((height * parts - 1) * vectors + n - 1) * 2 + (blocks.pack_a ? 1 : 0))];
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
    store_matrix<0>(reinterpret_cast<T const*>(buffer), job.c_row / parts, beta_of(e),
                    part_of(c, i, j / parts, height, columns / parts), e.old);
  }
  T beta_of(tile_ending<R> const& e) const { return e.old == old_value::scaled ? beta : T(1); }

  /// Rows i ... of C, real columns j ..., steps l ... of the sum.
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
        if (!triangle || (j0 + j) / parts < i0 + i + height)
          tile(job, e, i0 + i, height, j0 + j, columns);
        rows_of_a += height * parts * k;
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
      auto const part = part_of(b, l0, (j0 + j) / parts, k, columns / parts);
      pack_panel(part.data, part.shape.col_stride, part.shape.row_stride, columns / parts, k, pitch / parts,
                 reinterpret_cast<T*>(to));
      to += pitch * k;
      j += columns;
    }
  }

  void pack_a(index_t i0, index_t m, index_t l0, index_t k) const {
    R* to = a_panels;
    for (index_t i = 0; i < m;) {
      index_t const height = next_rows(m - i, rows);
      auto const part = part_of(a, i0 + i, l0, height, k);
      pack_panel(part.data, part.shape.row_stride, part.shape.col_stride, height, k, height, reinterpret_cast<T*>(to));
      to += height * parts * k;
      i += height;
    }
  }

  /// Rows first ... last of C, real columns left ... right.
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

  /// Parts in threads. Each element is summed as in one part: steps are cut alike in all.
  void run_parts() { parallel_for(blocks.parts(), blocks.parts(), &own_product::run_part, this); }

private:
  static void run_part(void* me, index_t number) {
    own_product part = *static_cast<own_product const*>(me);
    if (part.b_panels == nullptr)
      return run_on_stack(part, number);
    part.b_panels += number * (part.blocks.a_reals + part.blocks.b_reals);
    part.a_panels = part.b_panels + part.blocks.b_reals;
    part.run(number);
  }
  [[gnu::noinline]] static void run_on_stack(own_product& part, index_t number) {
    alignas(64) R panels[own_stack_bytes / sizeof(R)];
    part.b_panels = panels;
    part.a_panels = panels + part.blocks.b_reals;
    part.run(number);
  }
  void run(index_t number) const {
    int const i = int(number) / blocks.across, j = int(number) % blocks.across;
    index_t const m = c.shape.rows, n = c.shape.cols * parts, panel = vectors * width;
    index_t const last = part_begin(m, i + 1, blocks.down, rows, triangle);
    run(part_begin(m, i, blocks.down, rows, triangle), last, part_begin(n, j, blocks.across, panel, false),
        triangle ? last * parts : part_begin(n, j + 1, blocks.across, panel, false));
  }
};

/// Nothing is packed: one block, with as little as can be around the kernels.
template <int Bytes, class T>
void run_in_place(tile_ending<real_t<T>> const& ending, matrix_operand<T const> const& a,
                  matrix_operand<T const> const& b, matrix_operand<T> const& c) {
  using R = real_t<T>;
  using kernels = kernel_table<R, Bytes, is_complex<T>>;
  constexpr index_t parts = is_complex<T> ? 2 : 1, width = Bytes / index_t(sizeof(R));
  auto const ra = reals_of(a), rb = reals_of(b);
  auto const rc = reals_of(c);
  index_t const m = c.shape.rows, n = c.shape.cols * parts;
  tile_job<R> job{a.shape.cols, nullptr, ra.row, ra.col, nullptr, rb.row, nullptr, rc.row, 0};
  for (index_t j = 0, columns; j < n; j += columns) {
    columns = next_columns(n - j, kernels::vectors * width, width);
    job.b = rb.data + j;
    job.last = columns - width;
    auto const* const of_rows = kernels::list.data() + ((columns + width - 1) / width - 1) * 2;
    for (index_t i = 0, height; i < m; i += height) {
      height = next_rows(m - i, kernels::rows / parts);
      job.a = ra.data + i * ra.row;
      job.c = rc.data + i * rc.row + j;
      of_rows[(height * parts - 1) * kernels::vectors * 2](job, ending);
    }
  }
}

template <int Bytes, class T>
void run_blocks(own_blocks const& blocks, bool triangle, tile_ending<real_t<T>> const& ending,
                matrix_operand<T const> const& a, matrix_operand<T const> const& b, T beta, matrix_operand<T> const& c,
                scratch& memory) {
  bool const divided = blocks.parts() > 1;
  if (!blocks.pack_a && !blocks.pack_b && !blocks.buffer_c && !triangle && !divided)
    return run_in_place<Bytes>(ending, a, b, c);
  own_product<T, Bytes> product{blocks, triangle, ending, beta, a, b, c, nullptr, nullptr};
  index_t const bytes = blocks.bytes_of_part();
  if (bytes > own_stack_bytes)
    product.b_panels = static_cast<real_t<T>*>(memory.take(std::size_t(bytes * blocks.parts())));
  product.run_parts();
}

/// The triangle above the diagonal of C, from the one below.
template <class T>
struct mirror_job {
  matrix_operand<T> const& c;
  bool conj;

  void run(int threads) { parallel_for(threads, length_in_tiles(), &mirror_job::run_tiles, this); }

private:
  index_t length_in_tiles() const { return (c.shape.rows + mirror_side - 1) / mirror_side; }
  static void run_tiles(void* me, index_t number) {
    auto const& [c, conj] = *static_cast<mirror_job const*>(me);
    mirror_rows(c.data, c.shape.rows, c.shape.row_stride, conj, number * mirror_side);
  }
};

template <class T>
tile_ending<real_t<T>> ending_for(T alpha, T beta, bool conj_a, bool conj_b) {
  using R = real_t<T>;
  tile_ending<R> ending{};
  ending.old = old_value_for(beta);
  ending.scaled = !is_one(alpha);
  ending.conj_a = conj_a != conj_b ? R(-1) : R(1); // a * conj(b) = conj(conj(a) * b)
  ending.conj = conj_b ? R(-1) : R(1);
  if constexpr (is_complex<T>) {
    ending.alpha = alpha.real(), ending.alpha_imag = alpha.imag();
    ending.beta = beta.real(), ending.beta_imag = beta.imag();
  } else {
    ending.alpha = alpha;
    ending.beta = beta;
  }
  return ending;
}

/// Matrices of at least two rows and columns, of which A may have any strides, and a small B too.
template <class R>
bool product_in_place(R alpha, matrix_operand<R const> const& a, matrix_operand<R const> const& b, R beta,
                      matrix_operand<R> const& c) {
  index_t const m = c.shape.rows, n = c.shape.cols, k = a.shape.cols;
  if (m < 2 || n < 2 || k == 0 || !own_is_chosen(m, n, k))
    return false;
  constexpr index_t never_divided = 64; // 5 to 30 us; to ask takes 5 ns
  if ((m > never_divided || n > never_divided || k > never_divided) && threads_for(own_time(kind_of<R>, m, n, k)) > 1)
    return false;
  if (c.shape.col_stride != 1)
    return c.shape.row_stride == 1 && product_in_place(alpha, transposed(b), transposed(a), beta, transposed(c));
  constexpr index_t size = sizeof(R), most_copied = 8192;
  int const vector_bytes = vector_bytes_for(n * size, 16 << chosen_isa);
  if (n * size < vector_bytes || !is_direct(m * k * size, k * n * size, k))
    return false;
  if (b.shape.col_stride != 1) {
    if (k * n * size > most_copied)
      return false;
    alignas(64) R rows[most_copied / size];
    copy_block(size, reinterpret_cast<index_t>(rows), n * size, size, reinterpret_cast<index_t>(b.data),
               b.shape.row_stride * size, b.shape.col_stride * size, k, n);
    return product_in_place(alpha, a, {rows, {k, n, n, 1}}, beta, c);
  }
  auto const ending = ending_for(alpha, beta, false, false);
#if WEFT_HAS_CLONES
  if (vector_bytes == 64)
    run_in_place<64>(ending, a, b, c);
  else if (vector_bytes == 32)
    run_in_place<32>(ending, a, b, c);
  else
#endif
    run_in_place<16>(ending, a, b, c);
  return true;
}

template <class T>
void run_oriented(gemm_plan const& plan, T alpha, matrix_operand<T const> const& a, matrix_operand<T const> const& b,
                  T beta, matrix_operand<T> const& c, scratch& memory) {
  bool const triangle = plan.routine == gemm_plan::routine_kind::syrk;
  own_blocks const blocks =
      own_blocks_of(a.shape, b.shape, c.shape, kind_of<T>, plan.vector_bytes, plan.threads, triangle);
  auto const ending = ending_for(alpha, beta, a.shape.conj, b.shape.conj);
#if WEFT_HAS_CLONES
  if (blocks.vector_bytes == 64)
    run_blocks<64>(blocks, triangle, ending, a, b, beta, c, memory);
  else if (blocks.vector_bytes == 32)
    run_blocks<32>(blocks, triangle, ending, a, b, beta, c, memory);
  else
#endif
    run_blocks<16>(blocks, triangle, ending, a, b, beta, c, memory);
  if (triangle)
    mirror_job<T>{c, plan.conj}.run(blocks.parts());
}

} // namespace

bool gemm_at_once(float alpha, matrix_operand<float const> const& a, matrix_operand<float const> const& b, float beta,
                  matrix_operand<float> const& c) {
  return product_in_place(alpha, a, b, beta, c);
}
bool gemm_at_once(double alpha, matrix_operand<double const> const& a, matrix_operand<double const> const& b,
                  double beta, matrix_operand<double> const& c) {
  return product_in_place(alpha, a, b, beta, c);
}

template <class T>
void run_own(gemm_plan const& plan, T alpha, matrix_operand<T const> const& a, matrix_operand<T const> const& b, T beta,
             matrix_operand<T> const& c, scratch& memory) {
  if (plan.swapped)
    run_oriented(plan, alpha, transposed(b), transposed(a), beta, transposed(c), memory);
  else
    run_oriented(plan, alpha, a, b, beta, c, memory);
}

template void run_own(gemm_plan const&, float, matrix_operand<float const> const&, matrix_operand<float const> const&,
                      float, matrix_operand<float> const&, scratch&);
template void run_own(gemm_plan const&, double, matrix_operand<double const> const&,
                      matrix_operand<double const> const&, double, matrix_operand<double> const&, scratch&);
template void run_own(gemm_plan const&, std::complex<float>, matrix_operand<std::complex<float> const> const&,
                      matrix_operand<std::complex<float> const> const&, std::complex<float>,
                      matrix_operand<std::complex<float>> const&, scratch&);
template void run_own(gemm_plan const&, std::complex<double>, matrix_operand<std::complex<double> const> const&,
                      matrix_operand<std::complex<double> const> const&, std::complex<double>,
                      matrix_operand<std::complex<double>> const&, scratch&);

} // namespace weft::detail
