#include "gemm_choice.hpp"
#include "gemm_own.hpp"
#include "plan.hpp"

#include <weft/eval/loop.hpp>
#include <weft/eval/parallel.hpp>

#include <algorithm>
#include <utility>

// A matrix times a vector, and the product of two vectors, of float and double. A is read once and never copied whole.
WEFT_KERNELS_BEGIN
namespace weft::detail {
namespace {

template <class R, int Bytes>
struct vector_loops {
  using V = typename machine_vector<R, Bytes>::type;
  static constexpr index_t width = Bytes / index_t(sizeof(R));

  WEFT_INLINE static void load(V& v, R const* from) { std::memcpy(&v, from, sizeof v); }

  /// By halves: three additions for eight numbers.
  WEFT_INLINE static R total(V const& v) {
    if constexpr (Bytes > 16) {
      using half = vector_loops<R, Bytes / 2>;
      typename half::V low, high;
      std::memcpy(&low, &v, sizeof low);
      std::memcpy(&high, reinterpret_cast<char const*>(&v) + sizeof low, sizeof high);
      low += high;
      return half::total(low);
    } else if constexpr (width == 2) {
      return v[0] + v[1];
    } else {
      return (v[0] + v[1]) + (v[2] + v[3]);
    }
  }

  /// part[I] += the product of one vector of row I % Rows and one of x, those that lie I / Rows vectors further on.
  template <std::size_t Rows, std::size_t... I, std::size_t... Q>
  WEFT_INLINE static void add_products(R const* a, index_t row, R const* x, V* part, std::index_sequence<I...>,
                                       std::index_sequence<Q...>) {
    V y[sizeof...(Q)], v;
    (load(y[Q], x + index_t(Q) * width), ...);
    ((load(v, a + index_t(I % Rows) * row + index_t(I / Rows) * width), part[I] += v * y[I / Rows]), ...);
  }
  /// The same for what is left of the rows, less than 2 Chains vectors, from l on: by halves, so that no product waits
  /// for many others. The last vector may end after the row: it is moved back, and what was seen before counts 0.
  template <std::size_t Rows, std::size_t Chains>
  WEFT_INLINE static void add_rest(index_t k, R const* a, index_t row, R const* x, V* part, index_t& l) {
    if constexpr (Chains > 0) {
      if (l + index_t(Chains) * width <= k) {
        add_products<Rows>(a + l, row, x + l, part, std::make_index_sequence<Rows * Chains>(),
                           std::make_index_sequence<Chains>());
        l += index_t(Chains) * width;
      }
      add_rest<Rows, Chains / 2>(k, a, row, x, part, l);
    }
  }

  /// Adds all chains to the first one.
  template <std::size_t... I>
  WEFT_INLINE static void add_upper_half(V* part, std::index_sequence<I...>) {
    ((part[I] += part[I + sizeof...(I)]), ...);
  }
  template <std::size_t Rows, std::size_t Chains>
  WEFT_INLINE static void join_chains(V* part) {
    if constexpr (Chains > 1) {
      add_upper_half(part, std::make_index_sequence<Rows * Chains / 2>());
      join_chains<Rows, Chains / 2>(part);
    }
  }

  using bits = std::conditional_t<sizeof(R) == 4, std::int32_t, std::int64_t>;
  using M = typename machine_vector<bits, Bytes>::type;
  /// Sets all but the last `count` numbers of a vector to 0.
  template <std::size_t... L>
  WEFT_INLINE static void keep_last(V& v, index_t count, std::index_sequence<L...>) {
    M const place = {bits(L)...};
    M kept;
    std::memcpy(&kept, &v, sizeof v);
    kept &= place >= bits(width - count);
    std::memcpy(&v, &kept, sizeof v);
  }
  WEFT_INLINE static void keep_last(V& v, index_t count) {
    keep_last(v, count, std::make_index_sequence<std::size_t(width)>());
  }
  /// part[I] += the product of the last `count` numbers of row I and of x.
  template <std::size_t... I>
  WEFT_INLINE static void add_last(index_t k, R const* a, index_t row, R const* x, V* part, index_t count,
                                   std::index_sequence<I...>) {
    V y, v;
    load(y, x + k - width);
    keep_last(y, count);
    ((load(v, a + index_t(I) * row + k - width), keep_last(v, count), part[I] += v * y), ...);
  }

