// Divided loops and products in many threads at once: right numbers, no hang, no more threads than asked for.
//   weft_test_loops <case> <threads>
// A hang is a failure by the caller's time limit. The same program runs under ThreadSanitizer, without the cases that it
// cannot judge: OpenMP, and threads that a forked child starts.
#include "callers.hpp"

#include <weft/dynamic/any_expr.hpp>
#include <weft/eval/threads.hpp>
#include <weft/linalg/matmul.hpp>
#include <weft/linalg/vector.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/select.hpp>
#include <weft/tensor/memory.hpp>
#include <weft/tensor/tensor.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

using weft::index_t;

namespace {

constexpr int budget = 3;

/// BLAS, which is linked, brings threads of its own, and ThreadSanitizer another one with the first that is started.
const int at_start = [] {
  std::thread([] {}).join();
  return living_threads();
}();

/// A function that weft does not know, which throws at `last`.
struct slow_sum {
  double last;
  double operator()(double a, double b) const {
    if (a == last)
      throw std::runtime_error("the last");
    return a + 2 * b;
  }
};

/// One map of n elements, divided from about 30000 on, compared with a loop; the same once more with an exception.
bool is_right(index_t n, index_t salt) {
  weft::tensor<double, 1> a(n), b(n), c(n);
  for (index_t i = 0; i < n; ++i) {
    a(i) = static_cast<double>(i);
    b(i) = static_cast<double>((i + salt) % 7);
  }
  c = map(slow_sum{-1}, a, b);
  for (index_t i = 0; i < n; ++i)
    if (c(i) != static_cast<double>(i + 2 * ((i + salt) % 7)))
      return false;
  try {
    c = map(slow_sum{static_cast<double>(n - 1)}, a, b);
    return false;
  } catch (std::runtime_error const& e) {
    return std::string(e.what()) == "the last";
  }
}

/// A fold of each axis of the same size, compared with loops.
bool folds_are_right(index_t salt) {
  const index_t rows = 301, columns = 203;
  weft::tensor<double, 2> a(rows, columns);
  weft::tensor<double, 1> of_rows(rows), of_columns(columns);
  of_rows = 0, of_columns = 0;
  for (index_t i = 0; i < rows; ++i)
    for (index_t j = 0; j < columns; ++j) {
      a(i, j) = static_cast<double>((i * j + salt) % 1009);
      of_rows(i) += a(i, j);
      of_columns(j) += a(i, j);
    }
  const auto slow = map([](double x) { return x; }, a);
  return sum(slow, 1) == of_rows && sum(slow, 0) == of_columns;
}

/// The squares of `count` matrices of n x n, and their products with their own first rows.
struct products {
  weft::tensor<double, 3> a, squares;
  weft::tensor<double, 2> with_rows;

  products(index_t count, index_t n) : a(count, n, n), squares(count, n, n), with_rows(count, n) {
    squares = 0, with_rows = 0;
    for (index_t m = 0; m < count; ++m)
      for (index_t i = 0; i < n; ++i)
        for (index_t j = 0; j < n; ++j)
          a(m, i, j) = static_cast<double>((i * 3 + j * j + m) % 13 - 6);
    for (index_t m = 0; m < count; ++m)
      for (index_t i = 0; i < n; ++i)
        for (index_t k = 0; k < n; ++k) {
          with_rows(m, i) += a(m, i, k) * a(m, 0, k);
          for (index_t j = 0; j < n; ++j)
            squares(m, i, j) += a(m, i, k) * a(m, k, j);
        }
  }
  bool are_right() const { return weft::matmul(a, a) == squares && weft::matmul(a(0), a(0, 0)) == with_rows(0); }
};

/// Whole numbers, so exact in any order.
bool is_dot_right(index_t size) {
  weft::tensor<double, 1> x(size), y(size);
  double wanted = 0;
  for (index_t i = 0; i < size; ++i) {
    x(i) = static_cast<double>(i % 17 - 8);
    y(i) = static_cast<double>(i % 5);
    wanted += x(i) * y(i);
  }
  return weft::dot(x, y) == wanted;
}

/// An expression that all threads share: whoever is first makes its program. Copies get steps of their own.
struct shared_program {
  static constexpr index_t n = 100003;
  weft::tensor<double, 1> a, b;
  weft::any_expr<double> sum;

  shared_program() : a(n), b(n) {
    for (index_t i = 0; i < n; ++i) {
      a(i) = static_cast<double>(i % 97);
      b(i) = static_cast<double>(i % 11 - 5);
    }
    sum = a * b;
    for (int k = 1; k < 5; ++k)
      sum = sum + b * double(k);
  }
  shared_program(shared_program const&) = delete;
  shared_program& operator=(shared_program const&) = delete;
  bool is_right(index_t salt) const {
    weft::tensor<double, 1> r = sum;
    const weft::any_expr<double> own = sum * double(salt);
    const weft::tensor<double, 1> more = own;
    for (index_t i = 0; i < n; ++i)
      if (r(i) != a(i) * b(i) + 10 * b(i) || more(i) != r(i) * double(salt))
        return false;
    return true;
  }
};

bool all_right(int rounds) {
  static const products few(2, 160), many(300, 24);
  static const shared_program shared_one;
  bool right = true;
  for (int n = 0; n < rounds; ++n) {
    for (index_t size : {10, 1000, 40009, 100003})
      right = is_right(size, n) && right;
    right = shared_one.is_right(n) && is_dot_right(400009) && folds_are_right(n) && few.are_right() && many.are_right() && right;
  }
  return right;
}

bool run(int threads, int rounds, int helpers, void (*start)(int, std::function<void()> const&)) {
  std::atomic<int> wrong{0};
  thread_watch watch;
  start(threads, [&] { wrong += !all_right(rounds); });
  const int most = watch.stop(), allowed = at_start + threads + helpers + 1; // and the watcher
  std::printf("%d callers, %d wrong; %d threads at most, %d allowed\n", threads, wrong.load(), most, allowed);
  std::fflush(stdout);
  return wrong == 0 && most <= allowed;
}

#if defined(_OPENMP)
void in_parallel_region(int threads, std::function<void()> const& work) {
#pragma omp parallel num_threads(threads)
  work();
}
#endif

/// In a child, after its parent has used its helpers.
bool run_forked(int threads) {
  bool right = all_right(3);
  const pid_t child = fork();
  if (child == 0)
    std::_Exit(run(threads, 3, budget - 1, start_together) ? 0 : 1);
  int status = 1;
  waitpid(child, &status, 0);
  right = run(threads, 3, budget - 1, start_together) && right;
  return right && status == 0;
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::printf("usage: %s <case> <threads>\n", argv[0]);
    return 2;
  }
  const std::string name = argv[1];
  const int threads = std::atoi(argv[2]);
  weft::set_num_threads(budget);
  bool right = false;
  if (name == "callers")
    right = run(threads, 2 + 64 / threads, budget - 1, start_together);
#if defined(_OPENMP)
  else if (name == "inside_a_parallel_region")
    right = run(threads, 5, 0, in_parallel_region);
#endif
  else if (name == "in_a_forked_child")
    right = run_forked(threads);
  else
    std::printf("no such case: %s\n", name.c_str());
  return right ? 0 : 1;
}
