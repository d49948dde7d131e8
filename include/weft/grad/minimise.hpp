#pragma once
#include <weft/grad/variable.hpp>
#include <weft/ops/math.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/tensor/tensor.hpp>

#include <algorithm>
#include <cmath>
#include <deque>
#include <utility>
#include <vector>

// Minimisation of a function of many numbers by its gradient: limited-memory BFGS (J. Nocedal and S. Wright, Numerical
// Optimization, 2006, algorithm 7.5), with a line search for the strong Wolfe conditions (algorithms 3.5 and 3.6).
namespace weft::grad {

/// Conditions under which minimise stops, and the number of steps that it stores.
struct minimise_options {
  index_t iterations = 500;
  index_t memory = 10;              ///< how many of the last steps estimate second derivatives
  double gradient_tolerance = 1e-8; ///< limit of the largest magnitude in the gradient
};

/// The condition that stopped minimise.
enum class minimise_end {
  gradient,   ///< the gradient is within the tolerance
  no_descent, ///< no smaller value was found along the line, because of rounding or a wrong gradient
  iterations  ///< the allowed number of iterations was reached
};

/// The result of minimise.
template <class X, class T = typename X::value_type>
struct minimum {
  using value_type = T;
  X x;              ///< the point of the minimum
  value_type value; ///< the value of the function at x
  X gradient;       ///< the gradient of the function at x
  index_t iterations;
  index_t evaluations; ///< how often the function and its gradient were computed
  minimise_end end;

  /// Returns true if the gradient is within its tolerance.
  [[nodiscard]] WEFT_INLINE bool converged() const { return end == minimise_end::gradient; }
};

} // namespace weft::grad

namespace weft::detail {

/// A function along a line, f(x + t d), and its slope.
template <class X, class F>
class line_of_search {
public:
  using T = typename X::value_type;
  struct point {
    T step, value, slope;
    X x, gradient;
  };

  WEFT_FN line_of_search(F& f, point const& begin, X const& direction, index_t& evaluations)
      : f_(f), begin_(begin), direction_(direction), evaluations_(evaluations) {}

  /// Searches a point that satisfies the Wolfe conditions (algorithm 3.5). If it finds none, `found` is the best point,
  /// and the result is true only if its value is below the value at the beginning.
  WEFT_FN bool search(T step, point& found) {
    constexpr int longest = 30;
    point before = begin_;
    for (int k = 0; k < longest; ++k) {
      point here = at(step);
      if (!falls_enough(here) || (k > 0 && here.value >= before.value))
        return zoom(std::move(before), std::move(here), found);
      if (is_flat(here)) {
        found = std::move(here);
        return true;
      }
      if (here.slope >= 0)
        return zoom(std::move(here), std::move(before), found);
      before = std::move(here);
      step *= 2;
    }
    found = std::move(before);
    return found.value < begin_.value;
  }

private:
  WEFT_FN point at(T step) {
    ++evaluations_;
    point p{step, T(0), T(0), X(begin_.x + step * direction_), X()};
    p.value = f_(p.x, p.gradient);
    p.slope = sum(p.gradient * direction_);
    return p;
  }
  WEFT_FN bool falls_enough(point const& p) const { return p.value <= begin_.value + T(1e-4) * p.step * begin_.slope; }
  WEFT_FN bool is_flat(point const& p) const { return std::abs(p.slope) <= T(-0.9) * begin_.slope; }

  /// Searches a point that satisfies the Wolfe conditions between two points, of which `low` has the smaller value
  /// (algorithm 3.6). Each trial point is the minimum of the cubic through both points, or their middle.
  WEFT_FN bool zoom(point low, point high, point& found) {
    constexpr int most = 40;
    for (int k = 0; k < most; ++k) {
      T const width = high.step - low.step;
      T step = low.step + width / 2;
      T const d1 = low.slope + high.slope - 3 * (high.value - low.value) / width;
      T const radicand = d1 * d1 - low.slope * high.slope;
      if (radicand >= 0) {
        T const d2 = std::copysign(std::sqrt(radicand), width);
        T const cubic = high.step - width * (high.slope + d2 - d1) / (high.slope - low.slope + 2 * d2);
        T const inner = (cubic - low.step) / width;
        if (inner > T(0.1) && inner < T(0.9))
          step = cubic;
      }
      point here = at(step);
      if (!falls_enough(here) || here.value >= low.value) {
        high = std::move(here);
      } else {
        if (is_flat(here)) {
          found = std::move(here);
          return true;
        }
        if (here.slope * width >= 0)
          high = std::move(low);
        low = std::move(here);
      }
    }
    found = std::move(low);
    return found.value < begin_.value;
  }

