#pragma once
#include "linalg/lapack/call.hpp"

namespace weft::detail {

/// Sets elements more than `band` rows below the diagonal to 0.
template <class T>
void clear_below(T* a, index_t n, index_t band) {
  for (index_t j = 0; j < n; ++j)
    std::fill(a + j * n + std::min(j + 1 + band, n), a + (j + 1) * n, T(0));
}

/// Computes Schur decompositions of n x n matrices, one after the other. Matrices lie column by column and without
/// gaps.
template <class T>
class schur_decomposition {
public:
  schur_decomposition(lapack_call const& call, index_t n)
      : call_(call), n_(to_blas(call, n)), values_(2 * n), reals_(is_complex<T> ? n : 0),
        work_(call, std::max<index_t>(3 * n, 1),
              [this](T* work, blas_int length) { call_routine(work, work, work, length); }) {}

  /// Replaces a by the triangular factor, and sets z to the Schur vectors.
  void run(T* a, T* z) {
    if (n_ == 0)
      return;
    {
      lapack_turn const turn(n_, n_);
      work_.run([&](T* work, blas_int length) { call_routine(a, z, work, length); });
    }
    lapack_call at = call_; // errors name gees, whatever operation asked for the decomposition
    at.routine = "gees";
    require_convergence(at, info_, "eigenvalues");
    clear_below(a, n_, is_complex<T> ? 0 : 1);
  }

private:
  void call_routine(T* a, T* z, T* work, blas_int length) {
    blas_int const ld = leading(n_);
    blas_int sorted = 0, unused = 0;
    T *const re = values_.data(), *const im = re + n_;
    if constexpr (is_complex<T>)
      lapack<T>::gees("V", "N", nullptr, &n_, a, &ld, &sorted, re, z, &ld, work, &length, reals_.data(), &unused,
                      &info_, 1, 1);
    else
      lapack<T>::gees("V", "N", nullptr, &n_, a, &ld, &sorted, re, im, z, &ld, work, &length, &unused, &info_, 1, 1);
  }

  lapack_call const& call_;
  blas_int n_, info_ = 0;
  lapack_memory<T> values_;
  lapack_memory<real_t<T>> reals_;
  lapack_work<T> work_;
};

} // namespace weft::detail
