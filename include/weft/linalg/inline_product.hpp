#pragma once
#include <weft/eval/small_report.hpp>
#include <weft/linalg/gemm_tile.hpp>

// Products of small matrices of static shape: no plan, no allocation, all loops unrolled.
namespace weft::detail {

/// Computes sum = a * b for contiguous rows of floats or doubles, M x K and K x N, on vectors of Bytes. If N is no
/// multiple of a vector, the last vector of a row overlaps the one before it, and both compute the same. Only the new
/// lanes of the last vector are stored, because a load of memory that two stores wrote waits for both. Nothing is
/// written before all is read.
template <class R, int Bytes, index_t M, index_t N, index_t K>
struct unrolled_product {
  static constexpr index_t width = machine_vector<R, Bytes>::width, vectors = (N + width - 1) / width;
  using tile = register_tile<R, Bytes, int(M), int(vectors)>;
  using V = typename tile::V;

  template <std::size_t... L>
  WEFT_INLINE static void steps(R const* a, R const* b, V* sums, std::index_sequence<L...>) {
    (tile::step(sums, a + L, K, b + index_t(L) * N, N - width), ...);
  }
  /// Stores a vector of a row, without the lanes before First.
  template <index_t First>
  WEFT_INLINE static void store_vector(V const& sum, R* to) {
    if constexpr (First == 0)
      std::memcpy(to, &sum, sizeof(V));
    else
      store_lanes<First>(sum, to, std::make_index_sequence<std::size_t(width - First)>());
  }
  template <index_t First, std::size_t... L>
  WEFT_INLINE static void store_lanes(V const& sum, R* to, std::index_sequence<L...>) {
    ((to[First + index_t(L)] = sum[First + index_t(L)]), ...);
  }
  template <index_t V0>
  static constexpr index_t first_new = V0 == vectors - 1 ? vectors * width - N : 0;
  template <std::size_t... At>
  WEFT_INLINE static void store(V const* sums, R* to, std::index_sequence<At...>) {
    (store_vector<first_new<index_t(At) % vectors>>(sums[At], to + index_t(At) / vectors * N +
                                                                  tile::at(int(At % vectors), N - width)),
     ...);
  }
  WEFT_INLINE static void run(R const* a, R const* b, R* sum) {
    V sums[std::size_t(M * vectors)] = {};
    steps(a, b, sums, std::make_index_sequence<std::size_t(K)>());
    store(sums, sum, std::make_index_sequence<std::size_t(M * vectors)>());
  }
};

/// Returns the bytes of the widest vectors, up to `most`, that fit into a row of N numbers. Returns 0 if a row is
/// shorter than any vector, or if the sums would not stay in registers.
template <class R, index_t M, index_t N>
WEFT_FN constexpr int unrolled_bytes(int most) {
  if constexpr (std::is_floating_point_v<R> && sizeof(R) <= 8) {
    for (int bytes = most; bytes >= 16; bytes /= 2)
      if (index_t const width = bytes / index_t(sizeof(R)); N >= width)
        return M * ((N + width - 1) / width) <= product_limits::inline_sums ? bytes : 0;
  }
  return 0;
}

template <index_t M, index_t N, index_t K>
struct unrolled_body {
  template <int Bytes, class R>
  WEFT_INLINE static void run(vector_of<Bytes>, R const* a, R const* b, R* sum) {
    unrolled_product<R, unrolled_bytes<R, M, N>(Bytes), M, N, K>::run(a, b, sum);
  }
};

template <class R, index_t M, index_t N, index_t K>
WEFT_INLINE void run_unrolled(R const* a, R const* b, R* sum) {
  if constexpr (build_level == 0 && highest_clone > 0 && M * N * K > product_limits::inline_without_clone)
    if (chosen_isa > 0)
      return clones<unrolled_body<M, N, K>, void(R const*, R const*, R*)>::template at<1>()(a, b, sum);
  unrolled_product<R, unrolled_bytes<R, M, N>(vector_bytes_of<build_level>), M, N, K>::run(a, b, sum);
}

/// Returns the elements of a matrix, row by row: where they lie if they lie so, else copied to `copy`.
template <index_t Rows, index_t Cols, class R>
WEFT_INLINE R const* rows_in_memory(matrix_operand<R const> const& m, R* copy) {
  auto const& s = m.shape;
  if ((Cols == 1 || s.col_stride == 1) && (Rows == 1 || s.row_stride == Cols))
    return m.data;
  for (index_t i = 0; i < Rows; ++i)
    for (index_t j = 0; j < Cols; ++j)
      copy[i * Cols + j] = submatrix(m, i, j, 1, 1).data[0];
  return copy;
}

/// Returns the sum of the products of N elements. From 4 elements on it adds halves, so that additions do not wait for
/// each other.
template <index_t N, class T>
WEFT_INLINE constexpr T sum_of_products(T const* a, T const* b) {
  if constexpr (N == 1)
    return multiply(*a, *b);
  else if constexpr (N < 4)
    return add(sum_of_products<N - 1>(a, b), multiply(a[N - 1], b[N - 1]));
  else
    return add(sum_of_products<N / 2>(a, b), sum_of_products<N - N / 2>(a + N / 2, b + N / 2));
}

/// Returns the sum of the products of row i of a and column j of b.
template <index_t N, index_t K, class T, index_t... L>
WEFT_INLINE constexpr T row_by_column(T const* a, T const* b, index_t i, index_t j,
                                      std::integer_sequence<index_t, L...>) {
  T sum = T{};
  ((sum = add(sum, multiply(a[i * K + L], b[L * N + j]))), ...);
  return sum;
}
template <index_t N, index_t K, class T, index_t... E>
WEFT_INLINE constexpr void rows_by_columns(T const* a, T const* b, T* sum, std::integer_sequence<index_t, E...>) {
  ((sum[E] = row_by_column<N, K>(a, b, E / N, E % N, std::make_integer_sequence<index_t, K>{})), ...);
}

template <index_t M, index_t N, index_t K, class T>
WEFT_INLINE constexpr void multiply_in_loops(T const* a, T const* b, T* sum) {
  for (index_t i = 0; i < M; ++i) {
    T row[std::size_t(N)] = {};
    for (index_t l = 0; l < K; ++l)
      for (index_t j = 0; j < N; ++j)
        row[j] = add(row[j], multiply(a[i * K + l], b[l * N + j]));
    for (index_t j = 0; j < N; ++j)
      sum[i * N + j] = row[j];
  }
}

template <class T, class Core>
inline constexpr bool is_dense_memory = false;
template <class T, class L>
inline constexpr bool is_dense_memory<T, small_memory<T, L>> = std::is_same_v<typename L::order, dense<row_major>>;
/// The elements of a small factor, row by row: computed into an array, or read where they lie if they lie so.
template <class T, class How, class Values>
struct small_factor : small_array<T, typename Values::extents_type, How> {
  WEFT_INLINE constexpr explicit small_factor(Values const& from) { this->compute_from(from); }
  WEFT_INLINE constexpr T const* rows() const { return this->values; }
  static constexpr bool in_memory = false;
};
template <class T, class How, class Values>
  requires is_dense_memory<T, decltype(Values::core)>
struct small_factor<T, How, Values> {
  T const* data;
  WEFT_INLINE constexpr explicit small_factor(Values const& from) : data(from.core.data) {}
  WEFT_INLINE constexpr T const* rows() const { return data; }
  static constexpr bool in_memory = true;
};

/// The rows and columns of a small product of these values; a vector is a row on the left and a column on the right.
template <class X, class Y>
struct small_product_shape {
  using A = typename X::extents_type;
  using B = typename Y::extents_type;
  static constexpr index_t m = A::static_rank == 2 ? A::statics[0] : 1, n = B::static_rank == 2 ? B::statics[1] : 1;
  static constexpr index_t k = B::statics[0];
};
/// Returns the bytes of the vectors in the unrolled loop of a small product; 0 if its numbers are computed one by one.
/// A factor that was computed before, or a product that is read again, stays in registers only number by number: by
/// vectors 3 x 3 plus another matrix took twice as long.
template <class T, class How, class X, class Y, bool Whole>
WEFT_FN constexpr int small_product_bytes() {
  using shape = small_product_shape<X, Y>;
  constexpr int bytes = unrolled_bytes<T, shape::m, shape::n>(How::bytes);
  return (Whole && small_factor<T, How, Y>::in_memory) || !How::expands ? bytes : 0;
}

/// Computes to = a * b row by row, on vectors of Bytes bytes; if Bytes is 0, number by number.
template <class How, int Bytes, index_t M, index_t N, index_t K, class T>
WEFT_INLINE constexpr void multiply_values(T const* a, T const* b, T* to) {
  if constexpr (Bytes != 0)
    unrolled_product<T, Bytes, M, N, K>::run(a, b, to);
  else if constexpr (How::expands)
    rows_by_columns<N, K>(a, b, to, std::make_integer_sequence<index_t, M * N>{});
  else
    multiply_in_loops<M, N, K>(a, b, to);
}

/// Computes to = x * y for small matrices. Whole: no other operation reads the product.
template <class How, bool Whole, class X, class Y, class T>
WEFT_INLINE constexpr void multiply_small(X const& x, Y const& y, T* to) {
  using shape = small_product_shape<X, Y>;
  constexpr index_t m = shape::m, n = shape::n, k = shape::k;
  small_factor<T, How, X> const a(x);
  small_factor<T, How, Y> const b(y);
  multiply_values<How, small_product_bytes<T, How, X, Y, Whole>(), m, n, k>(a.rows(), b.rows(), to);
}

/// Computes sum = a * b for M x K and K x N numbers.
template <index_t M, index_t N, index_t K, class T, class A, class B>
WEFT_INLINE void multiply_inline(matrix_operand<A const> const& a, matrix_operand<B const> const& b, T* sum) {
  if constexpr (std::is_same_v<T, A> && std::is_same_v<T, B> && K > 0 && unrolled_bytes<T, M, N>(16) != 0) {
    T a_copy[std::size_t(M * K)], b_copy[std::size_t(K * N)];
    run_unrolled<T, M, N, K>(rows_in_memory<M, K>(a, a_copy), rows_in_memory<K, N>(b, b_copy), sum);
  } else {
    for (index_t e = 0; e < M * N; ++e)
      sum[e] = T{};
    for (index_t i = 0; i < M; ++i)
      for (index_t l = 0; l < K; ++l) {
        T const x = conjugate_if(a.shape.conj, store_as<T>(submatrix(a, i, l, 1, 1).data[0]));
        for (index_t n = 0; n < N; ++n)
          sum[i * N + n] = add(sum[i * N + n],
                               multiply(x, conjugate_if(b.shape.conj, store_as<T>(submatrix(b, l, n, 1, 1).data[0]))));
      }
  }
}

/// Computes c = alpha * a * b + beta * c. All sums are made before the first is stored, so c may overlap a and b.
template <index_t M, index_t N, index_t K, class T, class A, class B>
WEFT_INLINE void run_inline(T const& alpha, matrix_operand<A const> const& a, matrix_operand<B const> const& b,
                            T const& beta, matrix_operand<T> const& c) {
  bool const straight = std::is_floating_point_v<T> && is_one(alpha) && is_zero(beta) &&
                        (N == 1 || c.shape.col_stride == 1) && (M == 1 || c.shape.row_stride == N);
  if constexpr (unrolled_bytes<T, M, N>(16) != 0)
    if (straight) // the unrolled loop, too, reads all elements before it writes
      return multiply_inline<M, N, K>(a, b, c.data);
  T sum[std::size_t(M * N)];
  multiply_inline<M, N, K>(a, b, sum);
  for (index_t e = 0; e < M * N && !is_one(alpha); ++e)
    sum[e] = multiply(alpha, sum[e]);
  store_matrix<N>(sum, N, beta, c, old_value_for(beta));
}

} // namespace weft::detail
