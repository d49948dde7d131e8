#pragma once
#include "decomposition.hpp"

#include <weft/linalg/small_call.hpp>
#include <weft/memory/no_alloc.hpp>

// Small matrices of many kinds, and what is right in a wider type.
namespace small_test {

using namespace decomposition_test;
using weft::fixed;

template <class T, int Rows, int Columns = Rows>
struct of {
  using element = T;
  static constexpr int rows = Rows, columns = Columns;
  using matrix = tensor<T, fixed<Rows, Columns>>;
  using vector = tensor<T, fixed<Rows>>;
};

/// The determinant and the inverse by elimination in the wider type; the inverse is empty where there is none.
template <class T>
wide_real_of<T> wide_inverse(tensor<T, 2> const& a, wide_matrix<T>& inverse) {
  using W = wide_real_of<T>;
  const index_t n = a.extent(0);
  auto u = widened(a);
  inverse = wide_matrix<T>(n, n);
  W det = 1;
  for (index_t i = 0; i < n; ++i)
    inverse(i, i) = 1;
  for (index_t k = 0; k < n; ++k) {
    index_t pivot = k;
    for (index_t i = k + 1; i < n; ++i)
      pivot = std::abs(u(i, k)) > std::abs(u(pivot, k)) ? i : pivot;
    if (u(pivot, k) == 0) {
      inverse = wide_matrix<T>(0, 0);
      return 0;
    }
    det *= pivot == k ? u(k, k) : -u(pivot, k);
    for (index_t j = 0; j < n; ++j) {
      std::swap(u(k, j), u(pivot, j));
      std::swap(inverse(k, j), inverse(pivot, j));
    }
    const W by = u(k, k);
    for (index_t j = 0; j < n; ++j) {
      u(k, j) /= by;
      inverse(k, j) /= by;
    }
    for (index_t i = 0; i < n; ++i)
      if (const W factor = u(i, k); i != k && factor != 0)
        for (index_t j = 0; j < n; ++j) {
          u(i, j) -= factor * u(k, j);
          inverse(i, j) -= factor * inverse(k, j);
        }
  }
  return det;
}

/// Random ones; scaled rows and columns; near to rank 1; near to singular; of large and of tiny numbers.
template <class T>
std::vector<tensor<T, 2>> kinds(index_t m, index_t n) {
  std::vector<tensor<T, 2>> all;
  const T large = sizeof(T) == 4 ? T(1e9) : T(1e75), tiny = 1 / large;
  for (unsigned long seed = 1; seed <= 6; ++seed) {
    auto a = random_matrix<T>(m, n, seed);
    all.push_back(a);
    tensor<T, 2> scaled = a, flat = a, near = a, big = a, little = a;
    for (index_t i = 0; i < m; ++i)
      for (index_t j = 0; j < n; ++j) {
        scaled(i, j) *= static_cast<T>(std::ldexp(1.0, int(7 * i - 5 * j)));
        flat(i, j) = (1 + T(0.25) * T(i)) * (1 - T(0.125) * T(j)) + T(1e-3) * a(i, j);
        near(i, j) = i + 1 == m && m > 1 ? a(0, j) + T(1e-4) * a(i, j) : a(i, j);
        big(i, j) *= large;
        little(i, j) *= tiny;
      }
    for (auto const& x : {scaled, flat, near, big, little})
      all.push_back(x);
  }
  return all;
}

/// The product of the lengths of the rows, in the wider type.
template <class T>
wide_real_of<T> volume_of_rows(tensor<T, 2> const& a) {
  wide_real_of<T> volume = 1;
  for (index_t i = 0; i < a.extent(0); ++i) {
    wide_real_of<T> square = 0;
    for (index_t j = 0; j < a.extent(1); ++j)
      square += std::norm(wide_of<T>(a(i, j)));
    volume *= std::sqrt(square);
  }
  return volume;
}
template <class T>
inline constexpr double roundings = static_cast<double>(std::numeric_limits<T>::epsilon());

} // namespace small_test