  /// sums[i] += the product of row i and x: Rows of them, each in Chains sums. Eight additions are under way at a time,
  /// as one takes four cycles and two begin in each. Of one row four are: two loads for each let one begin in a cycle,
  /// and 64 doubles take 0.8 of the time of eight, which have to be joined.
  template <std::size_t Rows, std::size_t... I, std::size_t... Q>
  WEFT_INLINE static void dot_rows(index_t k, R const* a, index_t row, R const* x, R* sums, std::index_sequence<I...>,
                                   std::index_sequence<Q...>) {
    constexpr std::size_t chains = sizeof...(Q);
    constexpr index_t step = width * index_t(chains);
    V part[Rows * chains] = {};
    index_t l = 0;
    for (; l + step <= k; l += step)
      add_products<Rows>(a + l, row, x + l, part, std::index_sequence<I...>(), std::index_sequence<Q...>());
    add_rest<Rows, chains / 2>(k, a, row, x, part, l);
    if (l < k && k >= width) {
      add_last(k, a, row, x, part, k - l, std::make_index_sequence<Rows>());
      l = k;
    }
    join_chains<Rows, chains>(part);
    ((I < Rows ? (sums[I] += total(part[I]), 0) : 0), ...);
    if constexpr (Bytes > 16)
      if (l < k)
        return vector_loops<R, Bytes / 2>::template dot_rows<Rows>(k - l, a + l, row, x + l, sums);
    for (; l < k; ++l)
      ((I < Rows ? (sums[I] += a[index_t(I) * row + l] * x[l], 0) : 0), ...);
  }
  template <std::size_t Rows>
  WEFT_INLINE static void dot_rows(index_t k, R const* a, index_t row, R const* x, R* sums) {
    constexpr std::size_t chains = Rows == 1 ? 4 : 8 / Rows;
    dot_rows<Rows>(k, a, row, x, sums, std::make_index_sequence<Rows * chains>(), std::make_index_sequence<chains>());
  }

  WEFT_INLINE static R dot(index_t n, R const* x, R const* y) {
    R sum{};
    dot_rows<1>(n, x, 0, y, &sum);
    return sum;
  }

