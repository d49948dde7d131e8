// Products and decompositions in many threads at once: right numbers, no hang, no more threads than asked for, settings
// as they were.
//   weft_test_stress <case> <threads> <build of OpenBLAS>
// Operands are small integers, so float holds each sum exactly, in whatever order it is made: every result is compared
// element by element with one made by loops over 64-bit integers. A hang is a failure by the caller's time limit, and so
// is oversubscription: on two cores it made runs of a second about 100 times longer.
#include "callers.hpp"

#include <weft/eval/threads.hpp>
#include <weft/linalg/build_info.hpp>
#include <weft/linalg/eigen.hpp>
#include <weft/linalg/solve.hpp>
#include <weft/linalg/svd.hpp>
#include <weft/linalg/vector.hpp>
#include <weft/ops/generate.hpp>
#include <weft/tensor/memory.hpp>

#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

extern "C" [[gnu::weak]] int openblas_get_parallel();

using weft::index_t;

namespace {

struct whole {
  std::int64_t re = 0, im = 0;
};

/// -3 ... 3: the longest sums, of 5120 real or 2560 complex products, stay below 2^16; float is exact to 2^24.
std::int64_t digit(index_t i, index_t j, index_t salt) {
  return (i * 31 + j * 17 + salt * 7 + i * j) % 7 - 3;
}

template <class T>
constexpr bool is_complex = !std::is_floating_point_v<T>;

template <class T>
T value_of(whole w) {
  if constexpr (is_complex<T>)
    return T(static_cast<typename T::value_type>(w.re), static_cast<typename T::value_type>(w.im));
  else
    return static_cast<T>(w.re);
}

template <class T>
whole element(index_t i, index_t j, index_t salt) {
  return {digit(i, j, salt), is_complex<T> ? digit(j, i, salt + 1) : 0};
}

/// How an operand lies in memory: BLAS takes the first two as they are, the others are packed for it.
enum class form { rows, columns, every_second, backwards };

template <class T>
class operand {
public:
  operand(index_t rows, index_t cols, form f, index_t salt) : rows_(rows), cols_(cols) {
    const index_t step = f == form::every_second ? 2 : 1, sign = f == form::backwards ? -1 : 1;
    strides_[0] = f == form::columns ? 1 : sign * step * step * cols;
    strides_[1] = f == form::columns ? rows : sign * step;
    memory_.resize(static_cast<std::size_t>(step * step * rows * cols), T(99));
    first_ = memory_.data() + (sign < 0 ? rows * cols - 1 : 0);
    for (index_t i = 0; i < rows; ++i)
      for (index_t j = 0; j < cols; ++j)
        first_[i * strides_[0] + j * strides_[1]] = value_of<T>(element<T>(i, j, salt));
  }
  auto matrix() const {
    return weft::borrow(static_cast<T const*>(first_), weft::shape(rows_, cols_),
                        weft::strides(strides_[0], strides_[1]));
  }
  auto row() const {
    return weft::borrow(static_cast<T const*>(first_), weft::shape(cols_), weft::strides(strides_[1]));
  }
  auto column() const {
    return weft::borrow(static_cast<T const*>(first_), weft::shape(rows_), weft::strides(strides_[0]));
  }

private:
  index_t rows_, cols_, strides_[2];
  std::vector<T> memory_;
  T* first_;
};

template <class T>
std::vector<T> expected(index_t m, index_t n, index_t k, index_t salt) {
  std::vector<T> out;
  for (index_t i = 0; i < m; ++i) {
    std::vector<whole> sum(static_cast<std::size_t>(n));
    for (index_t l = 0; l < k; ++l) {
      const whole x = element<T>(i, l, salt);
      for (index_t j = 0; j < n; ++j) {
        const whole y = element<T>(l, j, salt + 1);
        whole& s = sum[static_cast<std::size_t>(j)];
        s.re += x.re * y.re - x.im * y.im;
        s.im += x.re * y.im + x.im * y.re;
      }
    }
    for (whole const& s : sum)
      out.push_back(value_of<T>(s));
  }
  return out;
}

/// A product that any thread may run: it says whether each element was right.
struct product {
  std::string name;
  double multiplications;
  std::function<bool()> is_right;
};

template <class T>
product product_of(char const* type, index_t m, index_t n, index_t k, form fa, form fb, index_t salt) {
  auto a = std::make_shared<const operand<T>>(m, k, fa, salt),
       b = std::make_shared<const operand<T>>(k, n, fb, salt + 1);
  auto want = std::make_shared<const std::vector<T>>(expected<T>(m, n, k, salt));
  product p;
  p.name = std::string(type) + " (" + std::to_string(m) + ", " + std::to_string(k) + ") x (" + std::to_string(k) +
           ", " + std::to_string(n) + ")";
  p.multiplications = double(m) * double(n) * double(k) * (is_complex<T> ? 4 : 1);
  if (m == 1 && n == 1)
    p.is_right = [=] {
      const T sum = weft::dot(a->row(), b->column());
      return sum == want->front();
    };
  else if (n == 1)
    p.is_right = [=] {
      const weft::tensor<T, 1> c = weft::matmul(a->matrix(), b->column());
      return std::equal(want->begin(), want->end(), c.data());
    };
  else
    p.is_right = [=] {
      const weft::tensor<T, 2> c = weft::matmul(a->matrix(), b->matrix());
      return std::equal(want->begin(), want->end(), c.data());
    };
  return p;
}

template <class T>
void add(std::vector<product>& list, char const* type, std::vector<index_t> const& sizes) {
  index_t salt = 0;
  for (index_t n : sizes)
    for (auto [fa, fb] : {std::pair(form::rows, form::rows), std::pair(form::columns, form::every_second),
                          std::pair(form::backwards, form::columns)}) {
      if (n > 200 && fa != form::rows)
        continue;
      list.push_back(product_of<T>(type, n, n, n, fa, fb, ++salt));
      list.push_back(product_of<T>(type, n, 1, n, fa, fb, ++salt));
      list.push_back(product_of<T>(type, 1, 1, 10 * n, fa, fb, ++salt));
    }
}

/// 2 on the diagonal, -1 beside it. Its eigenvalues are 2 - 2 cos(k pi / (n + 1)), k = 1 ... n, and are its singular
/// values too; the k-th line of its inverse and a right side of ones give i (n + 1 - i) / 2.
weft::tensor<double, 2> second_differences(index_t n) {
  weft::tensor<double, 2> a(n, n);
  for (index_t i = 0; i < n; ++i) {
    a(i, i) = 2;
    if (i > 0)
      a(i, i - 1) = a(i - 1, i) = -1;
  }
  return a;
}

/// Ascending values that stand for those of the matrix, to 1000 roundings of the largest one.
bool are_its_values(weft::tensor<double, 1> const& values) {
  const index_t n = values.size();
  for (index_t k = 0; k < n; ++k)
    if (!(std::abs(values(k) - 2 + 2 * std::cos(std::acos(-1.0) * double(k + 1) / double(n + 1))) < 1e-12))
      return false;
  return true;
}

void add_decompositions(std::vector<product>& list, index_t n) {
  const auto a = std::make_shared<const weft::tensor<double, 2>>(second_differences(n));
  const double cube = double(n) * double(n) * double(n);
  const auto size = " of " + std::to_string(n) + " x " + std::to_string(n);
  list.push_back({"eigh" + size, 4 * cube, [=] { return are_its_values(weft::linalg::eigh(*a).values); }});
  list.push_back({"svd" + size, 12 * cube, [=] {
                    const auto [u, s, vh] = weft::linalg::svd(*a);
                    return are_its_values(s(weft::range(n - 1, -1, -1)));
                  }});
  list.push_back({"eigvals" + size, 10 * cube, [=] {
                    weft::tensor<double, 1> values = real(weft::linalg::eigvals(*a));
                    std::sort(values.begin(), values.end());
                    return are_its_values(values);
                  }});
  list.push_back({"solve" + size, cube / 3, [=] {
                    const weft::tensor<double, 1> x = weft::linalg::solve(*a, weft::ones<double>(weft::shape(n)));
                    for (index_t i = 0; i < n; ++i)
                      if (!(std::abs(x(i) - double((i + 1) * (n - i)) / 2) <= 1e-12 * double(n * n)))
                        return false;
                    return true;
                  }});
}

/// Many small ones, few large ones: each kind gets about the same time.
struct workload {
  std::vector<product> products;
  std::vector<std::size_t> order;

