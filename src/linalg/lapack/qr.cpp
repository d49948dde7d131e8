#include "linalg/lapack/call.hpp"

#include <weft/linalg/qr.hpp>

namespace weft::detail {
namespace {

/// The factors of matrices of one shape, one after the other.
template <class T>
class qr_factorisation {
public:
  qr_factorisation(lapack_call const& call, qr_job const& job)
      : call_(call), m_(to_blas(call, job.m)), n_(to_blas(call, job.n)), columns_(to_blas(call, job.columns_of_q)),
        reflections_(std::min(m_, n_)), lead_(leading(m_)), tau_(reflections_), pivoted_(job.pivots != nullptr),
        order_(pivoted_ ? n_ : 0), reals_(pivoted_ && is_complex<T> ? 2 * index_t(n_) : 0), length_(longest(job)),
        work_(length_) {}

  /// pivots: null where columns stay where they are.
  void run(T* a, T* q, T* r, bool r_by_rows, index_t* pivots) {
    const lapack_turn turn(m_, n_);
    if (pivoted_)
      std::fill(order_.data(), order_.data() + n_, blas_int(0)); // any column may be the first
    reflect(a, work_.data(), length_);
    check_arguments(call_, info_);
    if (pivoted_) // without reflections the routine may leave the zeros
      for (index_t j = 0; j < n_; ++j)
        pivots[j] = reflections_ == 0 ? j : order_[j] - 1;
    for (index_t j = 0; j < n_; ++j)
      for (index_t i = 0; i < columns_; ++i)
        r[r_by_rows ? i * n_ + j : j * columns_ + i] = i > j ? T(0) : a[j * m_ + i];
    std::copy(a, a + index_t(m_) * reflections_, q);
    form_q(q, work_.data(), length_);
    check_arguments(call_, info_);
  }

private:
  void reflect(T* a, T* work, blas_int length) {
    if (!pivoted_)
      lapack<T>::geqrf(&m_, &n_, a, &lead_, tau_.data(), work, &length, &info_);
    else if constexpr (is_complex<T>)
      lapack<T>::geqp3(&m_, &n_, a, &lead_, order_.data(), tau_.data(), work, &length, reals_.data(), &info_);
    else
      lapack<T>::geqp3(&m_, &n_, a, &lead_, order_.data(), tau_.data(), work, &length, &info_);
  }
  /// q begins with the reflections and becomes the matrix.
  void form_q(T* q, T* work, blas_int length) {
    lapack<T>::orgqr(&m_, &columns_, &reflections_, q, &lead_, tau_.data(), work, &length, &info_);
  }
  blas_int longest(qr_job const& job) {
    T* const a = static_cast<T*>(job.matrices);
    T* const q = static_cast<T*>(job.q);
    const index_t least = pivoted_ ? 3 * index_t(n_) + 1 : leading(n_);
    return std::max(
        work_length<T>(call_, least, [&](T* work, blas_int length) { reflect(a, work, length); }),
        work_length<T>(call_, leading(columns_), [&](T* work, blas_int length) { form_q(q, work, length); }));
  }

  lapack_call const& call_;
  blas_int m_, n_, columns_, reflections_, lead_, info_ = 0;
  lapack_memory<T> tau_;
  bool pivoted_;
  lapack_memory<blas_int> order_;
  lapack_memory<real_t<T>> reals_;
  blas_int length_;
  lapack_memory<T> work_;
};

} // namespace

void qr_factors(qr_job const& job) {
  const index_t m = job.m, n = job.n, columns = job.columns_of_q;
  char const* const routine = job.pivots == nullptr ? "geqrf" : "geqp3";
  with_lapack(job.type, "linalg::qr", routine, job.count, [&](lapack_call& call, auto zero) {
    using T = decltype(zero);
    qr_factorisation<T> factorisation(call, job);
    do {
      T* const a = matrix_at<T>(job.matrices, call.number, m * n);
      check_finite(call, a, m, n, matrix_part::all, false);
      factorisation.run(a, matrix_at<T>(job.q, call.number, m * columns), matrix_at<T>(job.r, call.number, columns * n),
                        job.r_by_rows, matrix_at<index_t>(job.pivots, call.number, n));
    } while (call.next());
  });
}

} // namespace weft::detail