  /// y += the sum of columns, each times its factor.
  template <std::size_t... I>
  WEFT_INLINE static void add_columns(index_t n, R const* a, index_t column, R const* x, R* y,
                                      std::index_sequence<I...>) {
    V const factors[] = {x[I] + V{}...};
    index_t i = 0;
    for (V u, v; i + width <= n; i += width) {
      load(v, y + i);
      ((load(u, a + index_t(I) * column + i), v += factors[I] * u), ...);
      std::memcpy(y + i, &v, sizeof v);
    }
    for (; i < n; ++i)
      ((y[i] += x[I] * a[index_t(I) * column + i]), ...);
  }
};

/// What the loops are called for: `count` rows or columns from a on, `apart` from each other.
template <class R>
using line_loop = void (*)(index_t length, R const* a, index_t apart, index_t count, R const* x, R* y);

template <class R, int Bytes>
WEFT_INLINE void all_rows(index_t k, R const* a, index_t row, index_t count, R const* x, R* sums) {
  using loops = vector_loops<R, Bytes>;
  index_t i = 0;
  for (; i + 8 <= count; i += 8)
    loops::template dot_rows<8>(k, a + i * row, row, x, sums + i);
  for (; i + 2 <= count; i += 2)
    loops::template dot_rows<2>(k, a + i * row, row, x, sums + i);
  if (i < count)
    loops::template dot_rows<1>(k, a + i * row, row, x, sums + i);
}
template <class R, int Bytes>
WEFT_INLINE void all_columns(index_t n, R const* a, index_t column, index_t count, R const* x, R* y) {
  using loops = vector_loops<R, Bytes>;
  index_t l = 0;
  for (; l + 8 <= count; l += 8)
    loops::add_columns(n, a + l * column, column, x + l, y, std::make_index_sequence<8>());
  for (; l + 2 <= count; l += 2)
    loops::add_columns(n, a + l * column, column, x + l, y, std::make_index_sequence<2>());
  if (l < count)
    loops::add_columns(n, a + l * column, column, x + l, y, std::make_index_sequence<1>());
}

template <class R, bool ByRows>
WEFT_LOOP void lines_baseline(index_t length, R const* a, index_t apart, index_t count, R const* x, R* y) {
  ByRows ? all_rows<R, 16>(length, a, apart, count, x, y) : all_columns<R, 16>(length, a, apart, count, x, y);
}
template <class R>
WEFT_LOOP R dot_baseline(index_t n, R const* x, R const* y) {
  return vector_loops<R, 16>::dot(n, x, y);
}
#if WEFT_HAS_CLONES
template <class R>
WEFT_LOOP WEFT_TARGET_AVX2 R dot_avx2(index_t n, R const* x, R const* y) {
  return vector_loops<R, 32>::dot(n, x, y);
}
template <class R>
WEFT_LOOP WEFT_TARGET_AVX512 R dot_avx512(index_t n, R const* x, R const* y) {
  return vector_loops<R, 64>::dot(n, x, y);
}
template <class R, bool ByRows>
WEFT_LOOP WEFT_TARGET_AVX2 void lines_avx2(index_t length, R const* a, index_t apart, index_t count, R const* x, R* y) {
  ByRows ? all_rows<R, 32>(length, a, apart, count, x, y) : all_columns<R, 32>(length, a, apart, count, x, y);
}
template <class R, bool ByRows>
WEFT_LOOP WEFT_TARGET_AVX512 void lines_avx512(index_t length, R const* a, index_t apart, index_t count, R const* x,
                                               R* y) {
  ByRows ? all_rows<R, 64>(length, a, apart, count, x, y) : all_columns<R, 64>(length, a, apart, count, x, y);
}
#endif

template <class R, bool ByRows>
line_loop<R> loop_for(int vector_bytes) {
#if WEFT_HAS_CLONES
  if (vector_bytes == 64)
    return lines_avx512<R, ByRows>;
  if (vector_bytes == 32)
    return lines_avx2<R, ByRows>;
#endif
  static_cast<void>(vector_bytes);
  return lines_baseline<R, ByRows>;
}

constexpr index_t run_length = 2048; ///< of x or of y: half of a first-level cache

/// y(i) = alpha * sums[i] + beta * y(i), for one run of rows.
template <class R, class Step>
void store_column(R const* sums, index_t n, R alpha, R beta, R* y, Step step) {
  if (beta == R{}) {
    WEFT_SIMD
    for (index_t i = 0; i < n; ++i)
      y[i * step] = alpha * sums[i];
  } else {
    WEFT_SIMD
    for (index_t i = 0; i < n; ++i)
      y[i * step] = alpha * sums[i] + beta * y[i * step];
  }
}

template <class R>
struct own_vector_product {
  matrix_operand<R const> a, b;
  int vector_bytes;
  bool by_row = nearest_order(a.shape) == blas_order::row; ///< of the whole A, as parts of one row have no order

  /// Rows first ... of a, the whole sum.
  void by_rows(index_t first, index_t count, R* sums) const {
    auto const& s = a.shape;
    line_loop<R> const loop = loop_for<R, true>(vector_bytes);
    alignas(64) R x_copy[run_length], a_copy[run_length];
    for (index_t l = 0; l < s.cols; l += run_length) {
      index_t const n = std::min(run_length, s.cols - l);
      R const* const x =
          contiguous_run(b.data + (l == 0 ? 0 : l * b.shape.row_stride), n > 1 ? b.shape.row_stride : 1, n, x_copy);
      auto const rows = part_of(a, first, l, count, n);
      if (n == 1 || s.col_stride == 1) {
        loop(n, rows.data, count > 1 ? s.row_stride : 0, count, x, sums);
        continue;
      }
      for (index_t i = 0; i < count; ++i)
        loop(n, contiguous_run(rows.data + (i == 0 ? 0 : i * s.row_stride), s.col_stride, n, a_copy), 0, 1, x,
             sums + i);
    }
  }

