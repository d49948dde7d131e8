#include <doctest/doctest.h>
#include <weft/eval/vector_stage.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/math.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/select.hpp>
#include <weft/tensor/memory.hpp>

#include "staged_numbers.hpp"

#include <atomic>
#include <cmath>
#include <stdexcept>

// Functions that are declared to be weft's own are counted_call; the oracle of those of weft is long double.
using weft::index_t;
using weft::range;
using weft::tensor;
using namespace weft::detail;

namespace {

struct of_program { // says nothing of itself: it may take long, or count its calls
  template <class T>
  auto operator()(T const& x) const {
    return std::exp(x);
  }
};
struct hidden_exp {
  template <class T>
  auto operator()(T const& x) const {
    return std::exp(x);
  }
};
} // namespace
template <>
inline constexpr bool weft::detail::is_own_function<hidden_exp> = true;

namespace {
using input = slot<double>;
using hidden = core_node<hidden_exp, input>;
static_assert(is_repeated<hidden, core_node<weft::op::times, hidden, hidden>>());
static_assert(!is_repeated<hidden, core_node<weft::op::times, hidden, input>>());
static_assert(!is_repeated<core_node<of_program, input>,
                           core_node<weft::op::times, core_node<of_program, input>, core_node<of_program, input>>>());
static_assert(!is_repeated<input, core_node<weft::op::times, input, input>>());
static_assert(stage_buffers<core_node<weft::op::times, hidden, hidden>> == 2);
static_assert(stage_buffers<core_node<weft::op::times, hidden, input>> == 0);

std::atomic<index_t> calls{0};
struct counted_call {
  double operator()(double x) const {
    ++calls;
    return 0.5 * x + 1;
  }
};
struct shifted { // another one for each shift
  double shift;
  double operator()(double x) const {
    ++calls;
    return x + shift;
  }
};
struct of_the_program {
  double operator()(double x) const {
    ++calls;
    return x + 1;
  }
};
struct refusing {
  double operator()(double x) const {
    ++calls;
    return x < 0 ? throw std::domain_error("negative") : x;
  }
};
/// How often functions of the program are called by f.
template <class F>
index_t calls_of(F const& f) {
  calls = 0;
  f();
  return calls;
}
} // namespace
template <>
inline constexpr bool weft::detail::is_own_function<weft::op::mapped<counted_call>> = true;
template <>
inline constexpr bool weft::detail::is_own_function<weft::op::mapped<shifted>> = true;
template <>
inline constexpr bool weft::detail::is_own_function<weft::op::mapped<refusing>> = true;

TEST_CASE("functions of the program are called as often as they are written") {
  for (const index_t n : around_a_piece) {
    tensor<double, 1> x(n), y(n);
    for (index_t i = 0; i < n; ++i)
      x(i) = seed(i);
    const auto t = map(of_the_program{}, x);
    CHECK(calls_of([&] { y = t / (1.0 + t); }) == 2 * n);
    for (index_t i = 0; i < n; ++i)
      CHECK(y(i) == (x(i) + 1) / (1.0 + (x(i) + 1)));
    CHECK(calls_of([&] { y = exp(t) - exp(t); }) == 2 * n);
    for (index_t i = 0; i < n; ++i)
      CHECK(y(i) == 0);
  }
}

