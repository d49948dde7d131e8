#include "linalg/lapack/decompose.hpp"

#include <weft/linalg/qr.hpp>

namespace weft::detail {

void qr_factors(decomposition_job const& job) {
  bool const pivoted = job.to[2] != nullptr;
  decompose_each(job, pivoted ? "geqp3" : "geqrf", [&]<class T>(lapack_call& call, std::type_identity<T>) {
    blas_int const m = to_blas(call, job.m), n = to_blas(call, job.n), k = std::min(m, n), lead = leading(m);
    blas_int const columns = job.full ? m : k;
    blas_int info = 0;
    lapack_memory<T> const tau(k);
    lapack_memory<blas_int> const order(pivoted ? n : 0);
    lapack_memory<real_t<T>> const reals(pivoted && is_complex<T> ? 2 * job.n : 0);
    auto const reflect = [&](T* a, T* work, blas_int length) {
      if (!pivoted)
        lapack<T>::geqrf(&m, &n, a, &lead, tau.data(), work, &length, &info);
      else if constexpr (is_complex<T>)
        lapack<T>::geqp3(&m, &n, a, &lead, order.data(), tau.data(), work, &length, reals.data(), &info);
      else
        lapack<T>::geqp3(&m, &n, a, &lead, order.data(), tau.data(), work, &length, &info);
    };
    auto const form_q = [&](T* q, T* work, blas_int length) { // turns the reflections in q into Q
      lapack<T>::orgqr(&m, &columns, &k, q, &lead, tau.data(), work, &length, &info);
    };
    lapack_work<T> const room(
        call, std::max<index_t>(pivoted ? 3 * job.n + 1 : leading(n), leading(columns)),
        [&](T* work, blas_int length) { reflect(work, work, length); },
        [&](T* work, blas_int length) { form_q(work, work, length); });
    each_matrix<T>(call, job, matrix_region::all, [&](T* a) {
      lapack_turn const turn(m, n);
      std::fill_n(order.data(), pivoted ? n : 0, blas_int(0)); // 0 tells geqp3 that it may exchange the column
      room.run([&](T* work, blas_int length) { reflect(a, work, length); });
      check_arguments(call, info);
      T *const r = result_at<T>(call, job, 0, columns * job.n), *const q = result_at<T>(call, job, 1, job.m * columns);
      index_t* const p = result_at<index_t>(call, job, 2, job.n);
      for (index_t j = 0; pivoted && j < n; ++j) // if k == 0, geqp3 may leave the zeros
        p[j] = k == 0 ? j : order[j] - 1;
      copy_upper(a, job.m, r, columns, job.n, job.by_rows);
      std::copy_n(a, job.m * k, q);
      room.run([&](T* work, blas_int length) { form_q(q, work, length); });
      check_arguments(call, info);
    });
  });
}

} // namespace weft::detail
