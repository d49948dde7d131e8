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

template <class T>
tensor<T, 2> scaled(tensor<T, 2> a, int exponent) {
  for (T& x : a)
    x = std::ldexp(x, exponent);
  return a;
}
template <class T>
inline constexpr int far_exponent = sizeof(T) == 4 ? 90 : 700; // squares leave the range
/// Those of `kinds`; singular ones, 0, with a column that is 0, or short, triangular ones, and of nearly equal singular
/// values. Each at both ends of the range too: times two to the exponent beside it.
template <class T>
std::vector<std::pair<tensor<T, 2>, int>> hard_kinds(index_t m, index_t n) {
  auto some = kinds<T>(m, n);
  some.emplace_back(m, n);
  some.emplace_back(weft::shape(m, n), T(1));
  tensor<T, 2> one(m, n), swapped(m, n), hole = random_matrix<T>(m, n, 11), brief = hole, upper = hole, near(m, n);
  tensor<T, 2> narrow = hole, small = hole;
  // Squares have few bits of the first, and their squares of the second.
  const T shortest = std::ldexp(T(1), sizeof(T) == 4 ? -74 : -535);
  const T shorter = std::ldexp(T(1), sizeof(T) == 4 ? -38 : -300);
  one(m - 1, 0) = -2;
  for (index_t i = 0; i < m; ++i)
    for (index_t j = 0; j < n; ++j) {
      swapped(i, j) = (i + 1) % std::max(m, n) == j ? T(3) : T(0);
      near(i, j) = T(i == j) + 4 * std::numeric_limits<T>::epsilon() * hole(i, j);
      upper(i, j) *= j < i ? T(0) : T(1);
      hole(i, j) *= j == 0 ? T(0) : T(1);
      brief(i, j) *= j == 0 ? shortest : T(1);
      narrow(i, j) *= i + 1 == m ? shortest : T(1);
      small(i, j) *= j + 1 < n ? shorter : T(1);
    }
  for (auto const& x : {one, swapped, hole, brief, narrow, small, upper, near})
    some.push_back(x);
  std::vector<std::pair<tensor<T, 2>, int>> all;
  for (std::size_t k = 0; k < some.size(); ++k) {
    all.emplace_back(some[k], 0);
    if (size_of(widened(some[k])) < 1e3 * double(m * n))
      for (const int by : {far_exponent<T>, -far_exponent<T>})
        all.emplace_back(scaled(some[k], by), by);
  }
  return all;
}

/// a = q r, where q has `inner` orthonormal columns and r is upper triangular; a and r are times two to the exponent.
template <class T>
void check_qr(tensor<T, 2> const& a, int exponent, tensor<T, 2> const& q, tensor<T, 2> const& r, index_t inner) {
  const index_t m = a.extent(0), n = a.extent(1);
  REQUIRE(q.extent(1) == inner);
  REQUIRE(r.extent(0) == inner);
  const auto wide = widened(scaled(a, -exponent));
  CHECK(orthogonality(q) <= bound<T>(m, n));
  CHECK(distance(product(widened(q), widened(scaled(r, -exponent))), wide) <= bound<T>(m, n) * size_of(wide));
  for (index_t i = 0; i < inner; ++i)
    for (index_t j = 0; j < i && j < n; ++j)
      CHECK(r(i, j) == 0);
}
/// a = u diag(s) vh of n x n likewise, and the values that were asked for alone.
template <class T>
void check_svd(tensor<T, 2> const& a, int exponent, tensor<T, 2> const& u, tensor<T, 1> s, tensor<T, 2> const& vh,
               tensor<T, 1> const& only) {
  const auto wide = widened(scaled(a, -exponent));
  const double size = size_of(wide);
  for (T& x : s)
    x = std::ldexp(x, -exponent);
  CHECK(orthogonality(u) <= 50 * roundings<T>);
  CHECK(orthogonality(vh) <= 50 * roundings<T>);
  CHECK(distance(product(product(widened(u), diagonal_of<wide_of<T>>(s)), widened(vh)), wide) <=
        50 * roundings<T> * size);
  for (index_t k = 0; k < s.size(); ++k) {
    CHECK(s(k) >= 0);
    CHECK((k == 0 || s(k) <= s(k - 1)));
    CHECK(std::abs(double(std::ldexp(only(k), -exponent)) - double(s(k))) <= 10 * roundings<T> * size);
  }
}

} // namespace small_test