  workload(std::vector<index_t> const& sizes, double multiplications) {
    std::vector<index_t> smaller = sizes;
    std::erase_if(smaller, [](index_t n) { return n > 256; }); // the loops of complex<double> (512, 512) take a second
    add<double>(products, "double", sizes);
    add<float>(products, "float", smaller);
    add<std::complex<double>>(products, "complex<double>", smaller);
    share(multiplications);
  }
  static workload of_decompositions(std::vector<index_t> const& sizes, double multiplications) {
    workload w;
    for (const index_t n : sizes)
      add_decompositions(w.products, n);
    w.share(multiplications);
    return w;
  }

private:
  workload() = default;
  void share(double multiplications) {
    constexpr double call = 3e4; // what a call costs beside its multiplications, in multiplications
    const double each = multiplications / static_cast<double>(products.size());
    for (std::size_t i = 0; i < products.size(); ++i)
      order.insert(order.end(), 1 + static_cast<std::size_t>(each / (products[i].multiplications + call)), i);
    std::shuffle(order.begin(), order.end(), std::mt19937(1));
  }
};

/// The callers, this thread and the watcher, and the threads of BLAS. Each caller that was alone for a moment may have
/// got a team from OpenMP, which sleeps until its thread ends: that happens to a few, not to each.
int most_threads(int callers, std::string const& build, int blas_threads) {
  const int teams = build == "openmp" ? 8 : 1;
  return callers + 2 + teams * (blas_threads - 1);
}

void in_parallel_region(int threads, std::function<void()> const& work) {
#pragma omp parallel num_threads(threads)
  work();
}

using starter = void(int, std::function<void()> const&);

bool run(workload const& w, int threads, starter* start, std::string const& build) {
  const int configured = weft::build_info().blas_threads;
  std::atomic<std::size_t> next{0}, wrong{0};
  thread_watch watch;
  const auto begin = std::chrono::steady_clock::now();
  start(threads, [&] {
    for (std::size_t i = next++; i < w.order.size(); i = next++)
      if (product const& p = w.products[w.order[i]]; !p.is_right() && wrong++ < 5)
        std::printf("wrong: %s\n", p.name.c_str());
  });
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const int most = watch.stop(), allowed = most_threads(threads, build, configured);
  const int left = weft::build_info().blas_threads;
  std::printf(
      "%d callers: %zu products, %zu wrong, %.2f s; %d threads at most, %d allowed; BLAS has %d threads, had %d\n",
      threads, w.order.size(), wrong.load(), seconds, most, allowed, left, configured);
  std::fflush(stdout);
  return wrong == 0 && most <= allowed && left == configured;
}

/// In a child, after its parent has used all threads of BLAS.
bool run_forked(workload const& w, int threads, std::string const& build) {
  const auto all_right = [&] {
    return std::all_of(w.products.begin(), w.products.end(), [](product const& p) { return p.is_right(); });
  };
  bool right = all_right();
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0)
    std::_Exit(all_right() && run(w, threads, start_together, build) ? 0 : 1);
  int status = 1;
  waitpid(child, &status, 0);
  right = run(w, threads, start_together, build) && right;
  return right && status == 0;
}

