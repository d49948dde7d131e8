#pragma once
#include "linalg/factor/update.hpp"
#include "linalg/iterative/vectors.hpp"

#include <weft/linalg/iterative.hpp>

#include <algorithm>

// Private to src: what all iterative methods do beside their recurrences.
namespace weft::detail {
namespace {

/// Writes down residuals, asks the callback, and says when a method ends.
class history {
public:
  explicit history(iterative_job& job) : job_(job) {}

  /// The residual before the first iteration.
  void begin(double residual) {
    count_ = 0;
    make_room(std::min<index_t>(job_.options->iterations, usual_iterations) + 1);
    replace(residual);
    least_ = residual;
    least_at_ = 0;
  }
  /// The residual after one more. True where the method goes on: not where it is not a number, or where it is told so,
  /// or where there was no least one for long, or where there are no more iterations.
  bool add(double residual) {
    ++count_;
    replace(residual);
    if (!std::isfinite(residual)) {
      end(linalg::iterative_end::breakdown, "a residual is not finite: the operator gives NaN or overflows");
      return false;
    }
    if (residual < least_) {
      least_ = residual;
      least_at_ = count_;
    }
    return true;
  }
  /// Asked where a method would begin another iteration.
  bool goes_on() {
    if (job_.options->progress && count_ > told_) {
      told_ = count_;
      if (!job_.options->progress({count_, job_.residual}))
        return end(linalg::iterative_end::stopped, "it was told to stop");
    }
    if (count_ - least_at_ >= job_.options->patience)
      return end(linalg::iterative_end::stagnation, "no residual was less than one of long before");
    if (count_ >= job_.options->iterations)
      return end(linalg::iterative_end::iterations, "there were no more iterations");
    return true;
  }
  /// The last residual, computed.
  void replace(double residual) {
    if (const index_t n = job_.residuals.size();
        count_ >= n) { // options may allow more iterations than there is memory
      tensor<double, 1> more(2 * n + 64);
      more(range(0, n)) = job_.residuals;
      job_.residuals = std::move(more);
    }
    job_.residuals(count_) = job_.residual = residual;
  }
  bool is_small(double residual) const { return residual <= job_.options->tolerance; }
  index_t count() const { return count_; }
  bool end(linalg::iterative_end why, char const* sentence) {
    job_.end = why;
    job_.sentence = sentence;
    job_.iterations = count_;
    return false;
  }
  void converge() {
    end(linalg::iterative_end::converged, "the residual is small enough");
    if (job_.options->progress && count_ > told_)
      (void)job_.options->progress({count_, job_.residual});
  }

private:
  /// So many iterations take no memory for their residuals. Options may allow more than there is memory for.
  static constexpr index_t usual_iterations = 16384;
  void make_room(index_t room) {
    const index_t n = job_.residuals.size();
    if (n >= room)
      return;
    tensor<double, 1> more(uninit, room);
    more(range(0, n)) = job_.residuals;
    job_.residuals = std::move(more);
  }

  iterative_job& job_;
  index_t count_ = 0, least_at_ = 0, told_ = 0;
  double least_ = 0;
};

/// Room for vectors, 0 at first: an operator may leave elements alone, those of a border, and they stay 0 then if those
/// of b are.
template <class T>
class vector_room {
public:
  explicit vector_room(index_t n) : memory_(storage_ref::take(new_elements<T>(std::max<index_t>(n, 1), true))) {}
  T* data() const { return static_cast<T*>(block_data(memory_.get())); }

private:
  storage_ref memory_;
};

/// An operator on vectors of T. The room that products with a matrix want is taken once.
template <class T>
class applied {
public:
  explicit applied(linear_map const& map) : map_(map), run_(memory_) {}
  applied(applied const&) = delete;
  applied& operator=(applied const&) = delete;
  bool exists() const { return map_.apply != nullptr; }
  void operator()(T const* x, T* y) const { (*this)(1, x, y); }
  void operator()(index_t count, T const* x, T* y) const {
    if (map_.matrix == nullptr)
      return map_.apply(map_.self, count, x, y);
    auto const& s = map_.shape;
    matrix_operand<T const> const a{static_cast<T const*>(map_.matrix), s};
    if (count == 1)
      update_product<T>(T(1), a, {x, {s.cols, 1, 1, 1}}, T(0), {y, {s.rows, 1, 1, 1}}, run_);
    else
      update_product<T>(T(1), {x, {count, s.cols, s.cols, 1}}, transposed(a), T(0), {y, {count, s.rows, s.rows, 1}},
                        run_);
  }

private:
  linear_map map_;
  mutable update_memory memory_;
  mutable factor_run run_;
};

/// x, b, and the residual of both.
template <class T>
class equation {
public:
  using R = real_t<T>;
  equation(iterative_job& job)
      : a(job.a), inverse(job.preconditioner), space(job.n), b(static_cast<T const*>(job.b)), x(static_cast<T*>(job.x)),
        size_of_b(space.norm(b)) {}

  /// r = b - a x; returns |r| / |b|.
  double residual(T* r) const {
    a(x, r);
    return beside(space.safe_root(space.leave(b, r), r));
  }
  /// At the beginning, where x may be 0.
  double first_residual(T* r, bool from_zero) const {
    if (!from_zero)
      return residual(r);
    space.copy(b, r);
    return beside(size_of_b);
  }
  double beside(R size) const { return size == 0 ? 0.0 : static_cast<double>(size) / static_cast<double>(size_of_b); }

  applied<T> a, inverse;
  vectors<T> space;
  T const* b;
  T* x;
  R size_of_b;
};

/// r = b - a x at the beginning. True where that solves it already.
template <class T>
bool begins_solved(equation<T> const& e, T* r, iterative_job const& job, history& h) {
  if (e.size_of_b == 0)
    e.space.clear(e.x);
  const double size = e.size_of_b == 0 ? 0.0 : e.first_residual(r, job.from_zero);
  h.begin(size);
  const bool solved = e.size_of_b == 0 || h.is_small(size);
  if (solved)
    h.converge();
  return solved;
}

inline constexpr char const hidden_by_roundings[] =
    "the recurrence has converged but the residual has not: roundings hide the rest";

/// What a method knows of how well the residuals of its recurrences agree with the true ones.
class true_residuals {
public:
  /// A residual that was computed, where the one of the recurrence was small enough. True where another beginning from
  /// it may help: it did not if the one before was not much larger.
  bool may_improve(double residual) {
    const bool helps = last_ < 0 || residual < 0.5 * last_;
    last_ = residual;
    return helps;
  }
  /// Computes r = b - a x where the residual of the recurrence is small enough. True where the method ends: it has
  /// converged, or another beginning from there would not help.
  template <class T>
  bool ends(equation<T> const& e, T* r, history& h) {
    const double size = e.residual(r);
    h.replace(size);
    if (h.is_small(size))
      h.converge();
    else if (!may_improve(size))
      h.end(linalg::iterative_end::stagnation, hidden_by_roundings);
    else
      return false;
    return true;
  }

private:
  double last_ = -1;
};

} // namespace

template <class T>
void run_cg(iterative_job& job);
template <class T>
void run_bicgstab(iterative_job& job);
template <class T>
void run_gmres(iterative_job& job);
template <class T>
void run_lsqr(iterative_job& job);
template <class T>
void run_eigsh(iterative_job& job);
template <class T>
void run_svds(iterative_job& job);

} // namespace weft::detail
