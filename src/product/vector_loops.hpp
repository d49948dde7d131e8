#pragma once

#include <weft/eval/loop.hpp>
#include <weft/linalg/gemm.hpp>

#include <cstdint>
#include <cstring>
#include <utility>

// Private to src: the innermost loops of products with vectors, along rows and along columns of a matrix.
WEFT_KERNELS_BEGIN
namespace weft::detail {

template <class R, int Bytes>
struct vector_loops {
  using V = typename machine_vector<R, Bytes>::type;
  static constexpr index_t width = Bytes / index_t(sizeof(R));

  WEFT_INLINE static void load(V& v, R const* from) { std::memcpy(&v, from, sizeof v); }

  /// By halves: three additions for eight numbers.
  WEFT_INLINE static R lane_sum(V const& v) {
    if constexpr (Bytes > 16) {
      using half = vector_loops<R, Bytes / 2>;
      typename half::V low, high;
      std::memcpy(&low, &v, sizeof low);
      std::memcpy(&high, reinterpret_cast<char const*>(&v) + sizeof low, sizeof high);
      low += high;
      return half::lane_sum(low);
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
    ((I < Rows ? (sums[I] += lane_sum(part[I]), 0) : 0), ...);
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

  /// y += the sum of columns, each times its factor. What is left of them by half vectors: 45 floats took 1.5 of the
  /// time with the last 13 one by one.
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
    if constexpr (Bytes > 16)
      if (i < n)
        return vector_loops<R, Bytes / 2>::add_columns(n - i, a + i, column, x, y + i, std::index_sequence<I...>());
    for (; i < n; ++i) {
      R sum = y[i];
      ((sum += x[I] * a[index_t(I) * column + i]), ...);
      y[i] = sum;
    }
  }
};

} // namespace weft::detail
WEFT_KERNELS_END