double seconds_of(clockid_t clock) {
  timespec t{};
  clock_gettime(clock, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/// What the threads of BLAS compute, as a part of what this thread computes, with a budget of so many.
double share_of_others(workload const& w, int budget, bool& right) {
  const weft::thread_scope scope{budget};
  std::this_thread::sleep_for(std::chrono::milliseconds(300)); // threads of BLAS look for work a while
  const double all = seconds_of(CLOCK_PROCESS_CPUTIME_ID), mine = seconds_of(CLOCK_THREAD_CPUTIME_ID);
  for (std::size_t i : w.order)
    right = w.products[i].is_right() && right;
  const double done = seconds_of(CLOCK_THREAD_CPUTIME_ID) - mine;
  return (seconds_of(CLOCK_PROCESS_CPUTIME_ID) - all - done) / done;
}

/// A budget of 1 keeps the threads of BLAS asleep; one of 2 does not. The setting is as it was.
bool run_within_budgets(workload const& w, std::string const& build) {
  const int configured = weft::build_info().blas_threads;
  bool right = true;
  const double one = share_of_others(w, 1, right), two = share_of_others(w, 2, right);
  const int left = weft::build_info().blas_threads;
  std::printf("other threads: %.2f of this one with a budget of 1, %.2f with 2; BLAS has %d threads, had %d\n", one,
              two, left, configured);
  return right && one < 0.05 && (build == "serial" || two > 0.1) && left == configured;
}

std::string build_of_blas() {
  constexpr char const* names[] = {"serial", "pthread", "openmp"};
  return openblas_get_parallel == nullptr ? "no OpenBLAS" : names[openblas_get_parallel()];
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::printf("usage: %s <case> <threads> <build of OpenBLAS>\n", argv[0]);
    return 2;
  }
  const std::string name = argv[1], build = argv[3];
  const int threads = std::atoi(argv[2]);
  std::printf("%s", to_string(weft::build_info()).c_str());
  if (build_of_blas() != build) {
    std::printf("this is not the %s build but: %s\n", build.c_str(), build_of_blas().c_str());
    return 1;
  }
  const std::vector<index_t> all{10, 15, 32, 64, 100, 129, 200, 256, 512};
  bool right = false;
  if (name == "sizes_10_to_512")
    right = run(workload(all, 2e10), threads, start_together, build);
  else if (name == "small_products")
    right = run(workload({10, 15, 24, 32, 48}, 2e10), threads, start_together, build);
  else if (name == "more_callers_than_work_memory")
    right = run(workload({100, 129, 200}, 4e9), threads, start_together, build);
  else if (name == "inside_a_parallel_region")
    right = run(workload(all, 4e9), threads, in_parallel_region, build);
  else if (name == "decompositions")
    right = run(workload::of_decompositions({5, 20, 70, 150}, 1.5e9), threads, start_together, build);
  else if (name == "decompositions_inside_a_parallel_region")
    right = run(workload::of_decompositions({20, 150}, 1e9), threads, in_parallel_region, build);
  else if (name == "decompositions_within_budgets")
    right = run_within_budgets(workload::of_decompositions({200}, 4e8), build);
  else if (name == "in_a_forked_child")
    right = run_forked(workload(all, 1e9), threads, build);
  else if (name == "within_budgets")
    right = run_within_budgets(workload({200, 256}, 5e8), build);
  else
    std::printf("no such case: %s\n", name.c_str());
  return right ? 0 : 1;
}
