#include "sparse/each_line.hpp"

#include <weft/linalg/gemm_tile.hpp>

namespace weft::detail {

namespace {

template <class T>
T conjugate(T const& x, bool conj) {
  if constexpr (is_complex<T>)
    return conj ? std::conj(x) : x;
  else
    return x;
}

/// The sum of the products of a line and a vector. Four sums at a time: each waits for the addition before. Their
/// number does not depend on threads, so neither do the bits.
template <bool Conj, class T, class I, class X>
T line_times(compressed_matrix<T, I> const& a, index_t first, index_t last, X const& x) {
  const auto term = [&](index_t e) { return multiply(conjugate(a.values[e], Conj), x(a.indices[e])); };
  T sum[4]{};
  index_t e = first;
  for (; last - e >= 4; e += 4)
    for (int k = 0; k < 4; ++k)
      sum[k] = static_cast<T>(sum[k] + term(e + k));
  for (; e < last; ++e)
    sum[0] = static_cast<T>(sum[0] + term(e));
  return static_cast<T>((sum[0] + sum[1]) + (sum[2] + sum[3]));
}

template <class T>
void store_sum(T& to, T alpha, T const& sum, T beta) {
  const T scaled = static_cast<T>(multiply(alpha, sum));
  to = beta == T{} ? scaled : static_cast<T>(scaled + multiply(beta, to));
}

template <class T>
void scale(matrix_operand<T> const& y, T beta) {
  for (index_t i = 0; i < y.shape.rows; ++i)
    for (index_t j = 0; j < y.shape.cols; ++j) {
      T& to = y.data[i * y.shape.row_stride + j * y.shape.col_stride];
      to = beta == T{} ? T{} : static_cast<T>(multiply(beta, to));
    }
}

/// One column of x and y.
template <bool Conj, class T, class I>
void gather_column(compressed_matrix<T, I> const& a, T alpha, matrix_operand<const T> const& x, T beta,
                   matrix_operand<T> const& y, index_t column) {
  T const* const from = x.data + column * x.shape.col_stride;
  T* const to = y.data + column * y.shape.col_stride;
  const index_t step = x.shape.row_stride, to_step = y.shape.row_stride;
  const double time = 0.7 * static_cast<double>(a.entries()) + static_cast<double>(a.lines);
  for_ranges_of_lines(a, time, [&](index_t begin, index_t end) {
    const auto rows = [&](auto const& element) {
      for (index_t i = begin; i < end; ++i)
        store_sum(to[i * to_step], alpha,
                  line_times<Conj>(a, index_t(a.offsets[i]), index_t(a.offsets[i + 1]), element), beta);
    };
    if (step == 1)
      rows([&](I j) { return from[j]; });
    else
      rows([&](I j) { return from[j * step]; });
  });
}

/// Rows of x and y whose elements lie side by side: each entry adds a multiple of a row of x to one of y.
template <class T, class I>
void gather_rows(compressed_matrix<T, I> const& a, T alpha, matrix_operand<const T> const& x, T beta,
                 matrix_operand<T> const& y) {
  const index_t n = y.shape.cols;
  const double time = 0.2 * static_cast<double>(a.entries() + a.lines) * static_cast<double>(n);
  for_ranges_of_lines(a, time, [&](index_t begin, index_t end) {
    for (index_t i = begin; i < end; ++i) {
      T* const to = y.data + i * y.shape.row_stride;
      for (index_t j = 0; j < n; ++j)
        to[j] = beta == T{} ? T{} : static_cast<T>(multiply(beta, to[j]));
      for (auto e = index_t(a.offsets[i]); e < index_t(a.offsets[i + 1]); ++e) {
        const T factor = static_cast<T>(multiply(alpha, conjugate(a.values[e], a.conj)));
        T const* const from = x.data + index_t(a.indices[e]) * x.shape.row_stride;
        for (index_t j = 0; j < n; ++j)
          to[j] = static_cast<T>(to[j] + multiply(factor, from[j]));
      }
    }
  });
}

/// y += alpha transpose(a) x: each line adds multiples of its row of x to rows of y.
template <class T, class I>
void scatter_lines(compressed_matrix<T, I> const& a, T alpha, matrix_operand<const T> const& x,
                   matrix_operand<T> const& y) {
  const index_t n = y.shape.cols, step = y.shape.row_stride;
  for (index_t i = 0; i < a.lines; ++i) {
    T const* const from = x.data + i * x.shape.row_stride;
    const auto first = index_t(a.offsets[i]), last = index_t(a.offsets[i + 1]);
    for (index_t j = 0; j < n; ++j) {
      const T factor = static_cast<T>(multiply(alpha, from[j * x.shape.col_stride]));
      T* const to = y.data + j * y.shape.col_stride;
      for (index_t e = first; e < last; ++e) {
        T& element = to[index_t(a.indices[e]) * step];
        element = static_cast<T>(element + multiply(conjugate(a.values[e], a.conj), factor));
      }
    }
  }
}

} // namespace

template <class T, class I>
void compressed_kernels<T, I>::multiply_dense(matrix const& a, bool across, T alpha, matrix_operand<const T> const& x,
                                              T beta, matrix_operand<T> const& y) {
  if (across) {
    scale(y, beta);
    return scatter_lines(a, alpha, x, y);
  }
  if (y.shape.cols > 1 && y.shape.col_stride == 1 && x.shape.col_stride == 1)
    return gather_rows(a, alpha, x, beta, y);
  for (index_t j = 0; j < y.shape.cols; ++j)
    if (a.conj)
      gather_column<true>(a, alpha, x, beta, y, j);
    else
      gather_column<false>(a, alpha, x, beta, y, j);
}

#define WEFT_KERNELS(T, I) template struct compressed_kernels<T, I>;
WEFT_FOR_SPARSE(WEFT_KERNELS)

} // namespace weft::detail