TEST_CASE("what stands in an expression twice is computed once, if it reads the same memory") {
  for (const index_t n : around_a_piece) {
    tensor<double, 1> x(n), z(n), y(n);
    for (index_t i = 0; i < n; ++i) {
      x(i) = seed(i);
      z(i) = seed(i); // equal numbers elsewhere
    }
    const auto t = map(counted_call{}, x);
    CHECK(calls_of([&] { y = t / (1.0 + t); }) == n);
    for (index_t i = 0; i < n; ++i)
      CHECK(y(i) == (0.5 * x(i) + 1) / (1.0 + (0.5 * x(i) + 1)));
    CHECK(calls_of([&] { y = t * t + map(counted_call{}, x) - t; }) == n);
    CHECK(calls_of([&] { y = t / (1.0 + map(counted_call{}, z)); }) == 2 * n);
    for (index_t i = 0; i < n; ++i)
      CHECK(y(i) == (0.5 * x(i) + 1) / (1.0 + (0.5 * x(i) + 1)));
    const auto s = map(shifted{2}, x);
    CHECK(calls_of([&] { y = s * s; }) == n);
    CHECK(calls_of([&] { y = s * map(shifted{3}, x); }) == 2 * n);
    for (index_t i = 0; i < n; ++i)
      CHECK(y(i) == (x(i) + 2) * (x(i) + 3));
    CHECK(calls_of([&] { y = map(shifted{0.0}, x) - map(shifted{-0.0}, x); }) == 2 * n); // not the same bytes
    // One within the other, each twice.
    const auto u = map(shifted{1}, t);
    CHECK(calls_of([&] { y = u * u + t; }) == 2 * n);
    for (index_t i = 0; i < n; ++i)
      CHECK(y(i) == doctest::Approx((0.5 * x(i) + 2) * (0.5 * x(i) + 2) + 0.5 * x(i) + 1).epsilon(1e-14));
    if (n > 1) {
      // Parts of the memory: the same elements, and others.
      const auto front = x(range(0, n - 1)), back = x(range(1, n));
      tensor<double, 1> d(n - 1);
      CHECK(calls_of([&] { d = map(counted_call{}, front) - map(counted_call{}, x(range(0, n - 1))); }) == n - 1);
      CHECK(calls_of([&] { d = map(counted_call{}, back) - map(counted_call{}, front); }) == 2 * (n - 1));
      for (index_t i = 0; i + 1 < n; ++i)
        CHECK(d(i) == (0.5 * x(i + 1) + 1) - (0.5 * x(i) + 1));
    }
  }
}

TEST_CASE("what stands in an expression twice: kernels, folds, rows that repeat, strides") {
  for (const index_t n : {1, 17, 256, 300, 1000}) {
    tensor<double, 2> a(3, n);
    tensor<double, 1> row(n), column(3);
    for (index_t i = 0; i < 3; ++i)
      for (index_t j = 0; j < n; ++j) {
        a(i, j) = seed(i + 3 * j);
        row(j) = seed(j);
        column(i) = seed(5 * i);
      }
    const auto e = exp(a);
    const auto c = exp(column(weft::all, weft::newaxis));
    const auto r = exp(row);
    const tensor<double, 2> twice = e / (1.0 + e), apart = exp(a) / (1.0 + exp(a + row)),
                            held = e * c / (1.0 + c) + r / (2.0 + r), other = exp(a) - exp(transpose(transpose(a))),
                            constants = exp(a * 2.0) - exp(a * 3.0);
    tensor<double, 2> backwards(3, n);
    backwards(weft::all, range(n - 1, -1, -1)) = e / (1.0 + e);
    tensor<double, 2, weft::column_major> turned = transpose(tensor<double, 2>(transpose(e / (1.0 + e))));
    for (index_t i = 0; i < 3; ++i)
      for (index_t j = 0; j < n; ++j) {
        const long double x = std::exp(static_cast<long double>(a(i, j))),
                          y = std::exp(static_cast<long double>(column(i))),
                          z = std::exp(static_cast<long double>(row(j))), l = a(i, j);
        CHECK(near(twice(i, j), x / (1 + x)));
        CHECK(near(turned(i, j), x / (1 + x)));
        CHECK(near(backwards(i, n - 1 - j), x / (1 + x)));
        CHECK(near(apart(i, j), x / (1 + std::exp(l + static_cast<long double>(row(j))))));
        CHECK(near(held(i, j), x * y / (1 + y) + z / (2 + z)));
        CHECK(near(constants(i, j), std::exp(2 * l) - std::exp(3 * l)));
        CHECK(other(i, j) == 0);
      }
    const tensor<double, 1> sums = sum(e / (1.0 + e), 1);
    const auto t = map(counted_call{}, a);
    CHECK(calls_of([&] { static_cast<void>(sum(t * t)); }) == 3 * n);
    for (index_t i = 0; i < 3; ++i) {
      long double total = 0;
      for (index_t j = 0; j < n; ++j) {
        const long double x = std::exp(static_cast<long double>(a(i, j)));
        total += x / (1 + x);
      }
      CHECK(std::abs(static_cast<long double>(sums(i)) - total) <= 1e-14L * (1 + total));
    }
  }
}

TEST_CASE("what stands in an expression twice may throw, and then has been called once for each element") {
  tensor<double, 1> x(weft::shape(600), 1.0), y(weft::shape(600), 7.0);
  x(400) = -1;
  const auto t = map(refusing{}, x);
  CHECK(calls_of([&] { CHECK_THROWS_AS(y = t + t, std::domain_error); }) <= 600);
  CHECK(y(500) == 7);
}
