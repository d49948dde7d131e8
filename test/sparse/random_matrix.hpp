#pragma once
#include <weft/core.hpp>
#include <weft/sparse/triplets.hpp>

#include <random>

// Random matrices, as triplets and as the dense matrix that a plain loop adds up.
namespace support {

template <class T>
struct random_matrix {
  weft::triplets<T> entries;
  weft::tensor<T, 2> dense;

  /// Whole numbers, so that sums are exact in any order; places repeat, rows and columns stay empty.
  random_matrix(weft::index_t rows, weft::index_t columns, weft::index_t count, unsigned seed)
      : entries(rows, columns), dense(rows, columns) {
    std::mt19937 random(seed);
    const auto below = [&](weft::index_t n) {
      return std::uniform_int_distribution<weft::index_t>(0, n - 1)(random);
    };
    for (weft::index_t k = 0; k < count && rows * columns != 0; ++k) {
      const weft::index_t i = below(rows), j = below(columns);
      const T value = number(below(7) - 3, below(5));
      entries.add(i, j, value);
      dense(i, j) = static_cast<T>(dense(i, j) + value);
    }
  }

  static T number(weft::index_t x, [[maybe_unused]] weft::index_t y) {
    if constexpr (requires { typename T::value_type; })
      return {static_cast<typename T::value_type>(x), static_cast<typename T::value_type>(y)};
    else
      return static_cast<T>(x);
  }
  static weft::tensor<T, 1> vector(weft::index_t n) {
    weft::tensor<T, 1> x(n);
    for (weft::index_t i = 0; i < n; ++i)
      x(i) = number(i % 5 - 2, i % 3);
    return x;
  }
  static weft::tensor<T, 2> matrix(weft::index_t m, weft::index_t n) {
    weft::tensor<T, 2> x(m, n);
    for (weft::index_t i = 0; i < m; ++i)
      for (weft::index_t j = 0; j < n; ++j)
        x(i, j) = number((3 * i + j) % 5 - 2, (i + 2 * j) % 3);
    return x;
  }
};

/// f(rows, columns, count, seed) for shapes with and without elements.
template <class F>
void for_shapes(F const& f) {
  unsigned seed = 0;
  for (weft::index_t rows : {0, 1, 3, 40})
    for (weft::index_t columns : {0, 1, 5, 30})
      for (weft::index_t count : {0, 3, 60, 900})
        f(rows, columns, count, ++seed);
}

/// c(i, j) = sum of a(i, k) b(k, j), by loops.
template <class T>
weft::tensor<T, 2> product_by_loops(weft::tensor<T, 2> const& a, weft::tensor<T, 2> const& b) {
  weft::tensor<T, 2> c(a.extent(0), b.extent(1));
  for (weft::index_t i = 0; i < a.extent(0); ++i)
    for (weft::index_t k = 0; k < a.extent(1); ++k)
      for (weft::index_t j = 0; j < b.extent(1); ++j)
        c(i, j) = static_cast<T>(c(i, j) + a(i, k) * b(k, j));
  return c;
}

} // namespace support
