#include "sparse/each_line.hpp"

#include <weft/linalg/gemm_tile.hpp>

#include <cmath>
#include <vector>

namespace weft::detail {

namespace {

template <class T>
double modulus(T const& x) {
  if constexpr (std::is_integral_v<T>)
    return std::abs(static_cast<double>(x));
  else
    return static_cast<double>(std::abs(x));
}
/// Returns -x; integers wrap.
template <class T>
T negated(T const& x) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(std::make_unsigned_t<T>(0) - static_cast<std::make_unsigned_t<T>>(x));
  else
    return -x;
}
/// Returns true if the modulus of x is above the tolerance. NaN counts as above any.
template <class T>
bool is_entry(T const& x, double tolerance) {
  return !(modulus(x) <= tolerance);
}

/// Computes lines begin ... end - 1 of the product a b. `sum` and `seen` have one element for each index of a line.
template <class T, class I>
void multiply_lines(compressed_matrix<T, I> const& a, compressed_matrix<T, I> const& b, index_t begin, index_t end,
                    compressed_target<T, I> const& to) {
  std::vector<T> sum(static_cast<std::size_t>(b.width));
  std::vector<index_t> seen(static_cast<std::size_t>(b.width), -1);
  for (index_t k = begin; k < end; ++k) {
    I* const first = to.indices + to.offsets[k];
    I* last = first;
    each_term(a, b, k, [&](I e, I f) {
      auto const at = static_cast<std::size_t>(b.indices[f]);
      T const product = static_cast<T>(multiply(a.values[e], b.values[f]));
      if (seen[at] != k) {
        seen[at] = k;
        sum[at] = product;
        *last++ = b.indices[f];
      } else {
        sum[at] = static_cast<T>(add(sum[at], product));
      }
    });
    std::sort(first, last);
    for (I* at = first; at < last; ++at)
      to.values[at - to.indices] = sum[static_cast<std::size_t>(*at)];
  }
}
/// Calls f(line) for all lines of two matrices, in as many threads as pay.
template <class T, class I, class F>
void each_pair_of_lines(compressed_matrix<T, I> const& a, compressed_matrix<T, I> const& b, F const& f) {
  for_ranges_of_lines(a, time_of_pairs(a, b), [&](index_t begin, index_t end) {
    for (index_t k = begin; k < end; ++k)
      f(k);
  });
}

} // namespace

template <class T, class I>
void compressed_kernels<T, I>::multiply_sparse(matrix const& a, matrix const& b, target const& to) {
  if (a.entries() != 0 && b.entries() != 0)
    for_ranges_of_lines(a, time_of_terms(a, b),
                        [&](index_t begin, index_t end) { multiply_lines(a, b, begin, end, to); });
}

template <class T, class I>
void compressed_kernels<T, I>::add(matrix const& a, matrix const& b, bool subtract, target const& to) {
  each_pair_of_lines(a, b, [&](index_t k) {
    I at = to.offsets[k];
    walk_both(a, b, k, [&](I index, index_t p, index_t q) {
      T const right = q < 0 ? T{} : subtract ? negated(b.values[q]) : b.values[q];
      to.indices[at] = index;
      to.values[at++] = p < 0 ? right : q < 0 ? a.values[p] : static_cast<T>(detail::add(a.values[p], right));
    });
  });
}

template <class T, class I>
void compressed_kernels<T, I>::sum_entries(matrix const& a, bool across, sum_type* sums) {
  std::fill_n(sums, across ? a.width : a.lines, sum_type{});
  for (index_t k = 0; k < a.lines; ++k)
    for (I e = a.offsets[k]; e < a.offsets[k + 1]; ++e) {
      sum_type& sum = sums[across ? index_t(a.indices[e]) : k];
      sum = detail::add(sum, static_cast<sum_type>(a.values[e]));
    }
}

template <class T, class I>
void compressed_kernels<T, I>::multiply_common(matrix const& a, matrix const& b, target const& to) {
  each_pair_of_lines(a, b, [&](index_t k) {
    I at = to.offsets[k];
    walk_both(a, b, k, [&](I index, index_t p, index_t q) {
      if (p < 0 || q < 0)
        return;
      to.indices[at] = index;
      to.values[at++] = static_cast<T>(multiply(a.values[p], b.values[q]));
    });
  });
}

