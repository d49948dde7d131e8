#pragma once
#include "linalg/lapack/decompose.hpp"

namespace weft::detail {

/// Returns the least number of elements of work memory that the documentation of gesdd asks for, in all its versions.
/// Complex elements need reals_of_gesdd() beside it.
template <class T>
index_t room_of_gesdd(char what, index_t least, index_t most) {
  if (what == 'N')
    return is_complex<T> ? 2 * least + most : 3 * least + std::max(most, 7 * least);
  return is_complex<T> ? least * least + 3 * least + most : 4 * least * least + 7 * least + most;
}
inline index_t reals_of_gesdd(char what, index_t least, index_t most) {
  return what == 'N' ? 7 * least : least * std::max(5 * least + 7, 2 * most + 2 * least + 1);
}

/// Calls f(call, a, run) for each matrix, where run(a, values, u, vh) decomposes it and overwrites a. what: 'N' finds
/// only the values, 'S' also min(m, n) vectors on each side, 'A' all vectors. For 'N', u and vh are null.
template <class F>
void svd_each(decomposition_job const& job, char what, F const& f) {
  decompose_each(job, "gesdd", [&]<class T>(lapack_call& call, std::type_identity<T>) {
    using R = real_t<T>;
    blas_int const m = to_blas(call, job.m), n = to_blas(call, job.n), least = std::min(m, n), lead = leading(m);
    blas_int const lead_vh = leading(what == 'A' ? n : least);
    blas_int info = 0;
    lapack_memory<R> const reals(is_complex<T> ? reals_of_gesdd(what, least, std::max(m, n)) : 0);
    lapack_memory<blas_int> const integers(8 * index_t(least));
    auto const routine = [&](T* a, R* values, T* u, T* vh, T* work, blas_int length) {
      if constexpr (is_complex<T>)
        lapack<T>::gesdd(&what, &m, &n, a, &lead, values, u, &lead, vh, &lead_vh, work, &length, reals.data(),
                         integers.data(), &info, 1);
      else
        lapack<T>::gesdd(&what, &m, &n, a, &lead, values, u, &lead, vh, &lead_vh, work, &length, integers.data(), &info,
                         1);
    };
    lapack_work<T> const room(call, room_of_gesdd<T>(what, least, std::max(m, n)), [&](T* work, blas_int length) {
      R value{};
      routine(work, &value, work, work, work, length);
    });
    auto const run = [&](T* a, R* values, T* u, T* vh) {
      T none{};
      if (least == 0) { // no values, but u or vh may be an identity
        for (auto const& [unit, extent] : {std::pair(u, m), std::pair(vh, n)})
          for (index_t k = 0; what == 'A' && k < index_t(extent) * extent; ++k)
            unit[k] = k % (extent + 1) == 0 ? T(1) : T(0);
        return;
      }
      {
        lapack_turn const turn(m, n);
        room.run([&](T* work, blas_int length) {
          routine(a, values, u == nullptr ? &none : u, vh == nullptr ? &none : vh, work, length);
        });
      }
      require_convergence(call, info, "singular values");
    };
    each_matrix<T>(call, job, matrix_region::all, [&](T* a) { f(call, a, run); });
  });
}

/// Calls f(call, values, least) for each matrix, with its `least` singular values. No vectors are computed.
template <class F>
void singular_values_each(decomposition_job const& job, F const& f) {
  svd_each(job, 'N', [&]<class T>(lapack_call const& call, T* a, auto const& run) {
    lapack_memory<real_t<T>> const values(std::min(job.m, job.n));
    run(a, values.data(), static_cast<T*>(nullptr), static_cast<T*>(nullptr));
    f(call, values.data(), std::min(job.m, job.n));
  });
}

} // namespace weft::detail
