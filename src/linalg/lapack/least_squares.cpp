#include "linalg/lapack/multiply.hpp"

#include <weft/base/check.hpp>
#include <weft/layout/loose.hpp>
#include <weft/linalg/least_squares.hpp>

namespace weft::detail {
namespace {

/// Solves problems of least squares of one shape, one after the other.
template <class T>
class minimisation {
  using R = real_t<T>;

public:
  minimisation(lapack_call const& call, least_squares_job const& job)
      : call_(call), by_qr_(job.by_qr), m_(to_blas(call, job.m)), n_(to_blas(call, job.n)), k_(to_blas(call, job.k)),
        rows_(leading(std::max(m_, n_))), tolerance_(tolerance(job.tolerance)), solution_(index_t(rows_) * k_),
        kept_(job.m * job.n),
        length_(work_length<T>(call, least_length(),
                               [this](T* work, blas_int length) {
                                 T none{};
                                 R value{};
                                 call_routine(&none, &value, work, length, &real_length_, &integer_length_);
                               })),
        work_(length_), reals_(!is_complex<T> ? 0
                               : by_qr_       ? 2 * job.n
                                              : static_cast<index_t>(real_length_)),
        integers_(by_qr_ ? job.n : std::max<index_t>(integer_length_, least_integers())) {}

  /// Solves one problem and overwrites a and b. Returns the rank.
  index_t run(T* a, T* b, T* x, R* residuals, R* values) {
    std::copy(a, a + index_t(m_) * n_, kept_.data());
    if (m_ == 0 || n_ == 0) {
      rank_ = 0;
      std::fill(x, x + index_t(n_) * k_, T(0));
    } else {
      for (index_t j = 0; j < k_; ++j)
        std::copy(b + j * m_, b + (j + 1) * m_, solution_.data() + j * rows_);
      solve(a, values);
      require_in_range<T>(call_, {solution_.data(), {n_, k_, 1, rows_}}, solution_overflows);
      for (index_t j = 0; j < k_; ++j)
        std::copy(solution_.data() + j * rows_, solution_.data() + j * rows_ + n_, x + j * n_);
      multiply({cblas_no_trans, m_, k_, n_}, T(-1), kept_.data(), m_, x, n_, T(1), b);
    }
    for (index_t j = 0; j < k_; ++j) {
      residuals[j] = 0;
      for (index_t i = 0; i < m_; ++i)
        residuals[j] += std::norm(b[j * m_ + i]);
    }
    return rank_;
  }

private:
  R tolerance(double wanted) const {
    return wanted < 0 ? R(rows_) * std::numeric_limits<R>::epsilon() : static_cast<R>(wanted);
  }
  void solve(T* a, R* values) {
    lapack_turn const turn(m_, n_);
    if (by_qr_)
      std::fill(integers_.data(), integers_.data() + n_, blas_int(0)); // 0 tells gelsy that it may exchange the column
    call_routine(a, values, work_.data(), length_, reals_.data(), integers_.data());
    check_arguments(call_, info_);
    if (info_ > 0)
      throw_linalg(call_, "the singular values have not converged", info_);
  }
  /// Returns an upper bound of the levels of divide and conquer, which stops at 25 values.
  index_t levels() const { return std::ilogb(double(std::min(m_, n_)) + 1) + 1; }
  index_t least_length() const {
    index_t const n = std::min(m_, n_);
    if (by_qr_)
      return n + std::max(2 * n + std::max<index_t>(n_ + 1, k_), 3 * index_t(n_) + 1);
    return is_complex<T> ? 2 * n + n * k_ + 1 : 12 * n + 50 * n + 8 * n * levels() + n * k_ + 26 * 26;
  }
  index_t least_integers() const { return std::min(m_, n_) * (3 * levels() + 11); }
  void call_routine(T* a, R* values, T* work, blas_int length, [[maybe_unused]] R* reals, blas_int* integers) {
    blas_int const lda = leading(m_);
    auto const with_reals = [&](auto const& f) {
      if constexpr (is_complex<T>)
        f(reals);
      else
        f();
    };
    with_reals([&](auto... r) {
      if (by_qr_)
        lapack<T>::gelsy(&m_, &n_, &k_, a, &lda, solution_.data(), &rows_, integers, &tolerance_, &rank_, work, &length,
                         r..., &info_);
      else
        lapack<T>::gelsd(&m_, &n_, &k_, a, &lda, solution_.data(), &rows_, values, &tolerance_, &rank_, work, &length,
                         r..., integers, &info_);
    });
  }

  lapack_call const& call_;
  bool by_qr_;
  blas_int m_, n_, k_, rows_, rank_ = 0, info_ = 0, integer_length_ = 0;
  R tolerance_, real_length_ = 0;
  lapack_memory<T> solution_, kept_;
  blas_int length_;
  lapack_memory<T> work_;
  lapack_memory<R> reals_;
  lapack_memory<blas_int> integers_;
};

} // namespace

void least_squares(least_squares_job const& job) {
  index_t const m = job.m, n = job.n, k = job.k;
  char const* const routine = job.by_qr ? "gelsy" : "gelsd";
  with_lapack(job.type, "linalg::lstsq", routine, job.count, [&](lapack_call& call, auto zero) {
    using T = decltype(zero);
    using R = real_t<T>;
    minimisation<T> problem(call, job);
    do {
      index_t const number = call.number;
      T* const a = matrix_at<T>(job.matrices, number, m * n);
      T* const b = matrix_at<T>(job.right, number, m * k);
      check_finite(call, a, m, n, matrix_region::all, false);
      check_finite(call, b, m, k, matrix_region::all, false, " of the right side");
      job.ranks[number] = problem.run(a, b, matrix_at<T>(job.x, number, n * k), matrix_at<R>(job.residuals, number, k),
                                      matrix_at<R>(job.values, number, std::min(m, n)));
    } while (call.next());
  });
}

} // namespace weft::detail
