#include "../../src/product/cblas.hpp"

#include <support/blas_threads.hpp>
#include <weft/eval/parallel.hpp>
#include <weft/eval/threads.hpp>
#include <weft/linalg/build_info.hpp>
#include <weft/linalg/matmul.hpp>
#include <weft/linalg/svd.hpp>
#include <weft/tensor/tensor.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <latch>
#include <string>
#include <thread>
#include <vector>

// How many callers are in BLAS at a time, and with how many threads: these functions stand before those of the library,
// count or wait, and call on.

namespace {

using weft::detail::blas_int;

std::atomic<int> inside{0}, most_inside{0}, most_threads{0};
int room = 0; ///< callers that OpenBLAS has work memory for

void raise(std::atomic<int>& most, int n) {
  for (int before = most; before < n && !most.compare_exchange_weak(before, n);)
    ;
}

const int at_start = support::blas_threads();

/// In threads that want to meet others here: until one too many has come, or for as long as all take that may.
thread_local bool waits = false;

void meet() {
  using clock = std::chrono::steady_clock;
  for (auto const end = clock::now() + std::chrono::milliseconds(40); inside <= room && clock::now() < end;)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

template <class F>
F* function_of(char const* name, void* where = RTLD_DEFAULT) {
  return reinterpret_cast<F*>(dlsym(where, name));
}

} // namespace

#define EXPORTED extern "C" [[gnu::visibility("default")]]

EXPORTED void cblas_sgemm(int order, int op_a, int op_b, blas_int m, blas_int n, blas_int k, float alpha,
                          float const* a, blas_int lda, float const* b, blas_int ldb, float beta, float* c,
                          blas_int ldc) {
  raise(most_threads, support::blas_threads());
  raise(most_inside, ++inside);
  if (waits)
    meet();
  function_of<decltype(weft::detail::cblas_sgemm)>(WEFT_BLAS_NAME(cblas_sgemm), RTLD_NEXT)(
      order, op_a, op_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
  --inside;
}

/// Whoever comes while the number of threads changes finds it too large for long: until it is lowered, once it is raised.
EXPORTED void openblas_set_num_threads(int n) {
  const auto wait = [](bool here) {
    if (here)
      std::this_thread::sleep_for(std::chrono::microseconds(50));
  };
  wait(n == 1);
  function_of<decltype(openblas_set_num_threads)>(WEFT_BLAS_NAME(openblas_set_num_threads), RTLD_NEXT)(n);
  wait(n > 1);
}

using namespace weft;

namespace {

/// The table has 2 * MAX_THREADS places, at least 50, of which the threads of OpenBLAS may take MAX_THREADS
/// (driver/others/memory.c). A build without threads takes one caller. 0 of another library.
int callers_that_have_room() {
  auto* const parallel = function_of<int()>(WEFT_BLAS_NAME(openblas_get_parallel));
  auto* const config = function_of<char*()>(WEFT_BLAS_NAME(openblas_get_config));
  if (parallel == nullptr || config == nullptr)
    return 0;
  std::string const text = config(), key = "MAX_THREADS=";
  auto const at = text.find(key);
  int const most = at == std::string::npos ? 0 : std::atoi(text.c_str() + at + key.size());
  return parallel() == 0 ? 1 : std::max(50, 2 * most) - most;
}

} // namespace

TEST_CASE("matmul: no more callers at a time than BLAS has work memory for") {
  room = callers_that_have_room();
  if (room == 0)
    return;
  int const callers = room + 40;
  most_inside = 0;
  std::latch ready(callers);
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < callers; ++i)
    threads.emplace_back([&] {
      tensor<float, 2> const a(shape(10, 10), 2.0f);
      tensor<float, 2> c = matmul(a, a); // from now on this thread is counted
      ready.arrive_and_wait();
      waits = true;
      c = matmul(a, a);
      wrong += c(9, 9) != 40.0f;
    });
  for (std::thread& t : threads)
    t.join();
  CHECK(wrong.load() == 0);
  CHECK(most_inside.load() <= room);
}

TEST_CASE("matmul: within a loop that is divided among threads, each product takes one") {
  const thread_scope two{2};
  most_threads = 0;
  const auto piece = [](void*, index_t) {
    tensor<float, 2> const a(shape(40, 40), 2.0f);
    tensor<float, 2> const c = matmul(a, a);
    CHECK(c(39, 39) == 160.0f);
  };
  detail::parallel_for(2, 8, piece, nullptr);
  CHECK(most_threads.load() <= 1);
}

TEST_CASE("matmul: one caller comes when the other, the last one in BLAS, gives its threads back") {
  most_threads = 0;
  std::atomic<int> wrong{0};
  const auto work = [&wrong] {
    const thread_scope one{1};
    tensor<float, 2> const a(shape(40, 40), 2.0f);
    tensor<float, 2> c(shape(40, 40));
    for (int k = 0; k < 6'000; ++k) {
      c = matmul(a, a);
      wrong += c(39, 39) != 160.0f;
    }
  };
  std::thread other(work);
  work();
  other.join();
  CHECK(wrong.load() == 0);
  CHECK(most_threads.load() <= 1);
}

TEST_CASE("pinv: its product takes no more threads than it may" * doctest::skip(!build_info().lapack)) {
  tensor<float, 2> unit(shape(40, 40), 0.0f);
  for (index_t i = 0; i < 40; ++i)
    unit(i, i) = 1.0f;
  const thread_scope one{1};
  most_threads = 0;
  static_cast<void>(linalg::pinv(unit));
  CHECK(most_threads.load() == 1);
}

TEST_CASE("matmul: BLAS has as many threads as before, when the last caller leaves that took fewer") {
  const thread_scope one{1};
  most_threads = 0;
  tensor<float, 2> const a(shape(300, 300), 2.0f);
  tensor<float, 2> const c = matmul(a, a);
  CHECK(c(299, 299) == 1200.0f);
  CHECK(most_threads.load() <= 1);
  CHECK(support::blas_threads() == at_start);
}
