#pragma once
#include "linalg/factor/update.hpp"
#include "linalg/iterative/vectors.hpp"
#include "linalg/lapack/call.hpp"

#include <weft/linalg/iterative.hpp>

#include <algorithm>

// Private to src: the parts that all iterative methods share beside their recurrences. A method is a class of the
// element type, made of the job and its history:
//   start()   computes the first residual; false if nothing is left to do
//   step()    runs one iteration and adds its residual to the history; false if the method ends, which the history says
//   finish()  if the last residual is one of the recurrence: brings x up to date, and computes the residual of x
namespace weft::detail {
namespace {

/// Records residuals, asks the callback, and decides when a method ends.
class history {
public:
  explicit history(iterative_job& job) : job_(job) {}

  /// Records the residual before the first iteration.
  void begin(double residual) {
    make_room(std::min<index_t>(job_.options->iterations, usual_iterations) + 1);
    replace(residual);
    least_ = residual;
  }
  /// Adds the residual after one more iteration. Returns true if it is finite; otherwise the method ends.
  bool add(double residual) {
    ++count_;
    replace(residual);
    is_computed_ = false;
    if (!std::isfinite(residual))
      return end(linalg::iterative_end::breakdown, "a residual is not finite: the operator gives NaN or overflows");
    if (residual < least_) {
      least_ = residual;
      least_at_ = count_;
    }
    return true;
  }
  /// Returns true if a method may begin another iteration. It may not if the callback stops it, if the residual has not
  /// fallen below its least value for long, or if there are no iterations left.
  bool goes_on() {
    if (!tell())
      return end(linalg::iterative_end::stopped, "it was told to stop");
    if (count_ - least_at_ >= job_.options->patience)
      return end(linalg::iterative_end::stagnation, "no residual was less than one of long before");
    if (is_last())
      return end(linalg::iterative_end::iterations, "there were no more iterations");
    return true;
  }
  bool is_last() const { return count_ >= job_.options->iterations; }
  /// Replaces the last residual by a computed one.
  void replace(double residual) {
    if (index_t const n = job_.residuals.size(); count_ >= n)
      make_room(2 * n + 64);
    job_.residuals(count_) = job_.residual = residual;
    is_computed_ = true;
  }
  bool is_computed() const { return is_computed_; }
  bool is_small(double residual) const { return residual <= job_.options->tolerance; }
  bool is_small() const { return is_small(job_.residual); }
  double residual() const { return job_.residual; }
  index_t count() const { return count_; }
  /// Ends the method; returns false, which the method returns in turn.
  bool end(linalg::iterative_end why, char const* sentence) {
    job_.end = why;
    job_.sentence = sentence;
    job_.iterations = count_;
    return false;
  }
  bool converge() {
    (void)tell();
    return end(linalg::iterative_end::converged, "the residual is small enough");
  }

private:
  /// At first there is memory for the residuals of at most this number of iterations. More is taken when it is needed,
  /// because options may allow more iterations than there is memory for.
  static constexpr index_t usual_iterations = 16384;
  void make_room(index_t room) {
    tensor<double, 1> more(uninit, room);
    more(range(0, job_.residuals.size())) = job_.residuals;
    job_.residuals = std::move(more);
  }
  /// Reports the last iteration to the callback, once. Returns false if the method shall end.
  bool tell() {
    auto const& progress = job_.options->progress;
    return !progress || std::exchange(told_, count_) == count_ || progress({count_, job_.residual});
  }

