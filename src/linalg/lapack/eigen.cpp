#include "linalg/lapack/decompose.hpp"

#include <weft/linalg/eigen.hpp>

namespace weft::detail {
namespace {

/// Calls f(a, b) for each matrix a, or each pair; b is null without a pair. Throws linalg_error if an element of the
/// region is not finite.
template <class T, class F>
void each_pair(lapack_call& call, decomposition_job const& job, matrix_region region, F const& f) {
  each_matrix<T>(call, job, region, [&](T* a) {
    T* const b = matrix_at<T>(job.b, call.number, job.n * job.n);
    if (b != nullptr)
      check_finite(call, b, job.n, job.n, region, false, " of b");
    if (job.n > 0)
      f(a, b);
  });
}

/// The least lengths of the work memory of syevd, heevd, sygvd and hegvd: of elements, of integers, and of reals, which
/// only complex elements need.
struct symmetric_room {
  index_t elements, reals, integers;

  static symmetric_room of(index_t n, bool vectors, bool complex) {
    if (!vectors)
      return {complex ? n + 1 : 2 * n + 1, complex ? std::max<index_t>(n, 1) : 1, 1};
    return {complex ? 2 * n + n * n : 1 + 6 * n + 2 * n * n, complex ? 1 + 5 * n + 2 * n * n : 1, 3 + 5 * n};
  }
};

/// Makes complex eigenvectors of n elements for n eigenvalues with these imaginary parts. For a conjugate pair the
/// routines give the real and the imaginary part of the first vector, in two columns of `columns`.
template <class R>
void unite_pairs(index_t n, R const* imaginary, R const* columns, std::complex<R>* vectors) {
  bool second = false;
  for (index_t j = 0; j < n; ++j) {
    bool const of_pair = imaginary[j] != 0;
    index_t const first = second ? j - 1 : j;
    for (index_t i = 0; i < n; ++i) {
      R const imaginary_entry = of_pair ? columns[(first + 1) * n + i] : R(0);
      vectors[j * n + i] = std::complex<R>(columns[first * n + i], second ? -imaginary_entry : imaginary_entry);
    }
    second = of_pair && !second;
  }
}

/// Divides a vector by its 2-norm. The routines scale the moduli of both parts of the largest number to the sum 1, so
/// the squares do not overflow.
template <class C>
void to_unit_length(C* vector, index_t n) {
  typename C::value_type sum = 0;
  for (index_t i = 0; i < n; ++i)
    sum += std::norm(vector[i]);
  for (index_t i = 0; i < n && sum > 0; ++i)
    vector[i] /= std::sqrt(sum);
}
/// Makes values from n numbers alpha, which are n real and n imaginary parts for real matrices. If beta is given, the
/// values are the ratios alpha / beta; the beta of real matrices is real, and 0 or more.
template <class T, class C>
void store_values(index_t n, T const* alpha, T const* beta, C* values) {
  using R = real_t<T>;
  using limits = std::numeric_limits<R>;
  for (index_t j = 0; j < n; ++j) {
    C number{};
    if constexpr (is_complex<T>)
      number = alpha[j];
    else
      number = C(alpha[j], alpha[n + j]);
    R const by = beta == nullptr ? R(1) : std::real(beta[j]);
    if (beta == nullptr)
      values[j] = number;
    else if (by != 0)
      values[j] = C(number.real() / by, number.imag() / by);
    else
      values[j] = number == C(0) ? C(limits::quiet_NaN(), limits::quiet_NaN()) : C(limits::infinity(), 0);
    if constexpr (!is_complex<T>) // each value of a conjugate pair has a beta of its own
      if (j > 0 && beta != nullptr && alpha[n + j] < 0)
        values[j] = std::conj(values[j - 1]);
  }
}

/// Returns the address where a routine writes vectors: the result if it has their type, else `own`.
template <class T, class C>
T* vectors_of(C* result, T* own) {
  if constexpr (is_complex<T>)
    return result == nullptr ? own : result;
  else
    return own;
}

} // namespace

void symmetric_eigenvalues(decomposition_job const& job) {
  bool const complex = job.type == dtype::complex64 || job.type == dtype::complex128, pair = job.b != nullptr;
  char const* const routine = pair ? (complex ? "hegvd" : "sygvd") : complex ? "heevd" : "syevd";
  decompose_each(job, routine, [&]<class T>(lapack_call& call, std::type_identity<T>) {
    using R = real_t<T>;
    char const what = job.to[1] == nullptr ? 'N' : 'V';
    auto const least = symmetric_room::of(job.n, what == 'V', complex);
    blas_int const n = to_blas(call, job.n), ld = leading(n), kind = 1;
    blas_int const reals = to_blas(call, least.reals), integers = to_blas(call, least.integers);
    blas_int info = 0;
    lapack_memory<R> const of_reals(reals);
    lapack_memory<blas_int> const of_integers(integers);
    auto const call_routine = [&](T* a, T* b, R* values, T* work, blas_int length) {
      auto const run = [&](auto... memory) {
        if (pair)
          lapack<T>::sygvd(&kind, &what, "L", &n, a, &ld, b, &ld, values, work, &length, memory..., &info, 1, 1);
        else
          lapack<T>::syevd(&what, "L", &n, a, &ld, values, work, &length, memory..., &info, 1, 1);
      };
      blas_int const some = length < 0 ? length : reals, others = length < 0 ? length : integers;
      if constexpr (is_complex<T>)
        run(of_reals.data(), &some, of_integers.data(), &others);
      else
        run(of_integers.data(), &others);
    };
    lapack_work<T> const room(call, least.elements, [&](T* work, blas_int length) {
      call_routine(work, work, of_reals.data(), work, length);
    });
    each_pair<T>(call, job, matrix_region::lower, [&](T* a, T* b) {
      lapack_turn const turn(n, n);
      R* const values = result_at<R>(call, job, 0, n);
      room.run([&](T* work, blas_int length) { call_routine(a, b, values, work, length); });
      if (info > n)
        throw_linalg(call, "b is not positive definite, seen at column " + std::to_string(info - n - 1), info - n - 1);
      require_convergence(call, info, "eigenvalues");
    });
  });
}

void general_eigenvalues(decomposition_job const& job) {
  bool const pair = job.b != nullptr;
  decompose_each(job, pair ? "ggev" : "geev", [&]<class T>(lapack_call& call, std::type_identity<T>) {
    using R = real_t<T>;
    using C = std::complex<R>;
    char const what = job.to[1] == nullptr ? 'N' : 'V';
    blas_int n = to_blas(call, job.n), ld = leading(n), one = 1, info = 0;
    lapack_memory<T> const alpha(2 * job.n), beta(job.n), own(is_complex<T> || what == 'N' ? 0 : job.n * job.n);
    lapack_memory<R> const reals(is_complex<T> ? 8 * job.n : 0);
    T *const re = alpha.data(), *const im = re + job.n;
    auto const call_routine = [&](T* a, T* b, T* vectors, T* work, blas_int length) {
      T none{};
      if constexpr (is_complex<T>) {
        if (pair)
          lapack<T>::ggev("N", &what, &n, a, &ld, b, &ld, re, beta.data(), &none, &one, vectors, &ld, work, &length,
                          reals.data(), &info, 1, 1);
        else
          lapack<T>::geev("N", &what, &n, a, &ld, re, &none, &one, vectors, &ld, work, &length, reals.data(), &info, 1,
                          1);
      } else if (pair) {
        lapack<T>::ggev("N", &what, &n, a, &ld, b, &ld, re, im, beta.data(), &none, &one, vectors, &ld, work, &length,
                        &info, 1, 1);
      } else {
        lapack<T>::geev("N", &what, &n, a, &ld, re, im, &none, &one, vectors, &ld, work, &length, &info, 1, 1);
      }
    };
    lapack_work<T> const room(call, std::max<index_t>(pair ? 8 * job.n : 4 * job.n, 1),
                              [&](T* work, blas_int length) { call_routine(work, work, work, work, length); });
    each_pair<T>(call, job, matrix_region::all, [&](T* a, T* b) {
      C* const vectors = result_at<C>(call, job, 1, job.n * job.n);
      T* const found = vectors_of(vectors, own.data());
      {
        lapack_turn const turn(n, n);
        room.run([&](T* work, blas_int length) { call_routine(a, b, found, work, length); });
      }
      require_convergence(call, info, "eigenvalues");
      if constexpr (!is_complex<T>)
        if (vectors != nullptr)
          unite_pairs<R>(n, im, found, vectors);
      store_values(job.n, re, pair ? beta.data() : nullptr, result_at<C>(call, job, 0, n));
      for (index_t j = 0; j < n && pair && vectors != nullptr; ++j)
        to_unit_length(vectors + j * n, n);
    });
  });
}

} // namespace weft::detail
