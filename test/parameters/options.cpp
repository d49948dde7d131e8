// Powers, threads, iterations and digits of 64 bits.
#include "far.hpp"

#include <weft/grad.hpp>
#include <weft/linalg/eigsh.hpp>
#include <weft/linalg/iterative.hpp>
#include <weft/weft.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <string>

using namespace weft;

TEST_CASE("numbers of 64 bits: powers of matrices") {
  const tensor<double, 2> minus{{-1}}, two{{2}}, half{{0.5}}, turn{{0, 1}, {-1, 0}};
  for (const index_t n : far::numbers) {
    INFO(n);
    CHECK(linalg::matrix_power(minus, n)(0, 0) == (n % 2 == 0 ? 1 : -1));
    CHECK(linalg::matrix_power(two, n)(0, 0) == (n > 0 ? std::numeric_limits<double>::infinity() : 0));
    CHECK(linalg::matrix_power(half, n)(0, 0) == (n < 0 ? std::numeric_limits<double>::infinity() : 0));
    const tensor<double, 2> turned = linalg::matrix_power(turn, n);
    const index_t quarter = (n % 4 + 4) % 4;
    CHECK(turned(0, 0) == (quarter == 0 ? 1 : quarter == 2 ? -1 : 0));
    CHECK(turned(0, 1) == (quarter == 1 ? 1 : quarter == 3 ? -1 : 0));
    const grad::variable<double, 2> v = minus;
    const grad::variable<double, 2> powered = linalg::matrix_power(v, n);
    CHECK(powered.value()(0, 0) == (n % 2 == 0 ? 1 : -1));
  }
}

TEST_CASE("numbers of 64 bits: threads") {
  const int before = num_threads();
  for (const index_t n : far::numbers) {
    INFO(n);
    if (n < 0) {
      CHECK_THROWS_AS(set_num_threads(n), error);
      CHECK_THROWS_AS((void)thread_scope(n), error);
      CHECK(num_threads() == before);
      continue;
    }
    {
      const thread_scope many(n);
      CHECK(num_threads() == std::numeric_limits<int>::max());
    }
    set_num_threads(n);
    CHECK(num_threads() == std::numeric_limits<int>::max());
    set_num_threads(before);
  }
}

TEST_CASE("numbers of 64 bits: iterations") {
  const tensor<double, 2> a{{4, 1}, {1, 3}};
  const tensor<double, 1> b{1, 2}, x{1.0 / 11, 7.0 / 11}, start{5};
  const auto near = [&](tensor<double, 1> const& got) { return all_close(got, x, 1e-9, 1e-9); };
  for (const index_t n : far::numbers) {
    INFO(n);
    if (n < 0) {
      CHECK_THROWS_AS((void)linalg::cg(a, b, {.iterations = n}), error);
      CHECK_THROWS_AS((void)linalg::cg(a, b, {.patience = n}), error);
      CHECK_THROWS_AS((void)linalg::gmres(a, b, {.restart = n}), error);
      continue;
    }
    CHECK(near(linalg::cg(a, b, {.iterations = n, .tolerance = 1e-12}).x));
    CHECK(near(linalg::bicgstab(a, b, {.tolerance = 1e-12, .patience = n}).x));
    CHECK(near(linalg::gmres(a, b, {.iterations = n, .tolerance = 1e-12, .restart = n}).x));
    CHECK(near(linalg::lsqr(a, b, {.iterations = n, .tolerance = 1e-12, .patience = n}).x));
    CHECK(linalg::eigsh(a, 1, linalg::eigsh_which::largest, {.iterations = n, .restart = n}).values(0) ==
          doctest::Approx((7 + std::sqrt(5.0)) / 2));
    const auto square_root = [](auto const& v) { return v * v - 2.0; };
    CHECK(grad::least_squares(square_root, start, {.iterations = n}).x(0) ==
          doctest::Approx(std::sqrt(2.0)));
    const auto parabola = [](auto const& v) { return sum(square(v - 3.0)); };
    CHECK(grad::minimise(parabola, start, {.iterations = n, .memory = n}).x(0) == doctest::Approx(3));
  }
}

TEST_CASE("numbers of 64 bits: digits, items and columns of a print") {
  const tensor<double, 1> x{1.0 / 3, 2};
  const tensor<int, 1> many(2000);
  const std::string whole = to_string(x, {.precision = 1100}), none = to_string(x, {.precision = 0});
  for (const index_t n : far::numbers) {
    INFO(n);
    CHECK(to_string(x, {.precision = n}) == (n > 0 ? whole : none));
    CHECK(to_string(x, {.precision = n, .floats = float_mode::fixed}).size() < 4000);
    CHECK(to_string(x, {.line_width = n}) == to_string(x, {.line_width = n > 0 ? 1000 : 1}));
    if (n < 0)
      CHECK(to_string(many, {.edge_items = n}) == to_string(many, {.edge_items = 1}));
    else
      CHECK(to_string(many, {.edge_items = n}) == to_string(many, {.threshold = 2000}));
  }
}