  iterative_job& job_;
  index_t count_ = 0, least_at_ = 0, told_ = 0;
  double least_ = 0;
  bool is_computed_ = false;
};

/// Runs an iterative method until it ends.
template <template <class> class Method>
void iterate_by(iterative_job& job) {
  by_type(job.type, [&](auto zero) {
    history h(job);
    Method<decltype(zero)> method(job, h);
    if (!method.start())
      return;
    while (h.goes_on() && method.step()) {
    }
    if (h.is_computed())
      return;
    method.finish();
    if (h.is_small())
      h.converge();
  });
}

/// Memory for vectors; all elements are 0 at first. An operator may leave elements unwritten, such as a border; they
/// stay 0 if b is 0 there.
template <class T>
class vector_room {
public:
  explicit vector_room(index_t n) : memory_(storage_ref::adopt(new_elements<T>(std::max<index_t>(n, 1), true))) {}
  T* data() const { return static_cast<T*>(block_data(memory_.get())); }

private:
  storage_ref memory_;
};

/// An operator on vectors of T. The memory that products with a matrix need is taken once.
template <class T>
class applied {
public:
  explicit applied(erased_operator const& given) : operator_(given), run_(memory_) {}
  applied(applied const&) = delete;
  applied& operator=(applied const&) = delete;
  bool exists() const { return operator_.apply != nullptr; }
  void operator()(T const* x, T* y) const { (*this)(1, x, y); }
  void operator()(index_t count, T const* x, T* y) const {
    if (operator_.matrix == nullptr)
      return operator_.apply(operator_.self, count, x, y);
    auto const& s = operator_.shape;
    matrix_operand<T const> const a{static_cast<T const*>(operator_.matrix), s};
    if (count == 1)
      update_product<T>(T(1), a, {x, {s.cols, 1, 1, 1}}, T(0), {y, {s.rows, 1, 1, 1}}, run_);
    else
      update_product<T>(T(1), {x, {count, s.cols, s.cols, 1}}, transposed(a), T(0), {y, {count, s.rows, s.rows, 1}},
                        run_);
  }

private:
  erased_operator operator_;
  mutable update_memory memory_;
  mutable factor_run run_;
};

inline constexpr char const hidden_by_roundings[] =
    "the recurrence has converged but the residual has not: roundings hide the rest";

/// Decides whether a method begins again from the computed residual, after the residual of its recurrence was small
/// enough. Another beginning helps only if the computed residual is less than half the one at the last beginning.
class true_residuals {
public:
  bool may_improve(double residual) {
    double const before = std::exchange(last_, residual);
    return before < 0 || residual < 0.5 * before;
  }

private:
  double last_ = -1;
};

/// The equation a x = b with a preconditioner, and its residual.
template <class T>
class equation {
public:
  using R = real_t<T>;
  equation(iterative_job& job, history& h)
      : a(job.a), inverse(job.preconditioner), space(job.n, job.space), x(static_cast<T*>(job.x)),
        b_(static_cast<T const*>(job.b)), size_of_b_(space.norm(b_)), from_zero_(job.from_zero), history_(h) {}

  /// Computes r = b - a x. Its residual replaces the last one in the history.
  void compute(T* r) const { history_.replace(residual(r)); }
  /// Computes r at the beginning, where x may be 0. Returns false if x is a solution already.
  bool start(T* r) const {
    if (size_of_b_ == 0)
      space.clear(x);
    else if (from_zero_)
      space.copy(b_, r);
    history_.begin(size_of_b_ == 0 || from_zero_ ? beside(size_of_b_) : residual(r));
    return !history_.is_small() || history_.converge();
  }
  /// Computes r, after the residual of the recurrence was small enough. Returns true if the method goes on from there.
  bool claim(T* r) {
    compute(r);
    if (history_.is_small())
      return history_.converge();
    return checked_.may_improve(history_.residual()) ||
           history_.end(linalg::iterative_end::stagnation, hidden_by_roundings);
  }
  double beside(R size) const { return size == 0 ? 0.0 : static_cast<double>(size) / static_cast<double>(size_of_b_); }

  applied<T> a, inverse;
  vectors<T> space;
  T* x;

private:
  double residual(T* r) const {
    a(x, r);
    return beside(space.safe_root(space.leave(b_, r), r));
  }
  T const* b_;
  R size_of_b_;
  bool from_zero_;
  history& history_;
  true_residuals checked_;
};

} // namespace

void run_cg(iterative_job& job);
void run_bicgstab(iterative_job& job);
void run_gmres(iterative_job& job);
void run_lsqr(iterative_job& job);
void run_eigsh(iterative_job& job);
void run_svds(iterative_job& job);

} // namespace weft::detail
