// How long does a product take? A worker of routes.py: it reads one product a line, "double 64 64 64 1" for
// m = n = k = 64 in a stack of 1, and answers with its route and the nanoseconds of one call. n = 1 is a vector.
#include <weft/weft.hpp>

#include <chrono>
#include <cmath>
#include <iostream>
#include <string>

using weft::tensor, weft::index_t;

namespace {

constexpr double round_time = 2e-3; // seconds of calls between two looks at the clock, or a single call

template <class A>
A filled(A a, index_t period) {
  using T = typename A::value_type;
  for (index_t i = 0; i < a.size(); ++i)
    a.data()[i] = T(i % period) / T(period);
  return a;
}

template <class F>
double seconds_of(F const& f, index_t calls) {
  using clock = std::chrono::steady_clock;
  auto const begun = clock::now();
  for (index_t n = 0; n < calls; ++n) {
    f();
    asm volatile("" ::: "memory");
  }
  return std::chrono::duration<double>(clock::now() - begun).count();
}

/// Prints the route of a product into c, and its time.
template <class C, class E>
void answer(C& c, E const& product) {
  auto const run = [&] { c = product; };
  run();
  double const once = seconds_of(run, 3) / 3;
  auto const calls = index_t(std::fmax(1, round_time / std::fmax(once, 1e-9)));
  auto const report = weft::explain(c, product);
  std::cout << seconds_of(run, calls) / double(calls) * 1e9 << ' '
            << (report.blas.empty() ? std::string("inline") : report.blas[0]) << std::endl;
}

template <class T>
void multiply(index_t m, index_t n, index_t k, index_t count) {
  if (count > 1) {
    auto const a = filled(tensor<T, 3>(count, m, k), 97), b = filled(tensor<T, 3>(count, k, n), 89);
    tensor<T, 3> c(count, m, n);
    return answer(c, weft::matmul(a, b));
  }
  auto const a = filled(tensor<T, 2>(m, k), 97);
  if (n == 1) {
    auto const x = filled(tensor<T, 1>(k), 89);
    tensor<T, 1> y(m);
    return answer(y, weft::matmul(a, x));
  }
  auto const b = filled(tensor<T, 2>(k, n), 89);
  tensor<T, 2> c(m, n);
  answer(c, weft::matmul(a, b));
}

} // namespace

int main() {
  std::cout << to_string(weft::build_info()) << "ready" << std::endl;
  std::string type;
  for (index_t m, n, k, count; std::cin >> type >> m >> n >> k >> count;)
    type == "float" ? multiply<float>(m, n, k, count) : multiply<double>(m, n, k, count);
}
