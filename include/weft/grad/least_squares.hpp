#pragma once
#include <weft/grad/forward.hpp>
#include <weft/linalg/least_squares.hpp>
#include <weft/linalg/qr.hpp>
#include <weft/linalg/structured.hpp>
#include <weft/linalg/structured_solve.hpp>
#include <weft/linalg/vector.hpp>
#include <weft/ops/concatenate.hpp>
#include <weft/ops/diag.hpp>
#include <weft/ops/reduce.hpp>

// Fits parameters by nonlinear least squares.
namespace weft::grad {

/// Conditions under which least_squares stops. A tolerance below the epsilon of the type counts as that epsilon.
struct least_squares_options {
  index_t iterations = 500;          ///< the largest number of steps to try
  double gradient_tolerance = 1e-10; ///< limit of the largest cosine of an angle between residuals and a column of J
  double step_tolerance = 1e-10;     ///< limit of the length of a step relative to the length of x, both scaled
  double cost_tolerance = 0;         ///< limit of the decrease of the cost in a step, relative to the cost
  double damping = 1e-3;             ///< damping of the first step, relative to the squared norms of the columns of J
};

/// The condition that stopped least_squares.
enum class least_squares_end { gradient, step, cost, iterations };
using least_squares_stop [[deprecated("weft: least_squares_stop is called least_squares_end now")]] = least_squares_end;

/// The result of least_squares.
template <class X, class T>
struct least_squares_result {
  X x;                    ///< the minimum, in the shape of x0
  tensor<T, 1> residuals; ///< f(x), as a vector
  T cost;                 ///< half the sum of the squared residuals
  /// The covariance matrix of the n parameters, n x n, for m independent residuals of equal variance: 2 cost / (m - n),
  /// which estimates that variance, times the inverse of J^T J. The square roots of its diagonal are the standard
  /// deviations of the parameters. All elements are infinite if m = n, or if the columns of J are linearly dependent.
  tensor<T, 2> covariance;
  index_t iterations; ///< the number of steps that were tried
  least_squares_end end;

  /// Returns true if a tolerance was reached.
  [[nodiscard]] WEFT_INLINE bool converged() const { return end != least_squares_end::iterations; }
};

} // namespace weft::grad

namespace weft::detail {

WEFT_FN inline void require_residuals(index_t m, index_t n) {
  if (m < n)
    throw_shape_reason("least_squares", "there are fewer residuals than unknowns");
}

/// The point that a step reached: x, the residuals f(x), and half the sum of their squares.
template <class X, class T>
struct fitted_point {
  X x;
  tensor<T, 1> residuals;
  T cost;

  template <class F>
  WEFT_FN fitted_point(F const& f, X at) : x(std::move(at)), residuals(in_vector(f(std::as_const(x)))) {
    T const size = norm(residuals);
    cost = size * size / 2;
  }
  template <class Y>
  WEFT_FN static tensor<T, 1> in_vector(Y const& y) {
    auto const values = in_rows(y);
    return reshape(values, shape(values.size()));
  }
};

/// The linear problem at a point with the residuals v: R of J = Q R, the gradient J^T v, `turned` = Q^T v, and the
/// norms of the columns of J.
template <class T>
struct linear_model {
  tensor<T, 2> r;
  tensor<T, 1> gradient, turned, columns;
  bool is_finite; ///< true if J and the cost are finite; if false, only `columns` is set

  template <class X>
  WEFT_FN linear_model(tensor<T, 2> const& j, fitted_point<X, T> const& at) {
    columns = norm(j, 0);
    is_finite = op::is_finite(at.cost) && all_of(isfinite(columns));
    if (!is_finite)
      return;
    auto factors = linalg::qr(j);
    r = std::move(factors.r);
    turned = matmul(transpose(factors.q), at.residuals);
    gradient = matmul(transpose(j), at.residuals);
  }
  /// Returns the h that minimises |J h + residuals|^2 + damping |D h|^2, where D is the diagonal matrix of `scale`.
  WEFT_FN tensor<T, 1> step(T damping, tensor<T, 1> const& scale) const {
    tensor<T, 2> const both = concatenate(0, r, diag(std::sqrt(damping) * scale));
    tensor<T, 1> const right = concatenate(0, -turned, zeros<T>(scale.size()));
    return linalg::lstsq(both, right, linalg::by_qr).x;
  }
};

/// Returns the Jacobian of f as a matrix. The return type is deduced, so that a compiler that refuses f names the
/// statement of the program.
template <class F, class X, class T>
WEFT_FN auto jacobian_matrix(F const& f, fitted_point<X, T> const& at) {
  auto const j = grad::jacobian(f, at.x);
  return tensor<T, 2>(reshape(j, shape(at.residuals.size(), at.x.size())));
}

/// Returns the largest cosine of an angle between the residuals and a column of J.
template <class T>
WEFT_FN T steepness(linear_model<T> const& model, T cost) {
  T most = 0;
  for (index_t k = 0; k < model.columns.size(); ++k)
    if (T const size = model.columns(k) * std::sqrt(2 * cost); size > 0)
      most = op::maximum{}(most, std::abs(model.gradient(k)) / size);
  return most;
}
template <class T>
WEFT_FN tensor<T, 2> covariance_of(linear_model<T> const& model, T cost, index_t m) {
  index_t const n = model.columns.size();
  bool depends = m == n;
  for (index_t k = 0; k < n; ++k)
    depends = depends || !(std::abs(model.r(k, k)) > std::numeric_limits<T>::epsilon() * model.columns(k));
  if (depends)
    return tensor<T, 2>(shape(n, n), op::plus_infinity<T>());
  tensor<T, 2> const root = linalg::solve_triangular(upper(model.r), eye<T>(n));
  return 2 * cost / static_cast<T>(m - n) * matmul(root, transpose(root));
}

/// The state of Levenberg and Marquardt's method without the point: the scale of the columns of J and the damping.
template <class T>
struct damped_steps {
  grad::least_squares_options const& options;
  tensor<T, 1> scale;
  T damping = static_cast<T>(options.damping), growth = 2;

