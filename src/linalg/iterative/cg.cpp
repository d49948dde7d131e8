#include "linalg/iterative/history.hpp"

namespace weft::detail {
namespace {

/// Conjugate gradients. Without a preconditioner, the loop that makes the next p also does x += alpha p, because it
/// reads p anyway. Beside the product with a, a step then moves 10 vectors through memory; two loops would move 11.
template <class T>
class conjugate_gradients {
  using R = real_t<T>;

public:
  conjugate_gradients(iterative_job& job, history& h)
      : history_(h), e_(job, h), conditioned_(e_.inverse.exists()), room_((conditioned_ ? 4 : 3) * job.n),
        r_(room_.data()), p_(r_ + job.n), q_(p_ + job.n), z_(conditioned_ ? q_ + job.n : r_) {}

  bool start() const { return e_.start(r_); }
  bool step() {
    auto const& v = e_.space;
    if (std::exchange(begins_, false)) {
      rz_ = conditioned_product();
      v.copy(z_, p_);
    }
    if (!(rz_ > 0))
      return breaks_down("r^H m r is not positive: the preconditioner is not positive definite");
    e_.a(p_, q_);
    R const pq = v.real_dot(p_, q_);
    if (!(pq > 0))
      return breaks_down(pq == pq ? "p^H a p is not positive: the operator is not positive definite"
                                  : "p^H a p is not a number: the operator gives NaN or overflows");
    R const alpha = rz_ / pq, square = v.step_residual(alpha, q_, r_);
    bool const added = history_.add(e_.beside(v.safe_root(square, r_))), small = history_.is_small();
    if (added && !small && !conditioned_ && !history_.is_last()) {
      v.step_direction(alpha, square / std::exchange(rz_, square), r_, e_.x, p_);
      return true;
    }
    v.add(T(alpha), p_, e_.x);
    if (added && small)
      return begins_ = e_.claim(r_);
    if (added && conditioned_) {
      R const next = conditioned_product();
      v.follow(z_, next / std::exchange(rz_, next), p_);
    }
    return added;
  }
  void finish() const { e_.compute(r_); }

private:
  /// Computes z = m r, where m is the preconditioner, and returns r^H z.
  R conditioned_product() const {
    if (conditioned_)
      e_.inverse(r_, z_);
    return e_.space.real_dot(r_, z_);
  }
  bool breaks_down(char const* why) const { return history_.end(linalg::iterative_end::breakdown, why); }

  history& history_;
  equation<T> e_;
  bool conditioned_, begins_ = true; ///< begins_: the next direction p does not depend on the last one
  vector_room<T> room_;
  T *r_, *p_, *q_, *z_;
  R rz_ = 0;
};

} // namespace

void run_cg(iterative_job& job) {
  iterate_by<conjugate_gradients>(job);
}

} // namespace weft::detail
