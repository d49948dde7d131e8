#pragma once
#include <support/message.hpp>
#include <weft/linalg/vector.hpp>
#include <weft/tensor/explain.hpp>
#include <weft/tensor/memory.hpp>

#include <doctest/doctest.h>

#include <string>
#include <type_traits>

// Values are small integers, so that every product is exact and compares with ==.

namespace matmul_test {

using namespace weft;

inline index_t value_a(index_t i, index_t l) { return (3 * i + 5 * l) % 7 - 3; }
inline index_t value_b(index_t l, index_t j) { return (2 * l + 11 * j) % 9 - 4; }
inline index_t product(index_t i, index_t j, index_t k) {
  index_t sum = 0;
  for (index_t l = 0; l < k; ++l)
    sum += value_a(i, l) * value_b(l, j);
  return sum;
}

template <class T, class V>
T made(V const& v) {
  if constexpr (is_complex<T> && std::is_integral_v<V>)
    return T(static_cast<double>(v));
  else
    return static_cast<T>(v);
}

template <class M, class F>
M filled(M m, F f) {
  using T = typename M::value_type;
  for (index_t i = 0; i < m.extent(0); ++i)
    for (index_t j = 0; j < m.extent(1); ++j)
      m(i, j) = made<T>(f(i, j));
  return m;
}

/// Number of elements of p that differ from f(i, j).
template <class P, class F>
int differing(P const& p, F f) {
  using T = typename P::value_type;
  int n = 0;
  for (index_t i = 0; i < p.extent(0); ++i)
    for (index_t j = 0; j < p.extent(1); ++j)
      n += p(i, j) == made<T>(f(i, j)) ? 0 : 1;
  return n;
}

template <class A, class B>
int wrong_product(A const& a, B const& b) {
  auto const p = eval(matmul(a, b));
  REQUIRE(p.extent(0) == a.extent(0));
  REQUIRE(p.extent(1) == b.extent(1));
  return differing(p, [&](index_t i, index_t j) { return product(i, j, a.extent(1)); });
}

using support::message_of;

using real_matrix = tensor<double, 2>;
inline real_matrix a34() { return filled(real_matrix(3, 4), value_a); }
inline real_matrix b45() { return filled(real_matrix(4, 5), value_b); }

/// Whether small products reach BLAS, or run on kernels of weft's own (WEFT_GEMM says which).
inline bool with_blas() {
  real_matrix const a(3, 4), b(4, 5);
  return explain(matmul(a, b)).blas.at(0)[0] == 'd';
}

} // namespace matmul_test
