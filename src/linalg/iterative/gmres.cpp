#include "linalg/iterative/history.hpp"

namespace weft::detail {
namespace {

/// Minimises |size e_0 - H y| by Givens' rotations. H is an upper Hessenberg matrix that gets one column after the
/// other.
template <class T>
class hessenberg {
  using R = real_t<T>;

public:
  static index_t room(index_t most) { return most * (most + 1) / 2 + 4 * most + 1; }
  hessenberg(T* memory, index_t most)
      : triangle_(memory), right_(memory + most * (most + 1) / 2), cosine_(right_ + most + 1), sine_(cosine_ + most),
        y_(sine_ + most) {}
  void begin(R size) {
    columns_ = 0;
    right_[0] = T(size);
  }
  /// Returns the memory of the next column of H, without the element below its diagonal.
  T* column() { return triangle_ + columns_ * (columns_ + 1) / 2; }
  /// Rotates the new column, whose element below the diagonal is `below`. Returns the least residual.
  R add(R below) {
    T* const h = column();
    index_t const k = columns_++;
    for (index_t i = 0; i < k; ++i) {
      T const upper = h[i], lower = h[i + 1];
      h[i] = cosine_[i] * upper + sine_[i] * lower;
      h[i + 1] = cosine_[i] * lower - conjugate_if(true, sine_[i]) * upper;
    }
    R const size = std::abs(h[k]), whole = std::hypot(size, below);
    T const direction = size == 0 ? T(1) : h[k] / size;
    cosine_[k] = whole == 0 ? T(1) : T(size / whole);
    sine_[k] = whole == 0 ? T(0) : direction * (below / whole);
    h[k] = direction * whole;
    right_[k + 1] = -conjugate_if(true, sine_[k]) * right_[k];
    right_[k] *= cosine_[k];
    return std::abs(right_[k + 1]);
  }
  /// Returns the y of least residual. Only the last column may depend on the columns before it; then its element of y
  /// is 0, and `singular` is set.
  T const* solve(bool& singular) {
    R most = 0;
    for (index_t k = 0; k < columns_; ++k)
      most = std::max(most, std::abs(at(k, k)));
    R const least = most * std::numeric_limits<R>::epsilon();
    singular = false;
    for (index_t k = columns_; k-- > 0;) {
      if (!(std::abs(at(k, k)) > least)) {
        singular = true;
        y_[k] = T(0);
        continue;
      }
      T sum = right_[k];
      for (index_t j = k + 1; j < columns_; ++j)
        sum -= at(k, j) * y_[j];
      y_[k] = sum / at(k, k);
    }
    return y_;
  }
  index_t columns() const { return columns_; }

private:
  T const& at(index_t i, index_t j) const { return triangle_[j * (j + 1) / 2 + i]; }
  T *triangle_, *right_, *cosine_, *sine_, *y_;
  index_t columns_ = 0;
};

/// Generalised minimal residuals (GMRES) with restarts, preconditioned from the right. Modified Gram-Schmidt makes it
/// backward stable (Paige, Rozloznik and Strakos, Modified Gram-Schmidt (MGS), least squares, and backward stability of
/// MGS-GMRES, SIAM J. Matrix Anal. Appl. 28, 2006).
template <class T>
class minimal_residuals {
  using R = real_t<T>;

public:
  minimal_residuals(iterative_job& job, history& h)
      : history_(h), e_(job, h), conditioned_(e_.inverse.exists()),
        most_(std::max<index_t>(1, std::min<index_t>(job.options->restart, e_.space.whole()))),
        room_((most_ + 2) * job.n + hessenberg<T>::room(most_)), z_(of(most_ + 1)), h_(z_ + job.n, most_) {}

  bool start() const { return e_.start(of(0)); }
  bool step() {
    auto const& v = e_.space;
    index_t const k = h_.columns();
    if (k == 0) {
      before_ = history_.residual();
      R const size = v.norm(of(0));
      v.scale(1 / size, of(0), of(0));
      h_.begin(size);
    }
    T const* const conditioned = condition(of(k));
    T *const w = of(k + 1), *const column = h_.column();
    e_.a(conditioned, w);
    R const before = v.norm(w);
    for (index_t i = 0; i <= k; ++i) {
      column[i] = v.dot(of(i), w);
      v.add(-column[i], of(i), w);
    }
    R below = v.norm(w);
    bool const exhausted = !(below > 10 * epsilon * before);
    if (exhausted && below == below)
      below = 0;
    else
      v.scale(1 / below, w, w);
    if (!history_.add(e_.beside(h_.add(below))))
      return false;
    return exhausted || history_.is_small() || k + 1 == most_ ? ends_cycle(exhausted) : true;
  }
  /// Sets x to the solution of least residual, and computes this residual.
  void finish() {
    auto const& v = e_.space;
    T const* const y = h_.solve(singular_);
    T* const sum = conditioned_ ? of(most_) : e_.x;
    if (conditioned_)
      v.clear(sum);
    for (index_t k = 0; k < h_.columns(); ++k)
      v.add(y[k], of(k), sum);
    if (conditioned_)
      v.add(T(1), condition(sum), e_.x);
    e_.compute(of(0));
    h_.begin(0);
  }

private:
  T* of(index_t k) const { return room_.data() + k * e_.space.size(); }
  T const* condition(T const* x) const {
    if (conditioned_)
      e_.inverse(x, z_);
    return conditioned_ ? z_ : x;
  }
  /// Ends a cycle, after which the method restarts. Returns true if another cycle begins.
  bool ends_cycle(bool exhausted) {
    finish();
    if (history_.is_small())
      return history_.converge();
    if (!std::isfinite(history_.residual()) || (exhausted && singular_))
      return history_.end(linalg::iterative_end::breakdown,
                          "the space is exhausted: the operator is singular, or what it gives is not finite");
    if (history_.residual() >= before_ * (1 - std::sqrt(static_cast<double>(epsilon))))
      return history_.end(linalg::iterative_end::stagnation, "the residual got no smaller between two restarts");
    return true;
  }

  static constexpr R epsilon = std::numeric_limits<R>::epsilon();
  history& history_;
  equation<T> e_;
  bool conditioned_, singular_ = false;
  index_t most_;
  vector_room<T> room_;
  T* z_;
  hessenberg<T> h_;
  double before_ = 0; ///< the residual at the beginning of the cycle
};

} // namespace

void run_gmres(iterative_job& job) {
  iterate_by<minimal_residuals>(job);
}

} // namespace weft::detail
