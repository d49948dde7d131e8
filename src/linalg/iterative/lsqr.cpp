#include "linalg/iterative/history.hpp"

namespace weft::detail {
namespace {

/// LSQR: the bidiagonalisation of Golub and Kahan, and rotations that solve the least squares of its matrix. If the
/// recurrence has converged but the computed residual has not, it begins again with that residual as right side.
template <class T>
class least_squares_by_rotations {
  using R = real_t<T>;

public:
  least_squares_by_rotations(iterative_job& job, history& h)
      : history_(h), tolerance_(job.options->tolerance), a_(job.a), adjoint_(job.adjoint), of_x_(job.n), of_b_(job.m),
        room_(2 * job.m + 3 * job.n), b_(static_cast<T const*>(job.b)), x_(static_cast<T*>(job.x)), u_(room_.data()),
        at_(u_ + job.m), v_(at_ + job.m), w_(v_ + job.n), z_(w_ + job.n), size_of_b_(of_b_.norm(b_)),
        beta_(size_of_b_) {}

  bool start() {
    history_.begin(size_of_b_ == 0 ? 0 : 1);
    if (size_of_b_ == 0) {
      of_x_.clear(x_);
      return history_.converge();
    }
    of_b_.copy(b_, u_);
    return begin();
  }
  bool step() {
    lengthen();
    R const rho = std::hypot(rho_bar_, beta_), c = rho_bar_ / rho, s = beta_ / rho, phi = c * phi_bar_;
    rho_bar_ = -c * alpha_;
    phi_bar_ = s * phi_bar_;
    of_x_.add(T(phi / rho), w_, x_);
    R const of_w = of_x_.norm(w_) / rho;
    square_of_d_ += of_w * of_w;
    of_x_.follow(v_, T(-s * alpha_ / rho), w_);
    size_of_a_ = std::max(size_of_a_, std::sqrt(square_of_a_));
    if (!history_.add(beside(phi_bar_, size_of_b_)))
      return false;
    if (history_.is_small() || beside(alpha_ * std::abs(c), size_of_a_) <= tolerance_ || !(alpha_ > 0))
      return claim();
    if (std::sqrt(static_cast<double>(square_of_a_) * static_cast<double>(square_of_d_)) * epsilon >= 1)
      return history_.end(linalg::iterative_end::stagnation,
                          "a is too ill-conditioned for its type: roundings hide the rest");
    return true;
  }
  /// Computes u = b - a x, and replaces the last residual in the history.
  void finish() {
    a_(x_, u_);
    beta_ = of_b_.safe_root(of_b_.leave(b_, u_), u_);
    history_.replace(beside(beta_, size_of_b_));
  }

private:
  static double beside(R size, R whole) { return static_cast<double>(size) / static_cast<double>(whole); }

  /// Makes the first vectors from the residual u of length beta. Returns false if the method ends at once.
  bool begin() {
    of_b_.scale(1 / beta_, u_, u_);
    adjoint_(u_, v_);
    alpha_ = of_x_.norm(v_);
    if (alpha_ != 0) {
      of_x_.scale(1 / alpha_, v_, v_);
      of_x_.copy(v_, w_);
    }
    square_of_a_ = square_of_d_ = 0;
    phi_bar_ = beta_;
    rho_bar_ = alpha_;
    return alpha_ > 0 || claim(); // for alpha_ == 0 the gradient is 0
  }
  /// Computes the next vectors: beta u = a v - alpha u, alpha v = a^H u - beta v.
  void lengthen() {
    a_(v_, at_);
    of_b_.follow(at_, T(-alpha_), u_);
    beta_ = of_b_.norm(u_);
    square_of_a_ += alpha_ * alpha_ + beta_ * beta_;
    alpha_ = 0;
    if (!(beta_ > 0))
      return;
    of_b_.scale(1 / beta_, u_, u_);
    adjoint_(u_, z_);
    of_x_.follow(z_, T(-beta_), v_);
    alpha_ = of_x_.norm(v_);
    if (alpha_ > 0)
      of_x_.scale(1 / alpha_, v_, v_);
  }
  /// Called when the recurrence has converged. Returns true if the method begins again.
  bool claim() {
    finish();
    if (!std::isfinite(beta_) || alpha_ != alpha_)
      return history_.end(linalg::iterative_end::breakdown,
                          "a residual is not finite: the operator gives NaN or overflows");
    adjoint_(u_, z_);
    double const left = beta_ == 0 ? 0.0 : beside(of_x_.norm(z_), beta_);
    double const gradient = size_of_a_ == 0 ? 0.0 : left / static_cast<double>(size_of_a_);
    if (history_.is_small() || gradient <= tolerance_ || beta_ == 0)
      return history_.converge();
    if (!checked_.may_improve(std::min(gradient, history_.residual())))
      return history_.end(linalg::iterative_end::stagnation, hidden_by_roundings);
    return begin();
  }

  static constexpr double epsilon = std::numeric_limits<R>::epsilon();
  history& history_;
  double tolerance_;
  applied<T> a_, adjoint_;
  vectors<T> of_x_, of_b_;
  vector_room<T> room_;
  T const* b_;
  T *x_, *u_, *at_, *v_, *w_, *z_;
  R size_of_b_, alpha_ = 0, beta_, square_of_a_ = 0, square_of_d_ = 0, phi_bar_ = 0, rho_bar_ = 0;
  R size_of_a_ = 0; ///< a lower bound of the Frobenius norm of a, from the vectors so far
  true_residuals checked_;
};

} // namespace

void run_lsqr(iterative_job& job) {
  iterate_by<least_squares_by_rotations>(job);
}

} // namespace weft::detail
