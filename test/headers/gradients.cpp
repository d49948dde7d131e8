// How each public header is used alone: see ops.cpp.
#include <weft/grad/checkpoint.hpp>
#include <weft/grad/cholesky.hpp>
#include <weft/grad/complex_components.hpp>
#include <weft/grad/convolve.hpp>
#include <weft/grad/cov.hpp>
#include <weft/grad/derivative.hpp>
#include <weft/grad/determinants.hpp>
#include <weft/grad/dual.hpp>
#include <weft/grad/dual_solve.hpp>
#include <weft/grad/find_root.hpp>
#include <weft/grad/forward.hpp>
#include <weft/grad/gradient_of.hpp>
#include <weft/grad/graph.hpp>
#include <weft/grad/hessian.hpp>
#include <weft/grad/histogram.hpp>
#include <weft/grad/interp.hpp>
#include <weft/grad/lu.hpp>
#include <weft/grad/matrix_function.hpp>
#include <weft/grad/minimise.hpp>
#include <weft/grad/norm.hpp>
#include <weft/grad/own_node.hpp>
#include <weft/grad/polynomial.hpp>
#include <weft/grad/sample.hpp>
#include <weft/grad/spline.hpp>
#include <weft/grad/transforms.hpp>
#include <weft/grad/values.hpp>
#include <weft/grad/variable.hpp>
#include <weft/nn/activations.hpp>
#include <weft/nn/batches.hpp>
#include <weft/nn/layers.hpp>
#include <weft/nn/losses.hpp>
#include <weft/nn/optimisers.hpp>
#include <weft/nn/parameters.hpp>

#include <cmath>

#include <doctest/doctest.h>

using namespace weft;

TEST_CASE("grad/complex_components.hpp") {
  CHECK(detail::is_no_component<detail::no_component>);
}

TEST_CASE("grad/transforms.hpp") {
  const grad::variable<double, 1> x = tensor<double, 1>{1, 2};
  const grad::variable<double, 0> energy = sum(abs2(fft::fft(x)));
  backward(energy);
  CHECK(x.gradient()(1) == 8);
}

TEST_CASE("grad/checkpoint.hpp") {
  grad::variable<double, 1> x = tensor<double, 1>{1, 2};
  const grad::variable y = grad::checkpoint([](auto const& v) { return v * v; }, x);
  backward(y, tensor<double, 1>{1, 1});
  CHECK(x.gradient()(1) == 4);
}

TEST_CASE("grad/cholesky.hpp") {
  const grad::variable<double, 2> x = tensor<double, 2>{{2, 0}, {0, 3}};
  CHECK(linalg::cholesky(x).value()(1, 0) == 0);
}

TEST_CASE("grad/convolve.hpp") {
  const grad::variable<double, 1> x = tensor<double, 1>{1, 2};
  backward(numerics::convolve(x, tensor<double, 1>{3}), tensor<double, 1>{1, 1});
  CHECK(x.gradient()(1) == 3);
}

TEST_CASE("grad/cov.hpp") {
  const grad::variable<double, 2> x = tensor<double, 2>{{1, 3}, {2, 0}};
  CHECK(cov(x, 1).value()(0, 0) == 2);
  CHECK(std::abs(corrcoef(x, 1).value()(0, 1) + 1) < 1e-15);
}

TEST_CASE("grad/derivative.hpp") {
  const tensor<double, 1> a{1, 2, 3};
  const tensor<double, 1> d = grad::derivative(a * a, a);
  CHECK(d(2) == 6);
}

TEST_CASE("grad/determinants.hpp") {
  const grad::variable<double, 2> x = tensor<double, 2>{{2, 0}, {0, 3}};
  CHECK(linalg::det(x).item() == 6);
  CHECK(linalg::slogdet(x).sign == 1);
}

TEST_CASE("grad/dual.hpp") {
  const tensor<grad::dual<double>, 1> a(shape(2), grad::dual<double>(3, 1)), r = a * a;
  CHECK(r(1).tangent[0] == 6);
}

