#include <weft/grad/minimise.hpp>
#include <weft/weft.hpp>

#include <cmath>
#include <limits>

#include <doctest/doctest.h>

using namespace weft;
using grad::minimise;
using grad::minimise_end;

TEST_CASE("minimise: Rosenbrock's valley in 2 and in 30 dimensions") {
  const auto valley = [](auto const& x) {
    const auto a = x(range(0, end - 1)), b = x(range(1, end));
    return sum(100.0 * square(b - square(a)) + square(1.0 - a));
  };
  for (const index_t n : {2, 30}) {
    const tensor<double, 1> x0 = tensor<double, 1>(shape(n), -1.2);
    const auto m = minimise(valley, x0);
    CHECK(m.end == minimise_end::gradient);
    CHECK(m.converged());
    CHECK(all_close(m.x, ones<double>(n), 0, 1e-6));
    CHECK(m.value < 1e-12);
    CHECK(max(abs(m.gradient)) <= 1e-8);
    CHECK(m.evaluations < 40 * n);
    CHECK(minimise(valley, x0, {.iterations = 3}).end == minimise_end::iterations);
  }
}

TEST_CASE("minimise: a quadratic of matrices, a start at the minimum, nothing at all, and what it refuses") {
  const tensor<double, 2> c{{1, 100}, {0.01, 7}}, t{{1, 2}, {3, 4}};
  const auto bowl = [&](auto const& x) { return sum(c * square(x - t)); };
  const auto m = minimise(bowl, zeros<double>(2, 2));
  CHECK(all_close(m.x, t, 0, 1e-6));
  const auto there = minimise(bowl, t);
  CHECK(there.iterations == 0);
  CHECK(there.evaluations == 1);
  const auto none = minimise([](auto const& x) { return sum(x); }, zeros<double>(0));
  CHECK(none.end == minimise_end::gradient);
  CHECK_THROWS_AS((void)minimise([](auto const& x) { return sum(log(x)); }, -ones<double>(2)), error);
  CHECK_THROWS_AS((void)minimise(bowl, t, {.memory = 0}), error);
}

TEST_CASE("minimise: steps into what is not finite, and no bound at all") {
  // x - log(x) is infinite or NaN left of 0, its minimum is at 1.
  const auto m = minimise([](auto const& x) { return sum(x - log(x)); }, tensor<double, 1>(shape(3), 50.0));
  CHECK(all_close(m.x, ones<double>(3), 0, 1e-7));
  const auto down = minimise([](auto const& x) { return sum(x); }, zeros<double>(2), {.iterations = 5});
  CHECK(down.end != minimise_end::gradient);
  CHECK_FALSE(down.converged());
}
