#pragma once
#include <weft/base/index.hpp>

#include <complex>

// Private to src: what routines for real matrices return of complex eigenvalues.
namespace weft::detail {

/// Vectors of n numbers for n values with these imaginary parts. Of a conjugate pair the routines give the real and the
/// imaginary part of the first vector, in two columns.
template <class R>
void unite_pairs(index_t n, R const* imaginary, R const* parts, std::complex<R>* vectors) {
  bool second = false;
  for (index_t j = 0; j < n; ++j) {
    const bool of_pair = imaginary[j] != 0;
    const index_t first = second ? j - 1 : j;
    for (index_t i = 0; i < n; ++i) {
      const R part = of_pair ? parts[(first + 1) * n + i] : R(0);
      vectors[j * n + i] = std::complex<R>(parts[first * n + i], second ? -part : part);
    }
    second = of_pair && !second;
  }
}

} // namespace weft::detail
