#include "loop/limits.hpp"
#include "product/route.hpp"
#include "sparse/each_line.hpp"

#include <weft/base/clones.hpp>
#include <weft/linalg/gemm_tile.hpp>

WEFT_KERNELS_BEGIN
namespace weft::detail {

namespace {

/// Prefetches 16 entries of a large matrix, as many as a short row has, that are limits::bytes_ahead bytes ahead of
/// `entry`, and before `end`.
template <class T, class I>
WEFT_INLINE void ask_ahead(compressed_matrix<T, I> const& a, index_t entry, index_t end) {
  constexpr index_t fetched = 16, line = limits::line, ahead = limits::bytes_ahead / index_t(sizeof(T) + sizeof(I));
  index_t const e = std::min(entry + ahead, end - fetched);
  auto const ask = [](auto const* first) {
    for (index_t k = 0; k < fetched; k += line / index_t(sizeof *first))
      __builtin_prefetch(first + k);
  };
  ask(a.values + e);
  ask(a.indices + e);
}
template <class T, class I>
bool is_far(index_t entries) {
  return entries * index_t(sizeof(T) + sizeof(I)) > limits::near_bytes;
}

/// Returns the product of a line and a vector. It adds up two sums, because each addition waits for the one before. The
/// number of sums does not depend on threads, so the bits of the result do not either.
template <bool Conj, class T, class I, class X>
T line_times(compressed_matrix<T, I> const& a, index_t first, index_t last, X const& x) {
  auto const term = [&](index_t e) { return multiply(conjugate_if(Conj, a.values[e]), x(a.indices[e])); };
  T even{}, odd{};
  index_t e = first;
  for (; e + 1 < last; e += 2) {
    even = static_cast<T>(add(even, term(e)));
    odd = static_cast<T>(add(odd, term(e + 1)));
  }
  if (e < last)
    even = static_cast<T>(add(even, term(e)));
  return static_cast<T>(add(even, odd));
}

template <class T>
void scale(matrix_operand<T> const& y, T beta) {
  if (beta == T(1))
    return;
  for (index_t i = 0; i < y.shape.rows; ++i)
    for (index_t j = 0; j < y.shape.cols; ++j) {
      T& to = y.data[i * y.shape.row_stride + j * y.shape.col_stride];
      to = beta == T{} ? T{} : static_cast<T>(multiply(beta, to));
    }
}

/// Returns alpha x. For alpha == 1 nothing is multiplied: complex infinities times 1 have a NaN.
template <class T>
WEFT_INLINE T times(T alpha, T const& x) {
  return alpha == T(1) ? x : static_cast<T>(multiply(alpha, x));
}
template <class T>
struct plain_store {
  WEFT_INLINE void operator()(T& to, T const& sum) const { to = sum; }
};
template <class T>
struct scaled_store {
  T alpha, beta;
  WEFT_INLINE void operator()(T& to, T const& sum) const {
    T const scaled = times(alpha, sum);
    to = beta == T{} ? scaled : static_cast<T>(add(scaled, times(beta, to)));
  }
};
/// Calls f(store), where store(to, sum) sets `to` to alpha sum + beta to.
template <class T, class F>
void with_store(T alpha, T beta, F const& f) {
  if (alpha == T(1) && beta == T{})
    return f(plain_store<T>());
  f(scaled_store<T>{alpha, beta});
}

/// Computes one column of y = alpha a x + beta y.
template <bool Conj, class T, class I>
void gather_column(compressed_matrix<T, I> const& a, T alpha, matrix_operand<T const> const& x, T beta,
                   matrix_operand<T> const& y, index_t column) {
  T const* const from = x.data + column * x.shape.col_stride;
  T* const to = y.data + column * y.shape.col_stride;
  index_t const step = x.shape.row_stride, to_step = y.shape.row_stride, entries = a.entries();
  double const time = 0.7 * static_cast<double>(entries) + static_cast<double>(a.lines);
  with_store(alpha, beta, [&](auto const& store) {
    for_ranges_of_lines(a, time, [&](index_t begin, index_t end) {
      auto const rows = [&](auto far, auto const& element) {
        auto first = index_t(a.offsets[begin]);
        for (index_t i = begin; i < end; ++i) {
          auto const last = index_t(a.offsets[i + 1]);
          if constexpr (far)
            ask_ahead(a, first, index_t(a.offsets[a.lines]));
          store(to[i * to_step], line_times<Conj>(a, first, last, element));
          first = last;
        }
      };
      if (step != 1)
        rows(std::false_type(), [from, step](I j) { return from[j * step]; });
      else if (is_far<T, I>(entries))
        rows(std::true_type(), [from](I j) { return from[j]; });
      else
        rows(std::false_type(), [from](I j) { return from[j]; });
    });
  });
}

/// Computes rows begin ... end - 1 of y, if the elements of a row lie side by side in x and y: several sums of a row at
/// a time.
template <class Store>
struct rows_body {
  template <class Width, class T, class I>
  WEFT_INLINE static void run(Width, compressed_matrix<T, I> const* a, index_t begin, index_t end,
                              matrix_operand<T const> const* x, matrix_operand<T> const* y, Store const* store) {
    Store const put = *store; // a copy that stores of the loop cannot change
    index_t const n = y->shape.cols, step = x->shape.row_stride;
    for (index_t i = begin; i < end; ++i) {
      T* const to = y->data + i * y->shape.row_stride;
      index_t j = 0;
      for (; j + 8 <= n; j += 8)
        columns_at_once<8>(*a, i, x->data + j, step, to + j, put);
      for (; j + 2 <= n; j += 2)
        columns_at_once<2>(*a, i, x->data + j, step, to + j, put);
      if (j < n)
        columns_at_once<1>(*a, i, x->data + j, step, to + j, put);
    }
  }

private:
  template <int Count, class T, class I>
  WEFT_INLINE static void columns_at_once(compressed_matrix<T, I> const& a, index_t row, T const* from, index_t step,
                                          T* to, Store const& put) {
    T sum[Count]{};
    for (auto e = index_t(a.offsets[row]), last = index_t(a.offsets[row + 1]); e < last; ++e) {
      T const factor = conjugate_if(a.conj, a.values[e]);
      T const* const x = from + index_t(a.indices[e]) * step;
      WEFT_SIMD
      for (int j = 0; j < Count; ++j)
        sum[j] = static_cast<T>(add(sum[j], multiply(factor, x[j])));
    }
    for (int j = 0; j < Count; ++j)
      put(to[j], sum[j]);
  }
};
template <class T, class I>
void gather_rows(compressed_matrix<T, I> const& a, T alpha, matrix_operand<T const> const& x, T beta,
                 matrix_operand<T> const& y) {
  double const time = 0.2 * static_cast<double>(a.entries() + a.lines) * static_cast<double>(y.shape.cols);
  with_store(alpha, beta, [&]<class Store>(Store const& store) {
    using variants =
        clones<rows_body<Store>, void(compressed_matrix<T, I> const*, index_t, index_t, matrix_operand<T const> const*,
                                      matrix_operand<T> const*, Store const*)>;
    auto run = variants::template at<0>();
    if constexpr (std::is_floating_point_v<T>) // for others the clones would be 80 kB of code
      run = variants::of(current_settings().vector_bytes);
    for_ranges_of_lines(a, time, [&](index_t begin, index_t end) { run(&a, begin, end, &x, &y, &store); });
  });
}

/// Adds alpha transpose(a) x to y in one thread, for one column: each line adds multiples of its element of x to
/// elements of y. Two ways to divide this between two threads were measured, with 1.2 to 5 million entries. The
/// processor time of the slower thread, relative to this loop, was
///   0.54 to 0.79 if each thread adds its lines to a y of its own, and both are summed; but a y for each thread takes
///     memory, and the bits depend on the number of threads;
///   0.6 to 2.1 if each thread looks in all lines for its rows of y, without memory and with the same bits, but with
///     mispredictions where these rows begin.
/// To turn the matrix once, by sparse<double>(s), takes the time of 5 to 8 products; then each row of y is a sum.
template <bool Conj, class T, class I>
void scatter_column(compressed_matrix<T, I> const& a, T alpha, T const* from, index_t step, T* to, index_t to_step) {
  auto const lines = [&](auto const& place) {
    auto first = index_t(a.offsets[0]);
    for (index_t i = 0; i < a.lines; ++i) {
      T const factor = times(alpha, from[i * step]);
      auto const last = index_t(a.offsets[i + 1]);
      for (; first < last; ++first) {
        T& element = to[place(a.indices[first])];
        element = static_cast<T>(add(element, multiply(conjugate_if(Conj, a.values[first]), factor)));
      }
    }
  };
  if (to_step == 1)
    lines([](I j) { return index_t(j); });
  else
    lines([to_step](I j) { return index_t(j) * to_step; });
}
template <bool Conj, class T, class I>
void multiply_columns(compressed_matrix<T, I> const& a, bool across, T alpha, matrix_operand<T const> const& x, T beta,
                      matrix_operand<T> const& y) {
  for (index_t j = 0; j < y.shape.cols; ++j)
    if (!across)
      gather_column<Conj>(a, alpha, x, beta, y, j);
    else if (a.lines != 0)
      scatter_column<Conj>(a, alpha, x.data + j * x.shape.col_stride, x.shape.row_stride,
                           y.data + j * y.shape.col_stride, y.shape.row_stride);
}

} // namespace

template <class T, class I>
void compressed_kernels<T, I>::multiply_dense(matrix const& a, bool across, T alpha, matrix_operand<T const> const& x,
                                              T beta, matrix_operand<T> const& y) {
  if (across)
    scale(y, beta);
  else if (y.shape.cols > 1 && y.shape.col_stride == 1 && x.shape.col_stride == 1)
    return gather_rows(a, alpha, x, beta, y);
  if constexpr (is_complex<T>)
    if (a.conj)
      return multiply_columns<true>(a, across, alpha, x, beta, y);
  multiply_columns<false>(a, across, alpha, x, beta, y);
}

WEFT_FOR_SPARSE(WEFT_KERNELS)

} // namespace weft::detail
WEFT_KERNELS_END
