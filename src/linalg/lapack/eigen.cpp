#include "linalg/lapack/call.hpp"
#include "linalg/lapack/conjugate_pairs.hpp"

#include <weft/linalg/eigen.hpp>

namespace weft::detail {
namespace {

/// Of symmetric or Hermitian matrices a of one size, one after the other; `pair`: a v = w b v with such matrices b too.
template <class T>
class symmetric_problem {
  using R = real_t<T>;

public:
  symmetric_problem(lapack_call const& call, index_t n, bool vectors, bool pair)
      : call_(call), what_(vectors ? 'V' : 'N'), pair_(pair), n_(to_blas(call, n)),
        real_length_(is_complex<T> ? to_blas(call, vectors ? 1 + 5 * n + 2 * n * n : leading(n_)) : 1),
        integer_length_(to_blas(call, vectors ? 3 + 5 * n : 1)), of_reals_(real_length_), of_integers_(integer_length_),
        length_(work_length<T>(call, least_length(n, vectors),
                               [this](T* work, blas_int length) {
                                 T none{};
                                 R value{};
                                 call_routine(&none, &none, &value, work, length);
                               })),
        work_(length_) {}

  /// The lower triangles are read; both are overwritten, a with the vectors if they are wanted.
  void run(T* a, T* b, R* values) {
    if (n_ == 0)
      return;
    const lapack_turn turn(n_, n_);
    call_routine(a, b, values, work_.data(), length_);
    if (info_ > n_)
      throw_linalg(call_, "b is not positive definite, seen at column " + std::to_string(info_ - n_ - 1),
                   info_ - n_ - 1);
    check_eigenvalues(call_, info_);
  }

private:
  /// The routines for a pair ask for the same memory.
  static index_t least_length(index_t n, bool vectors) {
    if (is_complex<T>)
      return vectors ? 2 * n + n * n : n + 1;
    return vectors ? 1 + 6 * n + 2 * n * n : 2 * n + 1;
  }
  void call_routine(T* a, T* b, R* values, T* work, blas_int length) {
    const blas_int kind = 1, ld = leading(n_);
    const blas_int of_reals = length < 0 ? length : real_length_, of_integers = length < 0 ? length : integer_length_;
    if constexpr (is_complex<T>) {
      if (pair_)
        lapack<T>::sygvd(&kind, &what_, "L", &n_, a, &ld, b, &ld, values, work, &length, of_reals_.data(), &of_reals,
                         of_integers_.data(), &of_integers, &info_, 1, 1);
      else
        lapack<T>::syevd(&what_, "L", &n_, a, &ld, values, work, &length, of_reals_.data(), &of_reals,
                         of_integers_.data(), &of_integers, &info_, 1, 1);
    } else {
      if (pair_)
        lapack<T>::sygvd(&kind, &what_, "L", &n_, a, &ld, b, &ld, values, work, &length, of_integers_.data(),
                         &of_integers, &info_, 1, 1);
      else
        lapack<T>::syevd(&what_, "L", &n_, a, &ld, values, work, &length, of_integers_.data(), &of_integers, &info_, 1,
                         1);
    }
  }

  lapack_call const& call_;
  char what_;
  bool pair_;
  blas_int n_, real_length_, integer_length_, info_ = 0;
  lapack_memory<R> of_reals_;
  lapack_memory<blas_int> of_integers_;
  blas_int length_;
  lapack_memory<T> work_;
};

/// Of any square matrices of one size, one after the other.
template <class T>
class general_problem {
  using R = real_t<T>;
  using C = std::complex<R>;

public:
  general_problem(lapack_call const& call, index_t n, bool vectors)
      : call_(call), what_(vectors ? 'V' : 'N'), n_(to_blas(call, n)), reals_(2 * n),
        real_vectors_(is_complex<T> || !vectors ? 0 : n * n),
        length_(work_length<T>(call, std::max<index_t>(4 * n, 1),
                               [this](T* work, blas_int length) {
                                 T none{};
                                 C value{};
                                 call_routine(&none, &value, &none, work, length);
                               })),
        work_(length_) {}

  void run(T* a, C* values, C* vectors) {
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
      call_routine(a, values, what_ == 'V' ? own : &none, work_.data(), length_);
    }
    check_eigenvalues(call_, info_);
    if constexpr (!is_complex<T>)
      to_complex(values, vectors);
  }

private:
  void call_routine(T* a, [[maybe_unused]] C* values, T* vectors, T* work, blas_int length) {
    const blas_int one = 1, ld = leading(n_);
    T none{};
    if constexpr (is_complex<T>)
      lapack<T>::geev("N", &what_, &n_, a, &ld, values, &none, &one, vectors, &ld, work, &length, reals_.data(), &info_,
                      1, 1);
    else
      lapack<T>::geev("N", &what_, &n_, a, &ld, reals_.data(), reals_.data() + n_, &none, &one, vectors, &ld, work,
                      &length, &info_, 1, 1);
  }
  void to_complex(C* values, C* vectors) const {
    R const* const imaginary = reals_.data() + n_;
    for (index_t j = 0; j < n_; ++j)
      values[j] = C(reals_[j], imaginary[j]);
    if (vectors != nullptr)
      unite_pairs<R>(n_, imaginary, real_vectors_.data(), vectors);
  }

  lapack_call const& call_;
  char what_;
  blas_int n_, info_ = 0;
  lapack_memory<R> reals_;
  lapack_memory<T> real_vectors_;
  blas_int length_;
  lapack_memory<T> work_;
};

} // namespace

void symmetric_eigenvalues(eigen_job const& job) {
  const index_t n = job.n;
  const bool complex = job.type == dtype::complex64 || job.type == dtype::complex128, pair = job.b != nullptr;
  char const* const routine = pair ? (complex ? "hegvd" : "sygvd") : complex ? "heevd" : "syevd";
  with_lapack(job.type, job.operation, routine, job.count, [&](lapack_call& call, auto zero) {
    using T = decltype(zero);
    symmetric_problem<T> problem(call, n, job.wants_vectors, pair);
    do {
      T* const a = matrix_at<T>(job.a, call.number, n * n);
      T* const b = matrix_at<T>(job.b, call.number, n * n);
      check_finite(call, a, n, n, matrix_part::lower, false);
      if (pair)
        check_finite(call, b, n, n, matrix_part::lower, false, " of b");
      problem.run(a, b, matrix_at<real_t<T>>(job.values, call.number, n));
    } while (call.next());
  });
}

void general_eigenvalues(eigen_job const& job, void* vectors) {
  const index_t n = job.n;
  with_lapack(job.type, job.operation, "geev", job.count, [&](lapack_call& call, auto zero) {
    using T = decltype(zero);
    using C = std::complex<real_t<T>>;
    general_problem<T> problem(call, n, job.wants_vectors);
    do {
      T* const a = matrix_at<T>(job.a, call.number, n * n);
      check_finite(call, a, n, n, matrix_part::all, false);
      problem.run(a, matrix_at<C>(job.values, call.number, n), matrix_at<C>(vectors, call.number, n * n));
    } while (call.next());
  });
}

} // namespace weft::detail
