#include "differences.hpp"

#include <weft/grad/scans.hpp>

using namespace compared;

TEST_CASE("scans: running sums, along axes and of all elements") {
  CHECK(worst([](auto const& x) { return sum(square(cumsum(x, 1)) + cumsum(x, 0) * x); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(exp(cumsum(transpose(x) * 2.0))); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(square(cumsum(reverse(x(0, all), 0)))); }, x0) < 1e-9);
}

TEST_CASE("scans: running products, at zeros too") {
  CHECK(worst([](auto const& x) { return sum(square(cumprod(x, 1)) * x0 + cumprod(sin(x), axis<0>)); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(square(cumprod(x))); }, x0) < 1e-9);
  const tensor<double, 2> zeros = {{2, 0, 3}, {0, 0, 4}};
  CHECK(worst([](auto const& x) { return sum(cumprod(x, 1) * x0); }, zeros) < 1e-9);
}

TEST_CASE("scans: the smallest and the largest so far") {
  CHECK(worst([](auto const& x) { return sum(square(cummax(x, 1)) + transpose(cummin(transpose(x), 0)) * x); }, x0) <
        1e-9);
  const tensor<double, 2> line = {{3, 1, 2}};
  const tensor<double, 2> g = grad::gradient_of([](auto const& x) { return sum(cummin(x, 1)); }, line);
  CHECK(g == tensor<double, 2>{{1, 2, 0}});
}

TEST_CASE("scans: without NaN") {
  tensor<double, 2> x = {{2, 0, 3}};
  x(0, 1) = std::numeric_limits<double>::quiet_NaN();
  CHECK(grad::gradient_of([](auto const& a) { return sum(nan_cumsum(a, 1)); }, x) == tensor<double, 2>{{3, 0, 1}});
  CHECK(grad::gradient_of([](auto const& a) { return sum(nan_cumprod(a, 1)); }, x) == tensor<double, 2>{{5, 0, 2}});
}

TEST_CASE("scans: differences") {
  CHECK(worst([](auto const& x) { return sum(square(diff(x, 1, 1))) + sum(exp(diff(x, 2, 1) * 2.0)); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(square(diff(x)) * diff(x, axis<0>)(all, range(0, 2))); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(diff(x, 3, 1)) + sum(square(diff(x, 0, 1))); }, x0) < 1e-9);
  CHECK(grad::gradient_of([](auto const& x) { return sum(cumsum(x, 1)) + sum(cumprod(x, 1)); }, tensor<double, 2>(2, 0))
            .size() == 0);
}

TEST_CASE("scans: of a rank that is known at run time") {
  CHECK(worst_any_rank([](auto const& x) { return sum(square(cumsum(x, 1)) + cumprod(sin(x), axis<0>) * x); }, x0) <
        1e-9);
  CHECK(worst_any_rank([](auto const& x) { return sum(exp(cumsum(transpose(x)))) + sum(square(cumprod(x))); }, x0) <
        1e-9);
  CHECK(worst_any_rank([](auto const& x) { return sum(square(cummax(x, 1))) + sum(square(diff(x, 1, 1))); }, x0) <
        1e-9);
}