TEST_CASE("grad/dual_solve.hpp") {
  const tensor<grad::dual<double>, 2> a(shape(1, 1), grad::dual<double>(2, 1));
  CHECK(linalg::solve(a, tensor<double, 1>{4})(0).tangent[0] == -1);
}

TEST_CASE("grad/find_root.hpp") {
  const numerics::root_report r = grad::find_root([](auto const& x) { return x - 1.0; }, 0.5);
  CHECK(r.converged());
}

TEST_CASE("grad/forward.hpp") {
  const tensor<double, 1> a = {1, 2, 3};
  const auto f = [](auto const& x) { return x * x; };
  CHECK(grad::jvp(f, a, a).tangent(2) == 18);
  CHECK(grad::directional_derivative(f, a, a)(1) == 8);
  CHECK(grad::jacobian(f, a)(1, 1) == 4);
}

TEST_CASE("grad/gradient_of.hpp") {
  grad::variable<double, 1> x = tensor<double, 1>{1, 2, 3};
  const auto f = [](auto const& y) { return sum(y * y * y); };
  backward(grad::variable<double, 0>(sum(grad::gradient_of(f, x))));
  CHECK(x.gradient()(1) == 12);
}

TEST_CASE("grad/graph.hpp") {
  const grad::no_grad_scope scope;
  CHECK(grad::count_nodes() == 0);
}

TEST_CASE("grad/hessian.hpp") {
  const tensor<double, 1> a = {1, 2, 3};
  const auto f = [](auto const& y) { return sum(y * y * y); };
  CHECK(grad::hessian(f, a)(1, 1) == 12);
  CHECK(grad::hessian_vector_product(f, a, a)(2) == 54);
}

TEST_CASE("grad/histogram.hpp") {
  const grad::variable<double, 1> x = tensor<double, 1>{1, 2};
  CHECK(bincount(tensor<int, 1>{0, 0}, x).value()(0) == 3);
}

TEST_CASE("grad/interp.hpp") {
  const grad::variable<double, 1> y = tensor<double, 1>{1, 2};
  backward(numerics::interp(0.5, tensor<double, 1>{0, 1}, y));
  CHECK(y.gradient()(1) == 0.5);
}

TEST_CASE("grad/lu.hpp") {
  const grad::variable<double, 2> x = tensor<double, 2>{{2, 0}, {0, 3}};
  CHECK(linalg::lu(x).u.value()(1, 1) == 3);
}

TEST_CASE("grad/matrix_function.hpp") {
  const grad::variable<double, 2> x = tensor<double, 2>{{2, 0}, {0, 3}};
  CHECK(linalg::matrix_power(x, 2).value()(1, 1) == 9);
  CHECK(linalg::expm(x).value()(0, 1) == 0);
}

TEST_CASE("grad/minimise.hpp") {
  const auto m = grad::minimise([](auto const& x) { return sum(square(x - 3.0)); }, tensor<double, 1>{0, 0});
  CHECK(std::abs(m.x(1) - 3) < 1e-8);
}

TEST_CASE("grad/norm.hpp") {
  const grad::variable<double, 2> x = tensor<double, 2>{{2, 0}, {0, 3}};
  CHECK(linalg::norm(x, 1).item() == 3);
  CHECK(linalg::cond(x, 1).item() == 1.5);
}

TEST_CASE("grad/own_node.hpp") {
  grad::variable<double, 1> x = tensor<double, 1>{1, 2};
  const auto forward = [](auto const& v) { return v + 1.0; };
  const auto gradient = [](auto const&, auto const& g, auto const&) { return 7.0 * g; };
  backward(grad::with_gradient(forward, gradient, x), tensor<double, 1>{1, 1});
  CHECK(x.gradient()(1) == 7);
}

