#include "linalg/iterative/basis.hpp"

namespace weft::detail {
namespace {

/// Subspace iteration from a random beginning (Halko, Martinsson and Tropp, Finding structure with randomness:
/// probabilistic algorithms for constructing approximate matrix decompositions, SIAM Rev. 53, 2011, algorithms 4.4 and
/// 5.1). With orthonormal Q of its space and A^H Q = P R, A is near to Q R^H P^H, which has the singular values of the
/// small R^H. A P, which the next step needs, shows how near.
template <class T>
class subspace_iteration {
  using R = real_t<T>;

public:
  subspace_iteration(iterative_job& job, history& h)
      : job_(job), history_(h), k_(job.wanted), l_(job.basis), a_(job.a), adjoint_(job.adjoint), of_x_(job.n),
        of_y_(job.m), room_(2 * l_ * job.m + l_ * job.n + job.m + 3 * l_ * l_ + l_ * orthonormal_basis<T>::rows),
        values_(l_), q_(of_y_, room_.data()), next_(of_y_, q_[l_]), p_(of_x_, next_[l_]), r_(p_[l_]), g_(r_ + l_ * l_),
        w_(g_ + l_ * l_), spare_(w_ + l_ * l_), s_(values_.data()), random_(job.options->seed) {}

  bool start() {
    random_.fill(reinterpret_cast<R*>(p_[0]), l_ * job_.n * vectors<T>::components);
    orthonormalise(p_);
    a_(l_, p_[0], next_[0]);
    history_.begin(1);
    return true;
  }
  bool step() {
    std::copy_n(next_[0], l_ * job_.m, q_[0]);
    orthonormalise(q_);
    adjoint_(l_, q_[0], p_[0]);
    orthonormalise(p_); // A^H Q = P R, R(i, j) at r[j * l + i]
    for (index_t i = 0; i < l_ * l_; ++i)
      g_[i] = conjugate_if(true, r_[i]);
    jacobi_singular(l_, g_, s_, w_);
    a_(l_, p_[0], next_[0]);
    R const worst = largest_residual();
    double const size = static_cast<double>(s_[0] == 0 ? worst : worst / s_[0]);
    if (!history_.add(size))
      return false;
    if (history_.is_small())
      return history_.converge();
    if (size <= 4 * std::numeric_limits<R>::epsilon() * std::sqrt(static_cast<double>(std::max(job_.m, job_.n))))
      return history_.end(linalg::iterative_end::stagnation,
                          "the tolerance is below the roundings of the singular values");
    return true;
  }
  /// Delivers the values and vectors that were found.
  void finish() const {
    std::copy_n(s_, k_, static_cast<R*>(job_.values));
    T *const right = static_cast<T*>(job_.x), *const left = static_cast<T*>(job_.vectors), *block = spare_ + job_.m;
    std::copy_n(p_[0], l_ * job_.n, right);
    std::copy_n(q_[0], l_ * job_.m, left);
    orthonormal_basis<T>(of_x_, right).recombine(l_, k_, w_, block);
    orthonormal_basis<T>(of_y_, left).recombine(l_, k_, g_, block);
  }

private:
  /// Makes the vectors of a basis orthonormal. Column j of r_ becomes the coefficients of the former vector j in the
  /// new ones.
  void orthonormalise(orthonormal_basis<T> const& basis) {
    std::fill_n(r_, l_ * l_, T(0));
    for (index_t j = 0; j < l_; ++j) {
      R const size = basis.add(j, r_ + j * l_, random_);
      r_[j * l_ + j] = T(size);
    }
  }
  R largest_residual() const {
    R worst = 0;
    for (index_t i = 0; i < k_; ++i) {
      of_y_.clear(spare_);
      for (index_t j = 0; j < l_; ++j) {
        of_y_.add(w_[j * l_ + i], next_[j], spare_);
        of_y_.add(-s_[i] * g_[j * l_ + i], q_[j], spare_);
      }
      worst = std::max(worst, of_y_.norm(spare_));
    }
    return worst;
  }

  iterative_job& job_;
  history& history_;
  index_t k_, l_;
  applied<T> a_, adjoint_;
  vectors<T> of_x_, of_y_;
  vector_room<T> room_;
  vector_room<R> values_;
  orthonormal_basis<T> q_, next_, p_;
  T *r_, *g_, *w_, *spare_;
  R* s_;
  random_numbers random_;
};

} // namespace

void run_svds(iterative_job& job) {
  iterate_by<subspace_iteration>(job);
}

} // namespace weft::detail