  WEFT_FN static T tolerance(double wanted) {
    return op::maximum{}(static_cast<T>(wanted), std::numeric_limits<T>::epsilon());
  }
  /// Tries one step and counts it in `tried`. If the cost decreases, moves `at` and `model` to the new point, else
  /// raises the damping. Returns the condition that stops the search, or `iterations` if it continues.
  template <class F, class Point>
  WEFT_FN grad::least_squares_end advance(F const& f, Point& at, linear_model<T>& model, index_t& tried) {
    using ends = grad::least_squares_end;
    if (steepness(model, at.cost) <= tolerance(options.gradient_tolerance))
      return ends::gradient;
    tensor<T, 1> const step = model.step(damping, scale);
    tensor<T, 1> const from = reshape(at.x, shape(at.x.size()));
    T const length = norm(scale * step);
    if (!(length > tolerance(options.step_tolerance) * norm(scale * from)))
      return ends::step;
    ++tried;
    tensor<T, 1> const to = from + step;
    Point next(f, decltype(at.x)(reshape(to, at.x.shape())));
    T const expected = (damping * length * length - dot(step, model.gradient)) / 2, won = at.cost - next.cost;
    if (op::is_finite(next.cost) && won > 0 && expected > 0) {
      linear_model<T> there(jacobian_matrix(f, next), next);
      if (there.is_finite) {
        T const little = tolerance(options.cost_tolerance) * at.cost, bend = 2 * (won / expected) - 1;
        at = std::move(next);
        model = std::move(there);
        scale = maximum(scale, model.columns);
        damping *= op::maximum{}(T(1) / 3, 1 - bend * bend * bend);
        growth = 2;
        return won <= little && expected <= little ? ends::cost : ends::iterations;
      }
    }
    damping *= growth;
    growth *= 2;
    return ends::iterations;
  }
};

} // namespace weft::detail

namespace weft::grad {

/// Finds a local minimum near x0 of the sum of the squares of f(x), by Levenberg and Marquardt's method. f takes a
/// tensor of the shape of x0, of numbers or of duals, so it must be generic, and returns residuals of any shape, as a
/// tensor or an expression. Let m be the number of residuals and n the number of unknowns. Each new point takes a
/// Jacobian (jacobian) and its factorisation of 2 m n^2 operations; each step that is tried takes a call of f and n^3
/// operations. A step solves the linear problem with a damping term in the scale of the columns of J (J. J. More, The
/// Levenberg-Marquardt algorithm: implementation and theory, 1978). The damping depends on how well the linear problem
/// predicted the last step (H. B. Nielsen, Damping parameter in Marquardt's method, 1999). If f is not finite at a new
/// point, the step is shortened. Throws shape_error if there are fewer residuals than unknowns, and error if the
/// residuals or their derivatives at x0 are not finite.
///   auto fit = least_squares([&](auto const& b) { return b(0) * (1.0 - exp(-b(1) * x)) - y; }, b0);
template <class F, Tensorial X>
[[nodiscard]] WEFT_FN auto least_squares(F const& f, X const& x0, least_squares_options const& options = {}) {
  using vector = decltype(detail::in_rows(x0));
  using T = typename vector::value_type;
  static_assert(std::is_floating_point_v<T>, "weft: least_squares: unknowns are real floating numbers");
  using point = detail::fitted_point<vector, T>;
  point at(f, detail::in_rows(x0));
  index_t const n = at.x.size(), m = at.residuals.size();
  detail::require_residuals(m, n);
  detail::linear_model<T> model(detail::jacobian_matrix(f, at), at);
  if (!model.is_finite)
    detail::throw_error("least_squares", "the residuals, or their derivatives, are not finite where it starts");
  detail::damped_steps<T> steps{options, where(model.columns > T(0), model.columns, T(1))};
  auto how = least_squares_end::iterations;
  index_t tried = 0;
  while (how == least_squares_end::iterations && tried < options.iterations)
    how = steps.advance(f, at, model, tried);
  auto covariance = detail::covariance_of(model, at.cost, m);
  return least_squares_result<vector, T>{
      std::move(at.x), std::move(at.residuals), at.cost, std::move(covariance), tried, how};
}

} // namespace weft::grad
