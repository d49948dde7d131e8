#include "differences.hpp"

using namespace compared;

TEST_CASE("adjoints: reductions, of all elements and along axes") {
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

TEST_CASE("adjoints: reductions without NaN") {
  tensor<double, 2> x = x0;
  x(0, 1) = std::numeric_limits<double>::quiet_NaN();
  const tensor<double, 2> by_sum = grad::gradient_of([](auto const& a) { return sum(nan_sum(a, 1) * 2.0); }, x);
  CHECK(by_sum == tensor<double, 2>{{2, 0, 2}, {2, 2, 2}});
  const tensor<double, 2> by_mean = grad::gradient_of([](auto const& a) { return sum(nan_mean(a, 1) * 6.0); }, x);
  CHECK(by_mean == tensor<double, 2>{{3, 0, 3}, {2, 2, 2}});
  // jax.grad of (f(y, axis=1) ** 2).sum() with f = jnp.nanprod, nanvar, nanstd, nanmin, nanmax, in float64
  const tensor<double, 2> y = {{3, 1, x(0, 1)}, {2, 5, 4}};
  const auto squares = [&](auto const& f) {
    return grad::gradient_of([&](auto const& a) { return sum(square(f(a))); }, y);
  };
  CHECK(squares([](auto const& a) { return nan_prod(a, 1); }) == tensor<double, 2>{{6, 18, 0}, {1600, 640, 800}});
  CHECK(apart(squares([](auto const& a) { return nan_var(a, 1); }),
              {{2, -2, 0}, {-3.45679012345679, 2.765432098765432, 0.6913580246913579}}) < 1e-14);
  CHECK(apart(squares([](auto const& a) { return nan_stddev(a, 1); }),
              {{1, -1, 0}, {-1.1111111111111112, 0.8888888888888888, 0.2222222222222222}}) < 1e-14);
  CHECK(squares([](auto const& a) { return nan_min(a, 1); }) == tensor<double, 2>{{0, 2, 0}, {4, 0, 0}});
  CHECK(squares([](auto const& a) { return nan_max(a, 1); }) == tensor<double, 2>{{6, 0, 0}, {0, 10, 0}});
  CHECK(worst([](auto const& a) { return sum(nan_var(sin(a), 0, ddof(1)) + nan_stddev(a * a, axis<0>, ddof(1))); },
              x0) < 1e-9);
  CHECK(worst([](auto const& a) { return nan_prod(a) * nan_max(transpose(a * a)) * nan_min(a); }, x0) < 1e-9);
  const tensor<double, 2> zeros = {{0, 2, x(0, 1)}, {0, x(0, 1), 0}};
  CHECK(grad::gradient_of([](auto const& a) { return sum(nan_prod(a, 1)); }, zeros) ==
        tensor<double, 2>{{2, 0, 0}, {0, 0, 0}});
  const tensor<double, 2> equals = {{3, 3, x(0, 1)}, {2, 2, 2}};
  CHECK(grad::gradient_of([](auto const& a) { return sum(nan_max(a, 1)); }, equals)(0, all) ==
        tensor<double, 1>{0.5, 0.5, 0});
  CHECK(grad::gradient_of([](auto const& a) { return sum(nan_stddev(a, 1)); }, equals) == tensor<double, 2>(2, 3));
}

TEST_CASE("adjoints: several reductions of one operand") {
  CHECK(worst(
            [](auto const& x) {
              const auto [low, high] = minmax(x * x, 1);
              const auto [s, m, l] = reduce(sin(x), sum, mean, var(ddof(1)), axis<1>, keep_dims);
              return sum(square(low) + high * 2.0) + sum(square(s) * m + exp(l) * x);
            },
            x0) < 1e-9);
  CHECK(worst(
            [](auto const& x) {
              const auto both = minmax(x);
              const auto [s, l] = reduce(x, sum, largest);
              return both.min * both.max + s * l;
            },
            x0) < 1e-9);
}

TEST_CASE("adjoints: at zeros and among equals") {
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

TEST_CASE("adjoints: products, matrices, vectors and stacks") {
  CHECK(worst([](auto const& x) { return sum(square(matmul(x, w))); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(sin(matmul(transpose(x), x * 2.0))); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(square(matmul(x, v))); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(square(matmul(x(0, all), w)) * x(1, range(0, 2))); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return dot(x(0, all), x(1, all)) * dot(x(0, all), v); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(square(matmul(matmul(x, w), x) + x)); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(square(matmul(broadcast_to(x, shape(4, 2, 3)), w))); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(exp(matmul(w, broadcast_to(x, shape(2, 2, 3))))); }, x0) < 1e-9);
}

TEST_CASE("adjoints: expressions of several operands that broadcast to a batch") {
  const tensor<double, 3> batch = stack(0, w, -2.0 * w, w * w);
  CHECK(worst([&](auto const& x) { return sum(square(matmul(x * sin(x), batch))); }, x0) < 1e-9);
  CHECK(worst([&](auto const& x) { return sum(square(matmul(batch, x + x * reverse(x, 1)))); }, x0) < 1e-9);
  CHECK(worst([&](auto const& x) { return sum(square(matmul(batch, x(all, 0) * x(all, 1) + x(all, 2)))); }, x0) < 1e-9);
  CHECK(worst([&](auto const& x) { return sum(square(matmul((x * sin(x))(newaxis, all, all), batch))); }, x0) < 1e-9);
}

TEST_CASE("adjoints: views, broadcasting, repeated and overlapping elements") {
  CHECK(worst([](auto const& x) { return sum(x(all, range(0, 2)) * x(all, range(1, 3))); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(reverse(x, 1) * x * x + transpose(transpose(x))); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(reshape(x * x, shape(3, 2)) * w + reshape(x, shape(3, 2))); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(square(sliding_window(x, 1, 2))); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(x * x(all, range(0, 1)) * x(0, all)); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(exp(broadcast_to(x(1, all), shape(4, 3)) * 2.0) + x(0, 1)); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(diagonal(matmul(x, w)) * v(range(0, 2))); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(x(all, newaxis, all) * x(newaxis, all, all)); }, x0) < 1e-9);
}

TEST_CASE("adjoints: a sum of no elements hands on zeros") {
  grad::variable<double, 1> x(tensor<double, 1>(3));
  const grad::variable<double, 0> loss = sum(matmul(tensor<double, 2>(0, 3), x));
  grad::backward(loss);
  CHECK(x.gradient() == tensor<double, 1>{0, 0, 0});
  grad::variable<double, 2> y(tensor<double, 2>(0, 3));
  const grad::variable<double, 0> none = sum(mean(y * y, axis<1>)) + prod(y);
  grad::backward(none);
  CHECK(y.gradient().shape() == shape(0, 3));
}
