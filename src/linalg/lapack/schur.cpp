#include "linalg/lapack/schur.hpp"
#include "linalg/lapack/decompose.hpp"

#include <weft/linalg/schur.hpp>

namespace weft::detail {

void schur_factors(decomposition_job const& job) {
  decompose_each(job, "gees", [&]<class T>(lapack_call& call, std::type_identity<T>) {
    schur_decomposition<T> schur(call, job.n);
    each_matrix<T>(call, job, matrix_region::all,
                   [&](T* a) { schur.run(a, result_at<T>(call, job, 1, job.n * job.n)); });
  });
}

void hessenberg_factors(decomposition_job const& job) {
  decompose_each(job, "gehrd", [&]<class T>(lapack_call& call, std::type_identity<T>) {
    blas_int const n = to_blas(call, job.n), one = 1, ld = leading(n);
    blas_int info = 0;
    lapack_memory<T> const tau(job.n);
    auto const reflect = [&](T* a, T* work, blas_int length) {
      lapack<T>::gehrd(&n, &one, &n, a, &ld, tau.data(), work, &length, &info);
    };
    auto const form_q = [&](T* q, T* work, blas_int length) {
      lapack<T>::orghr(&n, &one, &n, q, &ld, tau.data(), work, &length, &info);
    };
    lapack_work<T> const room(
        call, leading(n), [&](T* work, blas_int length) { reflect(work, work, length); },
        [&](T* work, blas_int length) { form_q(work, work, length); });
    each_matrix<T>(call, job, matrix_region::all, [&](T* a) {
      if (n == 0)
        return;
      lapack_turn const turn(n, n);
      room.run([&](T* work, blas_int length) { reflect(a, work, length); });
      check_arguments(call, info);
      T* const q = result_at<T>(call, job, 1, job.n * job.n);
      std::copy_n(a, job.n * job.n, q);
      room.run([&](T* work, blas_int length) { form_q(q, work, length); });
      check_arguments(call, info);
      clear_below(a, job.n, 1);
    });
  });
}

} // namespace weft::detail