  F& f_;
  point const& begin_;
  X const& direction_;
  index_t& evaluations_;
};

/// The last steps, and the changes of the gradient along them, in the order of time. They estimate second derivatives.
template <class X>
class curvature {
public:
  using T = typename X::value_type;
  WEFT_FN explicit curvature(index_t memory) : memory_(memory) {}

  WEFT_FN void add(X step, X change) {
    T const product = sum(step * change);
    if (!(product > 0)) // a step without positive curvature is left out
      return;
    if (static_cast<index_t>(steps_.size()) == memory_)
      steps_.pop_front();
    steps_.push_back({std::move(step), std::move(change), product});
  }
  WEFT_FN void forget() { steps_.clear(); }
  [[nodiscard]] WEFT_FN bool is_empty() const { return steps_.empty(); }
  /// Returns the direction of descent: minus the inverse of the estimated second derivatives times the gradient
  /// (algorithm 7.4).
  WEFT_FN X direction(X const& gradient) const {
    X d = -gradient;
    std::vector<T> factor(steps_.size());
    for (std::size_t k = steps_.size(); k-- > 0;) {
      factor[k] = sum(steps_[k].step * d) / steps_[k].product;
      d -= factor[k] * steps_[k].change;
    }
    if (!steps_.empty())
      d *= steps_.back().product / sum(square(steps_.back().change));
    for (std::size_t k = 0; k < steps_.size(); ++k)
      d += (factor[k] - sum(steps_[k].change * d) / steps_[k].product) * steps_[k].step;
    return d;
  }

private:
  struct pair_of_changes {
    X step, change;
    T product;
  };
  index_t memory_;
  std::deque<pair_of_changes> steps_;
};

/// Minimises f from x0. f(x, gradient) returns the value and sets the gradient.
template <class X, class F>
WEFT_FN grad::minimum<X> minimised(F&& f, X const& x0, grad::minimise_options const& o) {
  using T = typename X::value_type;
  using line = line_of_search<X, std::remove_reference_t<F>>;
  if (o.memory < 1 || o.iterations < 0)
    throw_error("minimise", "the memory is at least one step, and the iterations are none or more");
  index_t evaluations = 1;
  typename line::point at{T(0), T(0), T(0), x0, X()};
  at.value = f(at.x, at.gradient);
  if (!std::isfinite(at.value))
    throw_error("minimise", "the function is not finite at the beginning");
  curvature<X> seen(o.memory);
  auto const result = [&](index_t k, grad::minimise_end end) {
    return grad::minimum<X>{std::move(at.x), at.value, std::move(at.gradient), k, evaluations, end};
  };
  for (index_t k = 0;; ++k) {
    T const largest = at.x.size() == 0 ? T(0) : T((max)(abs(at.gradient)));
    if (largest <= T(o.gradient_tolerance))
      return result(k, grad::minimise_end::gradient);
    if (k == o.iterations)
      return result(k, grad::minimise_end::iterations);
    X direction = seen.direction(at.gradient);
    at.step = T(0);
    at.slope = sum(at.gradient * direction);
    if (!(at.slope < 0)) {
      seen.forget();
      direction = -at.gradient;
      at.slope = -sum(square(at.gradient));
    }
    T const first = seen.is_empty() ? (std::min)(T(1), T(1) / T(norm(at.gradient))) : T(1);
    typename line::point next = at;
    if (!line(f, at, direction, evaluations).search(first, next)) {
      if (seen.is_empty())
        return result(k, grad::minimise_end::no_descent);
      seen.forget(); // the search begins again along the gradient
      continue;
    }
    seen.add(X(next.x - at.x), X(next.gradient - at.gradient));
    at = std::move(next);
  }
}

} // namespace weft::detail

namespace weft::grad {

/// Returns a local minimum of f, which it searches from x0. f takes a variable of the shape of x0 and returns one
/// number, as a variable or an expression of rank 0. Throws error if f is not finite at x0. If f is not finite at a
/// later point, the step is shortened.
///   auto m = minimise([](auto const& x) { return sum(square(square(x) - 1.0)) }, x0);
template <class F, Tensorial X>
[[nodiscard]] WEFT_FN auto minimise(F const& f, X const& x0, minimise_options const& options = {}) {
  using leaf = detail::captured_t<X const&>;
  using T = typename leaf::value_type;
  using point = tensor<T, detail::shape_argument<typename leaf::extents_type>>;
  return detail::minimised(
      [&f](point const& at, point& gradient) {
        variable const by = at;
        variable<T, 0> const loss = f(by);
        T const value = loss.item();
        gradient = get<0>(gradients(loss, by));
        return value;
      },
      point(x0), options);
}

} // namespace weft::grad
