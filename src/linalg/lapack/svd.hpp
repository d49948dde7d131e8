#pragma once
#include "linalg/lapack/call.hpp"

namespace weft::detail {

/// Singular value decompositions of matrices m x n, one after the other, column by column and without gaps.
template <class T>
class svd_decomposition {
  using R = real_t<T>;

public:
  /// what: 'N' the values, 'S' also as many vectors, 'A' all vectors.
  svd_decomposition(lapack_call const& call, index_t m, index_t n, char what)
      : call_(call), what_(what), m_(to_blas(call, m)), n_(to_blas(call, n)), least_(std::min(m_, n_)),
        rows_of_vh_(what == 'A' ? n_ : least_), of_rotations_(is_complex<T> ? rotations() : 0),
        of_integers_(8 * index_t(least_)),
        length_(work_length<T>(call, least_length(),
                               [this](T* work, blas_int length) {
                                 T none{};
                                 R value{};
                                 call_routine(&none, &value, &none, &none, work, length);
                               })),
        work_(length_) {}

  /// a is overwritten; u and vh are not touched for 'N'.
  void run(T* a, R* values, T* u, T* vh) {
    if (least_ == 0)
      return without_values(u, vh);
    T none{};
    {
      const lapack_turn turn(m_, n_);
      call_routine(a, values, what_ == 'N' ? &none : u, what_ == 'N' ? &none : vh, work_.data(), length_);
    }
    check_arguments(call_, info_);
    if (info_ > 0)
      throw_linalg(call_, "the singular values have not converged", info_);
  }

private:
  /// What the documentation of gesdd asks for at least, in all its versions.
  index_t least_length() const {
    const index_t least = least_, most = std::max(m_, n_);
    if (what_ == 'N')
      return is_complex<T> ? 2 * least + most : 3 * least + std::max(most, 7 * least);
    return is_complex<T> ? least * least + 3 * least + most : 4 * least * least + 7 * least + most;
  }
  index_t rotations() const {
    const index_t least = least_, most = std::max(m_, n_);
    return what_ == 'N' ? 7 * least : least * std::max(5 * least + 7, 2 * most + 2 * least + 1);
  }
  /// One of the factors may be square, though there are no values.
  void without_values(T* u, T* vh) const {
    if (what_ != 'A')
      return;
    for (const auto& [unit, n] : {std::pair(u, m_), std::pair(vh, n_)})
      for (index_t k = 0; k < index_t(n) * n; ++k)
        unit[k] = k % (n + 1) == 0 ? T(1) : T(0);
  }
  void call_routine(T* a, R* values, T* u, T* vh, T* work, blas_int length) {
    const blas_int lda = leading(m_), ldvt = leading(rows_of_vh_);
    if constexpr (is_complex<T>)
      lapack<T>::gesdd(&what_, &m_, &n_, a, &lda, values, u, &lda, vh, &ldvt, work, &length, of_rotations_.data(),
                       of_integers_.data(), &info_, 1);
    else
      lapack<T>::gesdd(&what_, &m_, &n_, a, &lda, values, u, &lda, vh, &ldvt, work, &length, of_integers_.data(),
                       &info_, 1);
  }

  lapack_call const& call_;
  char what_;
  blas_int m_, n_, least_, rows_of_vh_, info_ = 0;
  lapack_memory<R> of_rotations_;
  lapack_memory<blas_int> of_integers_;
  blas_int length_;
  lapack_memory<T> work_;
};

} // namespace weft::detail
