#include "run/threads.hpp"
#include "run/environment.hpp"
#include "run/system.hpp"

#include <weft/base/check.hpp>
#include <weft/eval/parallel.hpp>
#include <weft/memory/no_alloc.hpp>

#include <algorithm>
#include <atomic>
#include <limits>
#include <string>
#include <utility>

namespace weft {

namespace detail {

namespace {

constinit thread_local thread_state state;
std::atomic<int> process_budget{0};

struct environment {
  int weft = threads_in_environment("WEFT_NUM_THREADS", true);
  int loops = weft != 0 ? weft : std::max(1, threads_in_environment("OMP_NUM_THREADS", false));
  int (*omp_in_parallel)() = loaded_function_as<int()>("omp_in_parallel");
};
environment const& the_environment() {
  static environment const only;
  return only;
}

bool in_parallel_region() {
  auto const ask = the_environment().omp_in_parallel;
  return ask != nullptr && ask() != 0;
}

int checked_number(char const* operation, index_t n) {
  if (n < 1)
    throw_error(operation, ("the number of threads is " + std::to_string(n) + ", should be at least 1").c_str());
  return static_cast<int>(std::min<index_t>(n, std::numeric_limits<int>::max()));
}

} // namespace

thread_state& this_thread() noexcept {
  return state;
}

int threads_of_environment() noexcept {
  return the_environment().weft;
}

int blas_budget() noexcept {
  int const process = process_budget.load(std::memory_order_relaxed);
  int const asked = state.scope != 0 ? state.scope : process != 0 ? process : the_environment().weft;
  return state.working || (asked != 0 && in_parallel_region()) ? 1 : asked;
}

void refuse_memory(char const* what, std::size_t bytes) {
  throw_error("no_alloc_scope", (std::to_string(bytes) + " bytes for " + what + " would have been allocated").c_str());
}

int threads_for(double nanoseconds) noexcept {
  if (nanoseconds < 2 * work_per_thread)
    return 1;
  int const budget = num_threads();
  return nanoseconds < work_per_thread * budget ? static_cast<int>(nanoseconds / work_per_thread) : budget;
}

} // namespace detail

void set_num_threads(index_t n) {
  detail::process_budget.store(detail::checked_number("set_num_threads", n), std::memory_order_relaxed);
}

int num_threads() noexcept {
  detail::thread_state const& here = detail::this_thread();
  int const process = detail::process_budget.load(std::memory_order_relaxed);
  int const asked = here.scope != 0 ? here.scope : process != 0 ? process : detail::the_environment().loops;
  return asked == 1 || here.working || detail::in_parallel_region() ? 1 : asked;
}

thread_scope::thread_scope(index_t n) : before_(detail::this_thread().scope) {
  detail::this_thread().scope = detail::checked_number("thread_scope", n);
}
thread_scope::~thread_scope() {
  detail::this_thread().scope = before_;
}

no_alloc_scope::no_alloc_scope() noexcept {
  ++detail::this_thread().no_alloc;
}
no_alloc_scope::~no_alloc_scope() {
  --detail::this_thread().no_alloc;
}

} // namespace weft