  void by_columns(index_t first, index_t count, R* sums) const {
    auto const& s = a.shape;
    line_loop<R> const loop = loop_for<R, false>(vector_bytes);
    alignas(64) R x_copy[run_length], a_copy[run_length];
    for (index_t l = 0; l < s.cols; l += run_length) {
      index_t const n = std::min(run_length, s.cols - l);
      R const* const x =
          contiguous_run(b.data + (l == 0 ? 0 : l * b.shape.row_stride), n > 1 ? b.shape.row_stride : 1, n, x_copy);
      auto const columns = part_of(a, first, l, count, n);
      if (count == 1 || s.row_stride == 1) {
        loop(count, columns.data, n > 1 ? s.col_stride : 0, n, x, sums);
        continue;
      }
      for (index_t j = 0; j < n; ++j)
        loop(count, contiguous_run(columns.data + (j == 0 ? 0 : j * s.col_stride), s.row_stride, count, a_copy), 0, 1,
             x + j, sums);
    }
  }

  /// Rows first ... of A.
  own_vector_product part(index_t first, index_t count) const {
    return {part_of(a, first, 0, count, a.shape.cols), b, vector_bytes, by_row};
  }

  void run(R alpha, R beta, matrix_operand<R> const& c) const {
    alignas(64) R sums[run_length];
    for (index_t i = 0; i < c.shape.rows; i += run_length) {
      index_t const n = std::min(run_length, c.shape.rows - i);
      std::fill(sums, sums + n, R{});
      by_row ? by_rows(i, n, sums) : by_columns(i, n, sums);
      auto const part = part_of(c, i, 0, n, 1);
      if (n == 1 || c.shape.row_stride == 1)
        store_column(sums, n, alpha, beta, part.data, std::integral_constant<index_t, 1>());
      else
        store_column(sums, n, alpha, beta, part.data, c.shape.row_stride);
    }
  }
};

/// The same divided among threads, in pieces of whole vectors: an element is summed as it is in one thread.
template <class R>
struct divided_vector_product {
  own_vector_product<R> const& whole;
  R alpha, beta;
  matrix_operand<R> const& c;
  index_t rows; ///< of a piece

  static void run_piece(void* me, index_t piece) {
    auto const& [whole, alpha, beta, c, rows] = *static_cast<divided_vector_product const*>(me);
    index_t const first = piece * rows, n = std::min(rows, c.shape.rows - first);
    whole.part(first, n).run(alpha, beta, part_of(c, first, 0, n, 1));
  }
};

template <class R>
void run_in_threads(own_vector_product<R> const& product, R alpha, R beta, matrix_operand<R> const& c, int threads) {
  if (threads == 1)
    return product.run(alpha, beta, c);
  index_t const length = length_of_pieces(c.shape.rows, threads * pieces_per_thread, vector_rows_of_piece);
  divided_vector_product<R> all{product, alpha, beta, c, std::min(run_length, length)};
  parallel_for(threads, (c.shape.rows - 1) / all.rows + 1, &divided_vector_product<R>::run_piece, &all);
}

template <class R>
auto dot_for(int vector_bytes) {
#if WEFT_HAS_CLONES
  if (vector_bytes == 64)
    return dot_avx512<R>;
  if (vector_bytes == 32)
    return dot_avx2<R>;
#endif
  static_cast<void>(vector_bytes);
  return dot_baseline<R>;
}

template <class R>
using dot_loop = R (*)(index_t n, R const* x, R const* y);

/// A long sum in pieces, of which each thread takes some. Their number depends on n alone, so that threads change no bit.
template <class R>
class dot_in_pieces {
public:
  static constexpr index_t shortest = 8192; ///< a microsecond

