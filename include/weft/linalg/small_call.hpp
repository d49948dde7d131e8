#pragma once
#include <weft/eval/small_report.hpp>
#include <weft/linalg/batch.hpp>
#include <weft/linalg/small_matrix.hpp>

// Converts operands of static shape to small matrices in registers, and results back to tensors.
namespace weft::detail {

/// True for matrices M x N that have small forms of functions: real numbers, in a tensor, a view or its transposed,
/// whose shape is static.
template <class E>
WEFT_FN constexpr bool is_small_matrix() {
  using S = typename E::extents_type;
  if constexpr (S::all_static && S::static_rank == 2) {
    using T = typename E::value_type;
    return (std::is_same_v<T, float> || std::is_same_v<T, double>) && S::statics[0] > 0 && S::statics[1] > 0 &&
           S::statics[0] <= small_matrix_extent && S::statics[1] <= small_matrix_extent;
  }
  return false;
}
template <class E>
WEFT_FN constexpr bool is_small_square() {
  if constexpr (is_small_matrix<E>())
    return E::extents_type::statics[0] == E::extents_type::statics[1];
  return false;
}
/// The number of right sides of a system a x = b; a vector is one.
template <class E>
inline constexpr index_t columns_of_side = [] {
  if constexpr (E::extents_type::static_rank == 2)
    return E::extents_type::statics[1];
  else
    return index_t(1);
}();
template <class E>
WEFT_FN constexpr bool is_small_side() {
  using S = typename E::extents_type;
  if constexpr (S::all_static && (S::static_rank == 1 || S::static_rank == 2))
    return columns_of_side<E> > 0 && columns_of_side<E> <= small_matrix_extent;
  return false;
}
/// The number of right sides of a system x a = b, where a vector is a row.
template <class E>
inline constexpr index_t rows_of_side = [] {
  if constexpr (E::extents_type::static_rank == 2)
    return E::extents_type::statics[0];
  else
    return index_t(1);
}();
template <class E>
WEFT_FN constexpr bool is_small_row_side() {
  using S = typename E::extents_type;
  if constexpr (S::all_static && (S::static_rank == 1 || S::static_rank == 2))
    return rows_of_side<E> > 0 && rows_of_side<E> <= small_matrix_extent;
  return false;
}
template <class E>
inline constexpr bool is_dense_rows = false;
template <class T, class S, class K>
inline constexpr bool is_dense_rows<strided_leaf<T, layout<S, dense<row_major>>, K>> = true;
/// The elements of a captured operand, row by row.
template <class E>
struct small_elements {
  using T = std::remove_const_t<typename E::value_type>;
  using S = typename E::extents_type;
  T values[count_of(S{})];

  WEFT_INLINE constexpr explicit small_elements(E const& e) {
    if constexpr (is_memory_leaf<E>) {
      for_small<in_constants, S>(
          to_small_array<T, small_values<E, in_constants>>{values, small_values<E, in_constants>(e)});
    } else {
      pack_matrices(values, e.extents(), 2, true, e);
    }
  }
  WEFT_INLINE constexpr T* rows() { return values; }
};

/// The elements of a captured operand, row by row, for reading: where they lie, if they lie so. A copy would be stored
/// by vectors, and loads of single numbers wait for such stores: a determinant of 3 x 3 took 11 ns in place of 2.
template <class E>
struct small_rows : small_elements<E> {
  using small_elements<E>::small_elements;
  WEFT_INLINE constexpr auto const* rows() const { return this->values; }
};
template <class E>
  requires is_dense_rows<E>
struct small_rows<E> {
  using T = std::remove_const_t<typename E::value_type>;
  T const* data;
  WEFT_INLINE constexpr explicit small_rows(E const& e) : data(small_values<E, in_constants>(e).core.data) {}
  WEFT_INLINE constexpr T const* rows() const { return data; }
};

/// A result of static shape. The small form writes `values`, row by row, and release() returns them in a tensor.
template <class T, class Order, index_t... N>
struct small_result {
  using tensor_type = tensor<T, shape_argument<extents<N...>>, Order>;
  T values[(N * ... * 1)];

  WEFT_INLINE constexpr tensor_type release() const {
    tensor_type out{};
    if constexpr (std::same_as<Order, row_major> || sizeof...(N) < 2) {
      for (index_t k = 0; k < (N * ... * 1); ++k)
        out.data()[k] = values[k];
    } else {
      transposed(out.data(), N...);
    }
    return out;
  }

private:
  WEFT_INLINE constexpr void transposed(T* to, index_t m, index_t n) const {
    for (index_t i = 0; i < m; ++i)
      for (index_t j = 0; j < n; ++j)
        to[j * m + i] = values[i * n + j];
  }
};

/// Returns the entry of a decomposition in the report of a small statement, such as "inline inverse n=3".
template <class... C>
WEFT_FN constexpr small_step small_call_step(char const* call, index_t n, index_t columns, index_t multiplications) {
  small_step step;
  step.call = call;
  step.extents[0] = n;
  step.extents[1] = columns;
  step.flops = 2 * multiplications;
  step.bytes_read = (0 + ... + small_bytes<C>);
  return step;
}

/// Returns a leaf of the M x N values of a small matrix, which lie row by row.
template <index_t M, index_t N, class T>
WEFT_INLINE auto small_leaf(T* values) {
  using place = layout<extents<M, N>, dense<row_major>>;
  return strided_leaf<T, place>(values, place{}, {});
}

} // namespace weft::detail