TEST_CASE("grad/variable.hpp") {
  grad::variable<double, 1> x = tensor<double, 1>{1, 2, 3};
  const grad::variable<double, 0> loss = sum(x * x);
  const auto [g] = gradients(loss, x);
  CHECK(g(1) == 4);
  backward(grad::variable<double, 0>(sum(x * 2.0)));
  CHECK(x.gradient()(1) == 2);
  CHECK(grad::gradient_of([](auto const& y) { return sum(y * y); }, x.value())(2) == 6);
}

TEST_CASE("grad/records.hpp") {
  using record = boost::hana::tuple<grad::variable<double, 1>, grad::variable<double, 0>>;
  const record y(tensor<double, 1>{1, 2}, 3.0);
  const auto f = [](auto const& x) { return dot(x, x); };
  const grad::variable<double, 0> loss = f(y);
  CHECK(all_close(gradients(loss, y), grad::gradient_of(f, y)));
  const grad::minimum<record, double> least = grad::minimise(f, y);
  CHECK(least.value < 1);
  CHECK(norm(grad::checkpoint([](record const& x) { return 2.0 * x; }, y)) > 0);
  const auto residuals = [](auto const& x) { return get<0>(x) - 1.0; };
  CHECK(grad::least_squares(residuals, boost::hana::make_tuple(tensor<double, 1>{1, 2})).cost < 1);
}

TEST_CASE("nn/activations.hpp") {
  const tensor<double, 1> x{-1, 2};
  CHECK(tensor<double, 1>(nn::relu{}(x))(0) == 0);
}

TEST_CASE("nn/batches.hpp") {
  CHECK(nn::batches(5, 2, 1).size() == 3);
}

TEST_CASE("nn/layers.hpp") {
  const nn::linear<double> layer(2, 3, 1);
  CHECK(grad::variable<double, 2>(layer(tensor<double, 2>(shape(4, 2), 1.0))).extent(1) == 3);
}

TEST_CASE("nn/losses.hpp") {
  const grad::variable<double, 1> x = tensor<double, 1>{1, 1};
  CHECK(grad::variable<double, 0>(nn::mean_squared_error(x, 3.0)).item() == 4);
}

TEST_CASE("nn/optimisers.hpp") {
  grad::variable<double, 1> x = tensor<double, 1>{1, 1};
  nn::sgd optimiser(boost::hana::make_tuple(x), {.rate = 0.5});
  backward(grad::variable<double, 0>(sum(x)));
  optimiser.step();
  CHECK(x.value()(1) == 0.5);
}

TEST_CASE("nn/parameters.hpp") {
  grad::variable<double, 1> x = tensor<double, 1>{1, 1};
  backward(grad::variable<double, 0>(sum(x)));
  nn::drop_gradients(boost::hana::make_tuple(x));
  CHECK(!x.has_gradient());
}

TEST_CASE("grad/polynomial.hpp") {
  const grad::variable<double, 1> p = tensor<double, 1>{1, 2};
  backward(numerics::polyval(p, 3.0));
  CHECK(p.gradient()(0) == 3);
}

TEST_CASE("grad/sample.hpp") {
  const grad::variable<double, 2> u = tensor<double, 2>{{1, 3}};
  const grad::variable<double, 0> at = sum(numerics::sample(u, 0, tensor<double, 1>{0.25}));
  backward(at);
  CHECK(u.gradient()(0, 1) == 0.25);
}

TEST_CASE("grad/spline.hpp") {
  const grad::variable<double, 1> y = tensor<double, 1>{1, 2};
  const grad::piecewise_cubic f = numerics::cubic_spline(tensor<double, 1>{0, 1}, y);
  backward(f(0.5));
  CHECK(y.gradient()(1) == 0.5);
}

TEST_CASE("grad/values.hpp") {
  auto square = [](auto const& x) { return x * x; };
  CHECK(sum(map(op::derivative_of<decltype(square)>{square}, tensor<double, 1>{3})) == 6);
}