template <class T, class I>
void compressed_kernels<T, I>::take_lines(matrix const& a, index_t const* lines, index_t count, target const& to) {
  for (index_t k = 0; k < count; ++k) {
    I const first = a.offsets[lines[k]], entries = static_cast<I>(a.offsets[lines[k] + 1] - first);
    std::copy_n(a.indices + first, entries, to.indices + to.offsets[k]);
    std::copy_n(a.values + first, entries, to.values + to.offsets[k]);
  }
}

template <class T, class I>
void compressed_kernels<T, I>::scatter(matrix const& a, matrix_operand<T> const& to) {
  for (index_t k = 0; k < a.lines; ++k) {
    T* const line = to.data + k * to.shape.row_stride;
    for (index_t j = 0; j < a.width; ++j)
      line[j * to.shape.col_stride] = T{};
    for (I e = a.offsets[k]; e < a.offsets[k + 1]; ++e)
      line[index_t(a.indices[e]) * to.shape.col_stride] = a.values[e];
  }
}

template <class T, class I>
void compressed_kernels<T, I>::pick(compressed_structure<I> const& a, bool by_rows, matrix_operand<T const> const& from,
                                    T* values) {
  index_t const down = by_rows ? from.shape.row_stride : from.shape.col_stride;
  index_t const across = by_rows ? from.shape.col_stride : from.shape.row_stride;
  for (index_t k = 0; k < a.lines; ++k)
    for (I e = a.offsets[k]; e < a.offsets[k + 1]; ++e)
      values[e] = from.data[k * down + index_t(a.indices[e]) * across];
}

template <class T, class I>
void compressed_kernels<T, I>::sample(compressed_structure<I> const& a, bool by_rows, matrix_operand<T const> const& y,
                                      matrix_operand<T const> const& x, T* values) {
  matrix_operand<T const> const &of_lines = by_rows ? y : x, &of_indices = by_rows ? x : y;
  for (index_t k = 0; k < a.lines; ++k)
    for (I e = a.offsets[k]; e < a.offsets[k + 1]; ++e) {
      T const* const left = of_lines.data + k * of_lines.shape.row_stride;
      T const* const right = of_indices.data + index_t(a.indices[e]) * of_indices.shape.row_stride;
      T sum{};
      for (index_t j = 0; j < y.shape.cols; ++j)
        sum = static_cast<T>(
            detail::add(sum, multiply(left[j * of_lines.shape.col_stride], right[j * of_indices.shape.col_stride])));
      values[e] = sum;
    }
}

template <class T, class I>
index_t compressed_kernels<T, I>::prune(index_t lines, double tolerance, target const& in_place) {
  index_t left = 0;
  I first = 0;
  for (index_t k = 0; k < lines; ++k) {
    I const last = in_place.offsets[k + 1];
    for (; first < last; ++first)
      if (is_entry(in_place.values[first], tolerance)) {
        in_place.indices[left] = in_place.indices[first];
        in_place.values[left++] = in_place.values[first];
      }
    in_place.offsets[k + 1] = static_cast<I>(left);
  }
  return left;
}

template <class T, class I>
index_t compressed_kernels<T, I>::count_dense(matrix_operand<T const> const& from, double tolerance, I* offsets) {
  index_t count = 0;
  offsets[0] = 0;
  for (index_t k = 0; k < from.shape.rows; ++k) {
    T const* const line = from.data + k * from.shape.row_stride;
    for (index_t j = 0; j < from.shape.cols; ++j)
      count += is_entry(line[j * from.shape.col_stride], tolerance) ? 1 : 0;
    offsets[k + 1] = static_cast<I>(count);
  }
  return count;
}

template <class T, class I>
void compressed_kernels<T, I>::compress_dense(matrix_operand<T const> const& from, double tolerance, target const& to) {
  index_t at = 0;
  for (index_t k = 0; k < from.shape.rows; ++k) {
    T const* const line = from.data + k * from.shape.row_stride;
    for (index_t j = 0; j < from.shape.cols; ++j) {
      T const& x = line[j * from.shape.col_stride];
      if (!is_entry(x, tolerance))
        continue;
      to.indices[at] = static_cast<I>(j);
      to.values[at++] = x;
    }
  }
}

WEFT_FOR_SPARSE(WEFT_KERNELS)

} // namespace weft::detail
