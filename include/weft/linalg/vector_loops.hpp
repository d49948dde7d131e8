#pragma once

#include <weft/base/machine_vector.hpp>

#include <utility>

// The innermost loops of products with vectors, along rows and along columns of a matrix.
WEFT_KERNELS_BEGIN
namespace weft::detail {

template <class R, int Bytes>
struct vector_loops {
  using lanes = machine_vector<R, Bytes>;
  using V = typename lanes::type;
  static constexpr index_t width = lanes::width;

  /// part[J] += the product of one vector of row J % Rows and one vector of x; both begin J / Rows vectors further on.
  template <std::size_t Rows, std::size_t... J, std::size_t... Q>
  WEFT_INLINE static void add_products(R const* a, index_t row, R const* x, V* partial, std::index_sequence<J...>,
                                       std::index_sequence<Q...>) {
    V y[sizeof...(Q)], v;
    (lanes::load(y[Q], x + index_t(Q) * width), ...);
    ((lanes::load(v, a + index_t(J % Rows) * row + index_t(J / Rows) * width), partial[J] += v * y[J / Rows]), ...);
  }
  /// Adds to `partial` the products of the whole vectors of the rows that are left from l on, fewer than 2 Chains, by
  /// halves, so that no product waits for many others.
  template <std::size_t Rows, std::size_t Chains>
  WEFT_INLINE static void add_rest(index_t k, R const* a, index_t row, R const* x, V* partial, index_t& l) {
    if constexpr (Chains > 0) {
      if (l + index_t(Chains) * width <= k) {
        add_products<Rows>(a + l, row, x + l, partial, std::make_index_sequence<Rows * Chains>(),
                           std::make_index_sequence<Chains>());
        l += index_t(Chains) * width;
      }
      add_rest<Rows, Chains / 2>(k, a, row, x, partial, l);
    }
  }

  /// Adds the second half of the chains to the first half.
  template <std::size_t... J>
  WEFT_INLINE static void add_upper_half(V* partial, std::index_sequence<J...>) {
    ((partial[J] += partial[J + sizeof...(J)]), ...);
  }
  template <std::size_t Rows, std::size_t Chains>
  WEFT_INLINE static void join_chains(V* partial) {
    if constexpr (Chains > 1) {
      add_upper_half(partial, std::make_index_sequence<Rows * Chains / 2>());
      join_chains<Rows, Chains / 2>(partial);
    }
  }

  /// part[J] += the product of the last `count` numbers of row J and of x. The vector that is read ends with the row,
  /// and the numbers in front of these, which were added before, count 0.
  template <std::size_t... J>
  WEFT_INLINE static void add_last(index_t k, R const* a, index_t row, R const* x, V* partial, index_t count,
                                   std::index_sequence<J...>) {
    V y, v;
    lanes::load(y, x + k - width);
    lanes::keep_last(y, count);
    ((lanes::load(v, a + index_t(J) * row + k - width), lanes::keep_last(v, count), partial[J] += v * y), ...);
  }

  /// sums[i] += the product of row i and x, for Rows rows, each in Chains sums. Eight additions are under way at a
  /// time, because one takes four cycles and two begin in each. For one row four are under way: two loads for each let
  /// only one begin in a cycle, and 64 doubles take 0.8 of the time of eight, whose sums have to be joined.
  template <std::size_t Rows, std::size_t... J, std::size_t... Q>
  WEFT_INLINE static void dot_rows(index_t k, R const* a, index_t row, R const* x, R* sums, std::index_sequence<J...>,
                                   std::index_sequence<Q...>) {
    constexpr std::size_t chains = sizeof...(Q);
    constexpr index_t step = width * index_t(chains);
    V partial[Rows * chains] = {};
    index_t l = 0;
    for (; l + step <= k; l += step)
      add_products<Rows>(a + l, row, x + l, partial, std::index_sequence<J...>(), std::index_sequence<Q...>());
    add_rest<Rows, chains / 2>(k, a, row, x, partial, l);
    if (l < k && k >= width) {
      add_last(k, a, row, x, partial, k - l, std::make_index_sequence<Rows>());
      l = k;
    }
    join_chains<Rows, chains>(partial);
    ((J < Rows ? (sums[J] += lanes::sum(partial[J]), 0) : 0), ...);
    if constexpr (Bytes > 16)
      if (l < k)
        return vector_loops<R, Bytes / 2>::template dot_rows<Rows>(k - l, a + l, row, x + l, sums);
    for (; l < k; ++l)
      ((J < Rows ? (sums[J] += a[index_t(J) * row + l] * x[l], 0) : 0), ...);
  }
  template <std::size_t Rows>
  WEFT_INLINE static void dot_rows(index_t k, R const* a, index_t row, R const* x, R* sums) {
    constexpr std::size_t chains = Rows == 1 ? 4 : 8 / Rows;
    dot_rows<Rows>(k, a, row, x, sums, std::make_index_sequence<Rows * chains>(), std::make_index_sequence<chains>());
  }

  WEFT_INLINE static R dot(index_t n, R const* x, R const* y) {
    R sum = -R{}; // -0 + x is x, also for x = -0, and no addition; 0 + x is one
    dot_rows<1>(n, x, 0, y, &sum);
    return sum;
  }

  /// y += the sum of columns, each times its factor. The last numbers are added by half vectors: 45 floats took 1.5 of
  /// the time with the last 13 one by one.
  template <std::size_t... J>
  WEFT_INLINE static void add_columns(index_t n, R const* a, index_t column, R const* x, R* y,
                                      std::index_sequence<J...>) {
    R const factors[] = {x[J]...}; // not vectors: GCC 12 takes an array of vectors to have no values
    index_t i = 0;
    for (V u, v; i + width <= n; i += width) {
      lanes::load(v, y + i);
      ((lanes::load(u, a + index_t(J) * column + i), v += factors[J] * u), ...);
      lanes::store(v, y + i);
    }
    if constexpr (Bytes > 16)
      if (i < n)
        return vector_loops<R, Bytes / 2>::add_columns(n - i, a + i, column, x, y + i, std::index_sequence<J...>());
    for (; i < n; ++i) {
      R sum = y[i];
      ((sum += x[J] * a[index_t(J) * column + i]), ...);
      y[i] = sum;
    }
  }
};

} // namespace weft::detail
WEFT_KERNELS_END
