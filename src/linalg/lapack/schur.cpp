#include "linalg/lapack/schur.hpp"

#include <weft/linalg/schur.hpp>

namespace weft::detail {
namespace {

template <class T>
class hessenberg_reduction {
public:
  hessenberg_reduction(lapack_call const& call, index_t n)
      : call_(call), n_(to_blas(call, n)), tau_(n), length_(std::max(work_length<T>(call, leading(n_),
                                                                                    [this](T* work, blas_int length) {
                                                                                      T none{};
                                                                                      reflect(&none, work, length);
                                                                                    }),
                                                                     work_length<T>(call, leading(n_),
                                                                                    [this](T* work, blas_int length) {
                                                                                      T none{};
                                                                                      form_q(&none, work, length);
                                                                                    }))),
        work_(length_) {}

  void run(T* a, T* q) {
    if (n_ == 0)
      return;
    const lapack_turn turn(n_, n_);
    reflect(a, work_.data(), length_);
    check_arguments(call_, info_);
    std::copy(a, a + index_t(n_) * n_, q);
    form_q(q, work_.data(), length_);
    check_arguments(call_, info_);
    clear_below(a, n_, 1);
  }

private:
  void reflect(T* a, T* work, blas_int length) {
    const blas_int one = 1, ld = leading(n_);
    lapack<T>::gehrd(&n_, &one, &n_, a, &ld, tau_.data(), work, &length, &info_);
  }
  void form_q(T* q, T* work, blas_int length) {
    const blas_int one = 1, ld = leading(n_);
    lapack<T>::orghr(&n_, &one, &n_, q, &ld, tau_.data(), work, &length, &info_);
  }

  lapack_call const& call_;
  blas_int n_, info_ = 0;
  lapack_memory<T> tau_;
  blas_int length_;
  lapack_memory<T> work_;
};

/// With one of the two, each matrix of a batch.
template <template <class> class Reduction>
void reduce_each(unitary_job const& job, char const* operation, char const* routine) {
  const index_t n = job.n;
  with_lapack(job.type, operation, routine, job.count, [&](lapack_call& call, auto zero) {
    using T = decltype(zero);
    Reduction<T> reduction(call, n);
    do {
      T* const a = matrix_at<T>(job.matrices, call.number, n * n);
      check_finite(call, a, n, n, matrix_part::all, false);
      reduction.run(a, matrix_at<T>(job.unitary, call.number, n * n));
    } while (call.next());
  });
}

} // namespace

void schur_factors(unitary_job const& job) {
  reduce_each<schur_decomposition>(job, "linalg::schur", "gees");
}

void hessenberg_factors(unitary_job const& job) {
  reduce_each<hessenberg_reduction>(job, "linalg::hessenberg", "gehrd");
}

} // namespace weft::detail
