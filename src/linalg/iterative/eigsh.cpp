#include "linalg/iterative/basis.hpp"

namespace weft::detail {
namespace {

/// Lanczos' method with full reorthogonalisation and thick restarts. A restart keeps Ritz vectors, in whose space the
/// operator is diagonal but for one row (Wu and Simon, Thick-restart Lanczos method for large symmetric eigenvalue
/// problems, SIAM J. Matrix Anal. Appl. 22, 2000). All coefficients are computed, so that the method need not know
/// which are 0. A space that began with one vector holds only one eigenvector of each eigenvalue. So converged pairs
/// are kept and a random vector replaces the rest of the space, until that changes no value. For eigenvalues near a
/// shift the operator is the inverse of a - shift.
template <class T>
class lanczos {
  using R = real_t<T>;
  static constexpr R epsilon = std::numeric_limits<R>::epsilon();

public:
  lanczos(iterative_job& job, history& h)
      : job_(job), n_(job.n), k_(job.wanted), whole_(vectors<T>(n_, job.space).whole()),
        m_(std::min(whole_, std::max<index_t>(job.options->restart, 2 * k_ + 8))), a_(job.a),
        inverse_(job.preconditioner), space_(n_, job.space),
        room_((m_ + 2) * n_ + m_ * orthonormal_basis<T>::rows + m_ + 1), small_(3 * m_ * m_ + m_ + k_),
        v_(space_, room_.data()), spare_(v_[m_ + 1]), block_(spare_ + n_),
        found_(block_ + m_ * orthonormal_basis<T>::rows), h_(small_.data()), work_(h_ + m_ * m_), s_(work_ + m_ * m_),
        theta_(s_ + m_ * m_), before_(theta_ + m_), random_(job.options->seed), history_(h) {}

  bool start() {
    v_.fill(0, random_);
    if (inverse_.exists()) {
      a_(v_[0], spare_);
      size_ = space_.norm(spare_);
    }
    history_.begin(1);
    return true;
  }
  /// Extends the space to m_ vectors, finds and delivers the wanted pairs, and restarts.
  bool step() {
    if (!extend())
      return false;
    find_pairs();
    R left = 0; // the largest residual, as the recurrence estimates it
    for (index_t i = 0; i < k_ && m_ < whole_; ++i)
      left = std::max(left, beside(std::abs(beta_ * s_[(m_ - 1) * m_ + i]), unit(i)));
    bool const goes_on = history_.add(static_cast<double>(left)), stops = !goes_on || history_.is_last();
    bool const sets_aside = !stops && has_dominant(), last = stops || (m_ == whole_ && !sets_aside);
    bool const claims = !sets_aside && (history_.is_small() || left <= 4 * epsilon);
    kept_ = sets_aside ? dominant_ : last || claims ? k_ : std::min(m_ - 1, k_ + (m_ - k_) / 2);
    v_.recombine(m_, sets_aside ? k_ : kept_, s_, block_);
    bool const ended = (last || claims) && ends(goes_on, last);
    deliver(); // must come before history_.goes_on(), which calls the callback, which may end the method
    if (!ended)
      keep(sets_aside);
    return !ended;
  }
  void finish() const {} // step() has delivered the last pairs, unless a number was NaN

private:
  static R beside(R size, R whole) { return whole == 0 ? R(0) : size / whole; }
  /// Returns the number by which a residual of pair i is divided.
  R unit(index_t i) const { return inverse_.exists() ? std::abs(theta_[i]) : most_; }
  R value(index_t i) const {
    return inverse_.exists() ? static_cast<R>(job_.options->shift) + 1 / theta_[i] : theta_[i];
  }

  /// Makes vectors kept_ + 1 ... m_, and the coefficients of the operator in their space. Returns false if one is not
  /// finite.
  bool extend() {
    applied<T> const& operate = inverse_.exists() ? inverse_ : a_;
    for (index_t j = kept_; j < m_; ++j) {
      operate(v_[j], v_[j + 1]);
      std::fill_n(found_, m_ + 1, T(0));
      beta_ = v_.add(j + 1, found_, random_);
      for (index_t i = 0; i <= j; ++i)
        h_[i * m_ + j] = h_[j * m_ + i] = std::real(found_[i]);
      if (!std::isfinite(beta_) || !std::isfinite(h_[j * m_ + j]))
        return history_.add(std::numeric_limits<double>::quiet_NaN());
      if (j + 1 < m_)
        h_[(j + 1) * m_ + j] = h_[j * m_ + j + 1] = beta_;
    }
    return true;
  }

