// Graphs in many threads at once, each its own, over tensors that all read: right gradients, loops that are divided, and
// no node left. Runs under ThreadSanitizer too.
//   weft_test_gradients_tsan <threads>
#include "callers.hpp"

#include <weft/grad.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/math.hpp>
#include <weft/ops/power.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/tensor/tensor.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>

using namespace weft;

namespace {

constexpr index_t n = 60000; // divided from about 30000 on

double element(index_t i, index_t salt) {
  return double((i * 7 + salt * 3) % 11 - 5) / 8;
}
tensor<double, 1> filled(index_t salt) {
  tensor<double, 1> a(n);
  for (index_t i = 0; i < n; ++i)
    a(i) = element(i, salt);
  return a;
}

/// Of sum(exp(x y) + (x - common)^2 / 2) by x and by y, where x stands in two statements.
bool is_right(tensor<double, 1> const& common, index_t salt) {
  const grad::variable<double, 1> x = filled(salt), y = filled(salt + 1);
  const grad::variable<double, 1> e = exp(x * y);
  const grad::variable<double, 0> loss = sum(e + 0.5 * square(x - common));
  const auto [by_x, by_y] = gradients(loss, x, y);
  double worst = 0;
  for (index_t i = 0; i < n; ++i) {
    const double a = element(i, salt), b = element(i, salt + 1), f = std::exp(a * b);
    worst = std::max({worst, std::abs(by_x(i) - (f * b + a - element(i, 0))), std::abs(by_y(i) - f * a)});
  }
  return worst < 1e-12;
}

} // namespace

int main(int argc, char** argv) {
  const int threads = argc > 1 ? std::atoi(argv[1]) : 8;
  std::atomic<int> wrong{0}, salts{0};
  const auto common = filled(0);
  start_together(threads, [&] {
    for (int k = 0; k < 5; ++k)
      wrong += !is_right(common, ++salts);
  });
  const bool is_empty = grad::count_nodes() == 0;
  std::printf("%d threads, wrong: %d, %s\n", threads, wrong.load(), is_empty ? "no node is left" : "nodes are left");
  return wrong == 0 && is_empty ? 0 : 1;
}
