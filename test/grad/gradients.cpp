#include <weft/grad/variable.hpp>
#include <weft/weft.hpp>

#include <cmath>
#include <doctest/doctest.h>
#include <limits>

// Gradients of programs, against differences of the program without variables. Those of each operation are compared with
// a wider type in slopes.cpp.

using namespace weft;

namespace {

template <class F>
double value_of(F const& f, tensor<double, 2> const& x) {
  return tensor<double, 0>(f(x)).at();
}
/// The largest relative distance between the gradient of f at x and differences, without their terms of h^2.
template <class F>
double worst(F const& f, tensor<double, 2> const& x) {
  const tensor<double, 2> g = grad::gradient_of(f, x);
  REQUIRE(g.shape() == x.shape());
  double most = 0;
  for (index_t i = 0; i < x.extent(0); ++i)
    for (index_t j = 0; j < x.extent(1); ++j) {
      const auto difference = [&](double h) {
        tensor<double, 2> up = x, down = x;
        up(i, j) += h;
        down(i, j) -= h;
        return (value_of(f, up) - value_of(f, down)) / (2 * h);
      };
      const double wanted = (4 * difference(1e-3) - difference(2e-3)) / 3;
      const double apart = std::abs(g(i, j) - wanted) / (std::abs(wanted) + 1);
      most = apart <= most ? most : apart == apart ? apart : std::numeric_limits<double>::infinity();
    }
  return most;
}

const tensor<double, 2> x0 = {{0.3, 0.7, 1.1}, {0.9, -0.4, 0.2}};
const tensor<double, 2> w = {{1, 2}, {3, -1}, {0.5, 4}};
const tensor<double, 1> v = {1, -2, 0.5};

} // namespace

TEST_CASE("gradients: reductions, of all elements and along axes") {
  CHECK(worst([](auto const& x) { return sum(exp(x)); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return mean(x * x * x); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(square(sum(exp(x), 1))); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(square(mean(exp(x), axis<0>, keep_dims) - x)); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(prod(x, 1) * 2.0); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(square(max(x, 0)) + min(x, 0)); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(ptp(x * x, 1)); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(var(x, 1, ddof(1)) + var(x, 1)); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(stddev(x * x, 0)); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return norm(x * 2.0); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(square(norm(x, 1))); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(logsumexp(x, 1) * v(range(0, 2))); }, x0) < 1e-9);
}

TEST_CASE("gradients: at zeros and among equals") {
  const tensor<double, 2> zeros = {{0, 2, 3}, {0, 0, 4}, {5, 6, 7}};
  const tensor<double, 2> g = grad::gradient_of([](auto const& x) { return sum(prod(x, 1)); }, zeros);
  CHECK(g == tensor<double, 2>{{6, 0, 0}, {0, 0, 0}, {42, 35, 30}});
  const tensor<double, 2> equals = {{3, 3, 1}, {2, 2, 2}};
  CHECK(grad::gradient_of([](auto const& x) { return sum(max(x, 1)); }, equals)(0, all) ==
        tensor<double, 1>{0.5, 0.5, 0});
  const tensor<double, 2> none(2, 3);
  CHECK(grad::gradient_of([](auto const& x) { return norm(x); }, none) == none);
  CHECK(grad::gradient_of([](auto const& x) { return sum(stddev(x, 1)); }, none) == none);
}

TEST_CASE("gradients: products, matrices, vectors and stacks") {
  CHECK(worst([](auto const& x) { return sum(square(matmul(x, w))); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(sin(matmul(transpose(x), x * 2.0))); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(square(matmul(x, v))); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(square(matmul(x(0, all), w)) * x(1, range(0, 2))); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return dot(x(0, all), x(1, all)) * dot(x(0, all), v); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(square(matmul(matmul(x, w), x) + x)); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(square(matmul(broadcast_to(x, shape(4, 2, 3)), w))); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(exp(matmul(w, broadcast_to(x, shape(2, 2, 3))))); }, x0) < 1e-9);
}

TEST_CASE("gradients: views, broadcasting, repeated and overlapping elements") {
  CHECK(worst([](auto const& x) { return sum(x(all, range(0, 2)) * x(all, range(1, 3))); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(reverse(x, 1) * x * x + transpose(transpose(x))); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(reshape(x * x, shape(3, 2)) * w + reshape(x, shape(3, 2))); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(square(sliding_window(x, 1, 2))); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(x * x(all, range(0, 1)) * x(0, all)); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(exp(broadcast_to(x(1, all), shape(4, 3)) * 2.0) + x(0, 1)); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(diagonal(matmul(x, w)) * v(range(0, 2))); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(x(all, newaxis, all) * x(newaxis, all, all)); }, x0) < 1e-9);
}

TEST_CASE("gradients: statements with reductions and products inside") {
  CHECK(worst(
            [](auto const& x) {
              return sum(square(exp(x - max(x, 1, keep_dims)) / sum(exp(x - max(x, 1, keep_dims)), 1, keep_dims)));
            },
            x0) < 1e-9);
  CHECK(worst(
            [](auto const& x) {
              return sum(square((x - mean(x, 0)) / sqrt(var(x, 0) + 1e-3) * matmul(x, w)(all, range(0, 1))));
            },
            x0) < 1e-9);
}

TEST_CASE("gradients: rank and shape as types know them") {
  const auto f = [](auto const& a) { return sum(square(sin(a)) * a); };
  const tensor<double, extents<2, 3>{}> fixed_shape = x0;
  const tensor<double> run_time = x0;
  const tensor<double, 2> wanted = grad::gradient_of(f, x0);
  CHECK(tensor<double, 2>(grad::gradient_of(f, fixed_shape)) == wanted);
  CHECK(tensor<double, 2>(grad::gradient_of(f, run_time).as<2>()) == wanted);
  const tensor<double, 2> nothing(0, 3);
  CHECK(grad::gradient_of(f, nothing).shape() == nothing.shape());
  const tensor<float, 2> small = cast<float>(x0);
  const tensor<float, 2> g = grad::gradient_of(f, small);
  for (index_t i = 0; i < 2; ++i)
    for (index_t j = 0; j < 3; ++j)
      CHECK(g(i, j) == doctest::Approx(wanted(i, j)).epsilon(1e-6));
}