  /// Finds the eigenvalues theta_ of h_ and its eigenvectors, the columns of s_. The wanted ones come first.
  void find_pairs() {
    std::copy_n(h_, m_ * m_, work_);
    jacobi_eigen(m_, work_, theta_, s_);
    most_ = std::max(std::abs(theta_[0]), std::abs(theta_[m_ - 1]));
    if (inverse_.exists())
      order_columns(m_, [](R x) { return std::abs(x); }, theta_, s_);
    else if (!job_.largest)
      order_columns(m_, [](R x) { return -x; }, theta_, s_);
  }

  /// Returns true if some eigenvalues of the inverse, dominant_ of them, are so large that other wanted ones are small
  /// beside them. That is so if the shift is an eigenvalue up to roundings. Coefficients have roundings of the size of
  /// the largest eigenvalue, unless the vectors are orthogonal to its eigenvector. So the vectors begin again, once for
  /// each eigenvalue that is set apart.
  bool has_dominant() {
    if (!inverse_.exists())
      return false;
    R const most = std::abs(theta_[dominant_]);
    if (!(std::abs(theta_[k_ - 1]) < std::sqrt(std::sqrt(epsilon)) * most))
      return false;
    while (std::abs(theta_[dominant_]) > most / 64) // spurious eigenvalues are smaller
      ++dominant_;
    return true;
  }

  /// Prepares another step. In the space of the kept vectors the operator is diagonal.
  void keep(bool sets_aside) {
    std::fill_n(h_, m_ * m_, R(0));
    for (index_t i = 0; i < kept_; ++i)
      h_[i * m_ + i] = theta_[i];
    if (sets_aside)
      begin_beside();
    else
      space_.copy(v_[m_], v_[kept_]);
  }
  /// Begins a new space, orthogonal to the kept vectors, with a random vector. First, each kept vector is replaced by
  /// a solution with it as the right side. The matrix is almost singular, so solutions have large roundings in the
  /// directions of the kept vectors, and this brings them as near to eigenvectors as they get.
  void begin_beside() {
    for (index_t i = 0; i < kept_; ++i) {
      inverse_(v_[i], spare_);
      space_.copy(spare_, v_[i]);
      (void)v_.add(i, found_, random_);
    }
    v_.fill(kept_, random_);
    checked_ = {};
    has_before_ = false;
  }

  /// Computes the residuals of the wanted pairs. Returns true if the method ends. If it goes on although they are
  /// small, a random vector joins, because only another space can confirm them.
  bool ends(bool goes_on, bool last) {
    R worst = 0;
    bool confirmed = m_ == whole_ || has_before_;
    for (index_t i = 0; i < k_; ++i) {
      a_(v_[i], spare_);
      space_.add(T(-value(i)), v_[i], spare_);
      worst = std::max(worst, beside(space_.norm(spare_), inverse_.exists() ? size_ : most_));
      if (m_ < whole_ && has_before_)
        confirmed = confirmed && static_cast<double>(beside(std::abs(theta_[i] - before_[i]), unit(i))) <=
                                     job_.options->tolerance + static_cast<double>(8 * epsilon);
    }
    double const residual = static_cast<double>(worst);
    history_.replace(residual);
    bool const small_enough = history_.is_small(residual);
    if (small_enough && confirmed)
      history_.converge();
    else if (!small_enough && (last ? m_ == whole_ : !checked_.may_improve(residual)))
      history_.end(linalg::iterative_end::stagnation, "the tolerance is below the roundings of the eigenvalues");
    else if (last && goes_on)
      (void)history_.goes_on();
    else if (!last) {
      if (small_enough) {
        std::copy_n(theta_, k_, before_);
        has_before_ = true;
        v_.fill(k_, random_);
        space_.copy(v_[k_], v_[m_]);
      }
      return false;
    }
    return true;
  }

  /// Writes the wanted pairs to the job, in ascending order of their values.
  void deliver() {
    R* const values = static_cast<R*>(job_.values);
    T* const vectors = static_cast<T*>(job_.vectors);
    for (index_t i = 0; i < k_; ++i) {
      index_t place = 0;
      for (index_t j = 0; j < k_; ++j)
        place += value(j) < value(i) || (value(j) == value(i) && j < i) ? 1 : 0;
      values[place] = value(i);
      space_.copy(v_[i], vectors + place * n_);
    }
  }

  iterative_job& job_;
  index_t n_, k_, whole_, m_, dominant_ = 0, kept_ = 0;
  applied<T> a_, inverse_;
  vectors<T> space_;
  vector_room<T> room_;
  vector_room<R> small_;
  orthonormal_basis<T> v_;
  T *spare_, *block_, *found_;
  R *h_, *work_, *s_, *theta_, *before_;
  random_numbers random_;
  history& history_;
  true_residuals checked_;
  bool has_before_ = false;
  R beta_ = 0, most_ = 0, size_ = 0; ///< most: the largest |theta|; size: |a x| of the first vector
};

} // namespace

void run_eigsh(iterative_job& job) {
  iterate_by<lanczos>(job);
}

} // namespace weft::detail
