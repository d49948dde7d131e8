// Limits of loops that several threads share: they mean something on a machine with nothing else to do.
#include "measure.hpp"
#include "operands.hpp"

#include <loop/limits.hpp>
#include <weft/eval/limits.hpp>

#include <chrono>

namespace measured {
namespace {

namespace table = weft::detail::limits;
constexpr int threads = 2;

limit divided(limit l) {
  l.threads = threads;
  return l;
}

/// Until threads that wait for work have gone to sleep.
void wait(std::chrono::nanoseconds time) {
  for (auto const end = std::chrono::steady_clock::now() + time; std::chrono::steady_clock::now() < end;) {
  }
}

limit work_per_thread() {
  limit l = divided(variable("work_per_thread", weft::detail::work_per_thread, {2500, 5e3, 10e3, 20e3, 40e3, 80e3}));
  for (const index_t n : {10000, 30000, 100000, 300000}) {
    auto x = made<double, 1>(n), r = made<double, 1>(n);
    l.statements.push_back({sized("x * 2 + 1", n), [=](double) { *r = *x * 2.0 + 1.0; }});
    l.statements.push_back(
        {sized("exp(x)", n / 10), [=](double) { (*r)(range(0, n / 10)) = exp((*x)(range(0, n / 10))); }});
    l.statements.push_back({sized("30 us later x * 2 + 1", n), [=](double) {
                              wait(std::chrono::microseconds(30));
                              *r = *x * 2.0 + 1.0;
                            }});
  }
  return l;
}

limit pieces_per_thread() {
  limit l = divided(variable("pieces_per_thread", weft::detail::pieces_per_thread, {1, 2, 4, 8, 16}));
  for (const index_t n : {100000, 1000000, 10000000}) {
    auto x = made<double, 1>(n), r = made<double, 1>(n);
    l.statements.push_back({sized("x * 2 + 1", n), [=](double) { *r = *x * 2.0 + 1.0; }});
  }
  return l;
}

limit fold_piece() {
  limit l = divided(variable("fold_piece", table::fold_piece, {16, 32, 64, 128, 256}));
  for (const index_t n : {48, 100, 200, 400}) {
    auto a = made<double, 2>(400000 / n, n);
    auto r = made<double, 1>(n);
    l.statements.push_back({sized("sum(A, 0)", 400000 / n, n), [=](double) { *r = sum(*a, 0); }});
  }
  return l;
}
limit fold_piece_from_memory() {
  limit l = divided(variable("fold_piece_from_memory", table::fold_piece_from_memory, {64, 256, 1024, 4096, 16384}));
  for (const index_t n : {300, 1000, 3000, 10000}) {
    auto a = made<double, 2>(10000000 / n, n);
    auto r = made<double, 1>(n);
    l.statements.push_back({sized("sum(A, 0)", 10000000 / n, n), [=](double) { *r = sum(*a, 0); }});
  }
  return l;
}

} // namespace

std::vector<limit> thread_limits() {
  return {work_per_thread(), pieces_per_thread(), fold_piece(), fold_piece_from_memory()};
}

} // namespace measured
