#pragma once
#include "peer.hpp"

// What is asked of small matrices, contractions and iterative methods: the same numbers for all libraries.
namespace peer {

inline constexpr long many = 10000; ///< matrices in a batch
inline constexpr long stacked = 32; ///< products in a stack
inline constexpr int cg_steps = 20;

/// Matrix k is symmetric and positive definite: the order of its elements is nobody's advantage, and all factors exist.
inline void fill_matrix(long k, double* p, long n) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      p[i * n + j] = value(int(k % 1021), std::min(i, j) * n + std::max(i, j)) + (i == j ? double(n) : 0);
}
inline block<double> matrices(long n) {
  block<double> all(many * n * n);
  for (long k = 0; k < many; ++k)
    fill_matrix(k, all.data() + k * n * n, n);
  return all;
}

/// The compiler must compute what lies there.
inline void need(void const* p) {
  asm volatile("" : : "r"(p) : "memory");
}

/// f.template operator()<N>() of the static sizes that are asked.
template <class F>
void with_size(long n, F f) {
  switch (n) {
  case 2:
    return f.template operator()<2>();
  case 3:
    return f.template operator()<3>();
  case 4:
    return f.template operator()<4>();
  case 8:
    return f.template operator()<8>();
  default:
    return;
  }
}

} // namespace peer
