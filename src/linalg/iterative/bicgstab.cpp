#include "linalg/iterative/history.hpp"

namespace weft::detail {
namespace {

/// Stabilised bi-conjugate gradients, preconditioned from the right: r is the residual of a x = b.
template <class T>
class stabilised_gradients {
  using R = real_t<T>;

public:
  stabilised_gradients(iterative_job& job, history& h)
      : history_(h), e_(job, h), conditioned_(e_.inverse.exists()), room_((conditioned_ ? 7 : 5) * job.n),
        r_(room_.data()), shadow_(r_ + job.n), p_(shadow_ + job.n), u_(p_ + job.n), t_(u_ + job.n),
        near_p_(conditioned_ ? t_ + job.n : p_), near_s_(conditioned_ ? near_p_ + job.n : r_) {}

  bool start() {
    if (!e_.start(r_))
      return false;
    begin();
    return true;
  }
  bool step() {
    auto const& v = e_.space;
    T next = v.dot(shadow_, r_);
    if (vanishes(next, shadow_, v.norm(r_))) {
      if (history_.count() == began_)
        return breaks_down("the residual and its shadow are orthogonal");
      begin(); // begins again, with the residual as new shadow
      next = v.dot(shadow_, r_);
    }
    T const beta = next / rho_ * (alpha_ / omega_);
    rho_ = next;
    v.add(-omega_, u_, p_); // p = r + beta (p - omega u)
    v.follow(r_, beta, p_);
    multiply(p_, near_p_, u_);
    T const along = v.dot(shadow_, u_);
    if (vanishes(along, shadow_, v.norm(u_)))
      return breaks_down("a p and the shadow residual are orthogonal");
    alpha_ = rho_ / along;
    v.add(-alpha_, u_, r_);
    v.add(alpha_, near_p_, e_.x);
    return shorten() && (!history_.is_small() || claim());
  }
  void finish() const { e_.compute(r_); }

private:
  void begin() {
    e_.space.copy(r_, shadow_);
    e_.space.clear(p_);
    e_.space.clear(u_);
    rho_ = alpha_ = omega_ = T(1);
    began_ = history_.count();
  }
  bool claim() {
    if (!e_.claim(r_))
      return false;
    begin();
    return true;
  }
  /// Runs the second half of a step, unless r is short enough: subtracts the multiple of a m r from r that makes r
  /// shortest, where m is the preconditioner.
  bool shorten() {
    auto const& v = e_.space;
    R const halfway = v.norm(r_);
    if (history_.is_small(e_.beside(halfway)))
      return history_.add(e_.beside(halfway));
    multiply(r_, near_s_, t_);
    R const size_of_t = v.norm(t_);
    T const product = v.dot(t_, r_);
    if (!(std::abs(product) > epsilon * size_of_t * halfway)) {
      (void)history_.add(e_.beside(halfway));
      return breaks_down("omega is 0: a s and s are orthogonal, as those of a skew operator are");
    }
    omega_ = product / size_of_t / size_of_t;
    v.add(omega_, near_s_, e_.x);
    v.add(-omega_, t_, r_);
    return history_.add(e_.beside(v.norm(r_)));
  }
  /// Computes near = m x, where m is the preconditioner, and y = a near. Without a preconditioner `near` must be x
  /// itself.
  void multiply(T const* x, T* near, T* y) const {
    if (conditioned_)
      e_.inverse(x, near);
    e_.a(near, y);
  }
  bool vanishes(T product, T const* x, R size) const {
    return !(std::abs(product) > epsilon * e_.space.norm(x) * size);
  }
  bool breaks_down(char const* why) const { return history_.end(linalg::iterative_end::breakdown, why); }

  static constexpr R epsilon = std::numeric_limits<R>::epsilon();
  history& history_;
  equation<T> e_;
  bool conditioned_;
  vector_room<T> room_;
  T *r_, *shadow_, *p_, *u_, *t_, *near_p_, *near_s_;
  T rho_ = 1, alpha_ = 1, omega_ = 1;
  index_t began_ = 0;
};

} // namespace

void run_bicgstab(iterative_job& job) {
  iterate_by<stabilised_gradients>(job);
}

} // namespace weft::detail
