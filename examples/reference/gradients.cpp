// doc/reference: Gradients
#include <weft/grad.hpp>
#include "show.hpp"

using namespace weft;

void gradients() {
  // [operands of gradients]
  tensor<double, 1> a{1, 2, 3}, v{1, 0, 0};
  auto f = [](auto const& y) { return sum(y * y * y); };
  auto squares = [](auto const& y) { return y * y; };
  // [end]
  SHOW(grad::derivative(a * a, a));
  RUN(x.gradient(), grad::variable<double, 1> x = a; grad::backward(grad::variable<double, 0>(sum(x * x))));
  SHOW(x.value());
  SHOW(x.has_gradient());
  RUN(x.has_gradient(), x.drop_gradient());
  RUN(x.value(), x.overwrite(2.0 * a));
  RUN(g, grad::variable<double, 0> loss = sum(x * x); auto [g] = grad::gradients(loss, x));
  SHOW(loss.item());
  SHOW(grad::gradient_of(f, a));
  RUN((d * d).tangent[0], grad::dual<double> d(3, 1));
  RUN(both.tangent, grad::jvp_result both = grad::jvp(squares, a, v));
  SHOW(grad::directional_derivative(f, a, v));
  SHOW(grad::jacobian(squares, a));
  SHOW(grad::hessian(f, a));
  SHOW(grad::hessian_vector_product(f, a, v));
  RUN(fit.x, grad::least_squares_options close{.step_tolerance = 1e-10}; grad::least_squares_result fit = grad::least_squares([](auto const& y) { return 2.0 * y - 6.0; }, tensor<double, 1>{1}, close));
  SHOW(fit.end == grad::least_squares_end::step || fit.cost < 1e-18);
  SHOW(fit.converged());
  RUN(called, int called = 0; x.on_gradient([&](auto const&) { ++called; }); grad::backward(grad::variable<double, 0>(sum(x))));
  SHOW(x.with_runtime_rank().rank());
  SHOW(grad::checkpoint(squares, x).value());
  RUN(own.value(), auto own = grad::with_gradient([](auto const& y) { return y + 1.0; }, [](auto const&, auto const& w, auto const&) { return 7.0 * w; }, x));
  RUN(lowest.value < 1e-12, grad::minimise_options many{.iterations = 100}; grad::minimum lowest = grad::minimise([](auto const& y) { return sum(square(y - 3.0)); }, tensor<double, 1>{0, 0}, many));
  SHOW(lowest.end == grad::minimise_end::gradient);
  SHOW(lowest.converged());
  SHOW(grad::find_root([](auto const& y) { return y * y - 2.0; }, 1.0).x);
  RUN(s(x).value(), grad::variable y = x * x; grad::piecewise_cubic s = numerics::cubic_spline(x.value(), y));
  SHOW(s.grid());
  SHOW(s.coefficients().value());
  RUN(before == grad::count_nodes(), grad::no_grad_scope quiet; index_t before = grad::count_nodes(); grad::variable z = x * x);
}
