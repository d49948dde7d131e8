#include "linalg/lapack/call.hpp"
#include "linalg/lapack/conjugate_pairs.hpp"

#include <weft/linalg/eigen.hpp>

namespace weft::detail {
namespace {

/// a v = w b v of any square matrices of one size, one pair after the other.
template <class T>
class general_pair {
  using R = real_t<T>;
  using C = std::complex<R>;

public:
  general_pair(lapack_call const& call, index_t n, bool vectors)
      : call_(call), what_(vectors ? 'V' : 'N'), n_(to_blas(call, n)), alpha_((is_complex<T> ? 1 : 2) * n), beta_(n),
        real_vectors_(is_complex<T> || !vectors ? 0 : n * n), of_reals_(is_complex<T> ? 8 * n : 0),
        length_(work_length<T>(call, std::max<index_t>(8 * n, 1),
                               [this](T* work, blas_int length) {
                                 T none{};
                                 call_routine(&none, &none, &none, work, length);
                               })),
        work_(length_) {}

  void run(T* a, T* b, C* values, C* vectors) {
    if (n_ == 0)
      return;
    T* own = nullptr;
    if constexpr (is_complex<T>)
      own = vectors;
    else
      own = real_vectors_.data();
    {
      const lapack_turn turn(n_, n_);
      T none{};
      call_routine(a, b, what_ == 'V' ? own : &none, work_.data(), length_);
    }
    check_eigenvalues(call_, info_);
    if constexpr (!is_complex<T>)
      if (vectors != nullptr)
        unite_pairs<R>(n_, alpha_.data() + n_, real_vectors_.data(), vectors);
    for (index_t j = 0; j < n_; ++j) {
      values[j] = ratio(j);
      if (vectors != nullptr)
        to_unit_length(vectors + j * n_);
    }
    if constexpr (!is_complex<T>) // each of a pair is divided by a beta of its own
      for (index_t j = 1; j < n_; ++j)
        if (alpha_[n_ + j] < 0)
          values[j] = std::conj(values[j - 1]);
  }

private:
  void call_routine(T* a, T* b, T* vectors, T* work, blas_int length) {
    const blas_int one = 1, ld = leading(n_);
    T none{};
    if constexpr (is_complex<T>)
      lapack<T>::ggev("N", &what_, &n_, a, &ld, b, &ld, alpha_.data(), beta_.data(), &none, &one, vectors, &ld, work,
                      &length, of_reals_.data(), &info_, 1, 1);
    else
      lapack<T>::ggev("N", &what_, &n_, a, &ld, b, &ld, alpha_.data(), alpha_.data() + n_, beta_.data(), &none, &one,
                      vectors, &ld, work, &length, &info_, 1, 1);
  }
  /// The routines make beta real, and 0 or more.
  C ratio(index_t j) const {
    const R beta = std::real(beta_[j]);
    C alpha{};
    if constexpr (is_complex<T>)
      alpha = alpha_[j];
    else
      alpha = C(alpha_[j], alpha_[n_ + j]);
    if (beta != 0)
      return C(alpha.real() / beta, alpha.imag() / beta);
    const R nan = std::numeric_limits<R>::quiet_NaN();
    return alpha == C(0) ? C(nan, nan) : C(std::numeric_limits<R>::infinity(), 0);
  }
  /// Of the largest number the routines make the moduli of both parts 1 in sum, so that the squares do not overflow.
  void to_unit_length(C* vector) const {
    R sum = 0;
    for (index_t i = 0; i < n_; ++i)
      sum += std::norm(vector[i]);
    if (sum > 0)
      for (index_t i = 0; i < n_; ++i)
        vector[i] /= std::sqrt(sum);
  }

  lapack_call const& call_;
  char what_;
  blas_int n_, info_ = 0;
  lapack_memory<T> alpha_, beta_, real_vectors_;
  lapack_memory<R> of_reals_;
  blas_int length_;
  lapack_memory<T> work_;
};

} // namespace

void general_pair_eigenvalues(eigen_job const& job, void* vectors) {
  const index_t n = job.n;
  with_lapack(job.type, job.operation, "ggev", job.count, [&](lapack_call& call, auto zero) {
    using T = decltype(zero);
    using C = std::complex<real_t<T>>;
    general_pair<T> problem(call, n, job.wants_vectors);
    do {
      T* const a = matrix_at<T>(job.a, call.number, n * n);
      T* const b = matrix_at<T>(job.b, call.number, n * n);
      check_finite(call, a, n, n, matrix_part::all, false);
      check_finite(call, b, n, n, matrix_part::all, false, " of b");
      problem.run(a, b, matrix_at<C>(job.values, call.number, n), matrix_at<C>(vectors, call.number, n * n));
    } while (call.next());
  });
}

} // namespace weft::detail
