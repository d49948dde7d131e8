#include "linalg/iterative/history.hpp"
#include "product/types.hpp"

namespace weft::detail {
namespace {

/// Least squares of |size e_0 - H y|, H an upper Hessenberg matrix that gets a column at a time, by Givens' rotations.
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
  /// Where column k of H goes, but for its last element.
  T* column() { return triangle_ + columns_ * (columns_ + 1) / 2; }
  /// Turns the new column, whose element below the diagonal is `below`; returns the residual.
  R add(R below) {
    T* const h = column();
    const index_t k = columns_++;
    for (index_t i = 0; i < k; ++i) {
      const T upper = h[i], lower = h[i + 1];
      h[i] = cosine_[i] * upper + sine_[i] * lower;
      h[i + 1] = cosine_[i] * lower - conjugate_if(true, sine_[i]) * upper;
    }
    const R size = std::abs(h[k]), whole = std::hypot(size, below);
    const T direction = size == 0 ? T(1) : h[k] / size;
    cosine_[k] = whole == 0 ? T(1) : T(size / whole);
    sine_[k] = whole == 0 ? T(0) : direction * (below / whole);
    h[k] = direction * whole;
    right_[k + 1] = -conjugate_if(true, sine_[k]) * right_[k];
    right_[k] *= cosine_[k];
    return std::abs(right_[k + 1]);
  }
  /// The y. Columns that depend on those before, which only the last one may, count as 0: `singular` says so.
  T const* solve(bool& singular) {
    R most = 0;
    for (index_t k = 0; k < columns_; ++k)
      most = std::max(most, std::abs(at(k, k)));
    const R least = most * std::numeric_limits<R>::epsilon();
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

} // namespace

/// Generalised minimal residuals with restarts, preconditioned from the right, by modified Gram-Schmidt, with which it
/// is backward stable (Paige, Rozloznik and Strakos, Modified Gram-Schmidt (MGS), least squares, and backward stability
/// of MGS-GMRES, SIAM J. Matrix Anal. Appl. 28, 2006).
template <class T>
void run_gmres(iterative_job& job) {
  using R = real_t<T>;
  using linalg::iterative_end;
  const index_t n = job.n, most = std::max<index_t>(1, std::min<index_t>(job.options->restart, n));
  const equation<T> e(job);
  auto const& v = e.space;
  const bool conditioned = e.inverse.exists();
  vector_room<T> room((most + 2) * n + hessenberg<T>::room(most));
  T *const basis = room.data(), *const z = basis + (most + 1) * n;
  hessenberg<T> h_matrix(z + n, most);
  const auto of = [&](index_t k) { return basis + k * n; };
  history h(job);
  constexpr R epsilon = std::numeric_limits<R>::epsilon();
  if (begins_solved(e, basis, job, h))
    return;
  double size = job.residual;
  bool ends = false;
  while (!ends && h.goes_on()) {
    const R beginning = v.norm(basis);
    v.scale(1 / beginning, basis, basis);
    h_matrix.begin(beginning);
    bool exhausted = false;
    for (index_t k = 0; k < most && !ends; ++k) {
      if (k > 0 && !h.goes_on()) {
        ends = true;
        break;
      }
      if (conditioned)
        e.inverse(of(k), z);
      T* const w = of(k + 1);
      e.a(conditioned ? z : of(k), w);
      const R before = v.norm(w);
      T* const column = h_matrix.column();
      for (index_t i = 0; i <= k; ++i) {
        column[i] = v.dot(of(i), w);
        v.add(-column[i], of(i), w);
      }
      R below = v.norm(w);
      exhausted = !(below > 10 * epsilon * before);
      if (exhausted && below == below)
        below = 0;
      else
        v.scale(1 / below, w, w);
      const double estimate = e.beside(h_matrix.add(below));
      ends = !h.add(estimate);
      if (exhausted || h.is_small(estimate))
        break;
    }
    bool singular = false;
    T const* const y = h_matrix.solve(singular);
    if (conditioned) {
      v.clear(of(most));
      for (index_t k = 0; k < h_matrix.columns(); ++k)
        v.add(y[k], of(k), of(most));
      e.inverse(of(most), z);
      v.add(T(1), z, e.x);
    } else {
      for (index_t k = 0; k < h_matrix.columns(); ++k)
        v.add(y[k], of(k), e.x);
    }
    const double before = size;
    size = e.residual(basis);
    h.replace(size);
    if (h.is_small(size))
      return h.converge();
    if (ends)
      return;
    if (!std::isfinite(size) || (exhausted && singular)) {
      h.end(iterative_end::breakdown,
            "the space is exhausted: the operator is singular, or what it gives is not finite");
      return;
    }
    if (size >= before * (1 - std::sqrt(static_cast<double>(epsilon)))) {
      h.end(iterative_end::stagnation, "the residual got no smaller between two restarts");
      return;
    }
  }
}

#define WEFT_RUN(T) template void run_gmres<T>(iterative_job&);
WEFT_EACH_PRODUCT(WEFT_RUN)
#undef WEFT_RUN

} // namespace weft::detail