  dot_in_pieces(dot_loop<R> loop, index_t n, R const* x, R const* y)
      : loop_(loop), n_(n), length_(std::max(shortest, length_of_pieces(n, most_pieces, 64))), x_(x), y_(y) {}
  R run(int threads) {
    index_t count = (n_ + length_ - 1) / length_;
    parallel_for(threads, count, &dot_in_pieces::run_piece, this);
    for (; count > 1; count = (count + 1) / 2)
      for (index_t p = 0; p < count / 2; ++p)
        sums_[p] += sums_[p + (count + 1) / 2];
    return sums_[0];
  }

private:
  static constexpr index_t most_pieces = 64;

  static void run_piece(void* me, index_t p) {
    auto& [loop, n, length, x, y, sums] = *static_cast<dot_in_pieces*>(me);
    index_t const first = p * length;
    sums[p] = loop(std::min(length, n - first), x + first, y + first);
  }

  dot_loop<R> loop_;
  index_t n_, length_;
  R const *x_, *y_;
  R sums_[most_pieces];
};

template <class R>
bool dot_of_runs(index_t n, R const* x, R const* y, R& sum) {
  static struct {
    dot_loop<R> loop;
    double always;
  } const own{dot_for<R>(16 << isa_level()), the_gemm_facts().vectors};
  if (double(n) > own.always && !own_dot_is_chosen(n))
    return false;
  sum = n <= 2 * dot_in_pieces<R>::shortest
            ? own.loop(n, x, y)
            : dot_in_pieces<R>(own.loop, n, x, y).run(threads_for(own_time(kind_of<R>, 1, 1, n)));
  return true;
}

template <class R>
bool vector_at_once(R alpha, matrix_operand<R const> const& a, matrix_operand<R const> const& b, R beta,
                    matrix_operand<R> const& c) {
  index_t const m = c.shape.rows, n = c.shape.cols, k = a.shape.cols;
  constexpr double never_divided = 4096; // multiplications, 0.2 us; to ask takes 5 ns
  if (!own_vectors_are_chosen(kind_of<R>, m, n, k) ||
      (double(m) * double(n) * double(k) > never_divided && threads_for(own_time(kind_of<R>, m, n, k)) > 1))
    return false;
  int const bytes = 16 << isa_level();
  if (n == 1)
    own_vector_product<R>{a, b, bytes}.run(alpha, beta, c);
  else
    own_vector_product<R>{transposed(b), transposed(a), bytes}.run(alpha, beta, transposed(c));
  return true;
}

} // namespace

bool run_own_vector_at_once(float alpha, matrix_operand<float const> const& a, matrix_operand<float const> const& b,
                            float beta, matrix_operand<float> const& c) {
  return vector_at_once(alpha, a, b, beta, c);
}
bool run_own_vector_at_once(double alpha, matrix_operand<double const> const& a, matrix_operand<double const> const& b,
                            double beta, matrix_operand<double> const& c) {
  return vector_at_once(alpha, a, b, beta, c);
}
bool dot_at_once(index_t n, float const* x, float const* y, float& sum) {
  return dot_of_runs(n, x, y, sum);
}
bool dot_at_once(index_t n, double const* x, double const* y, double& sum) {
  return dot_of_runs(n, x, y, sum);
}

template <class R>
void run_own_vector(gemm_plan const& plan, R alpha, matrix_operand<R const> const& a, matrix_operand<R const> const& b,
                    R beta, matrix_operand<R> const& c) {
  if (plan.swapped)
    run_in_threads<R>({transposed(b), transposed(a), plan.vector_bytes}, alpha, beta, transposed(c), plan.threads);
  else
    run_in_threads<R>({a, b, plan.vector_bytes}, alpha, beta, c, plan.threads);
}

template void run_own_vector(gemm_plan const&, float, matrix_operand<float const> const&,
                             matrix_operand<float const> const&, float, matrix_operand<float> const&);
template void run_own_vector(gemm_plan const&, double, matrix_operand<double const> const&,
                             matrix_operand<double const> const&, double, matrix_operand<double> const&);

} // namespace weft::detail
WEFT_KERNELS_END
