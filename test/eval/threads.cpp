#include "support/message.hpp"

#include <weft/eval/threads.hpp>

#include <algorithm>
#include <cstdlib>
#include <doctest/doctest.h>
#include <string>
#include <thread>

using namespace weft;
using support::message_of;

namespace {

/// As DESIGN states it: WEFT_NUM_THREADS, else OMP_NUM_THREADS, else 1; a million is enough.
int number_in_environment() {
  for (char const* variable : {"WEFT_NUM_THREADS", "OMP_NUM_THREADS"})
    if (char const* const text = std::getenv(variable); text != nullptr && std::atoll(text) > 0)
      return static_cast<int>(std::min(std::atoll(text), 1LL << 20));
  return 1;
}

int number_in_another_thread() {
  int n = 0;
  std::thread([&n] { n = num_threads(); }).join();
  return n;
}

/// set_num_threads cannot be taken back: a test leaves behind what it found.
struct process_wide {
  int before = num_threads();
  explicit process_wide(int n) { set_num_threads(n); }
  process_wide(process_wide const&) = delete;
  process_wide& operator=(process_wide const&) = delete;
  ~process_wide() { set_num_threads(before); }
};

} // namespace

TEST_CASE("the number of threads is that of the environment until somebody says otherwise") {
  CHECK(num_threads() == number_in_environment());
  CHECK(number_in_another_thread() == number_in_environment());
}

TEST_CASE("set_num_threads holds for the process, thread_scope for its thread; scopes nest") {
  const process_wide three(3);
  CHECK(num_threads() == 3);
  CHECK(number_in_another_thread() == 3);
  {
    const thread_scope five{5};
    CHECK(num_threads() == 5);
    CHECK(number_in_another_thread() == 3);
    {
      const thread_scope one{1};
      CHECK(num_threads() == 1);
    }
    CHECK(num_threads() == 5);
    set_num_threads(4);
    CHECK(num_threads() == 5);
    CHECK(number_in_another_thread() == 4);
  }
  CHECK(num_threads() == 4);
}

TEST_CASE("a number below 1 is refused, and changes nothing") {
  const process_wide two(2);
  CHECK(message_of([] { set_num_threads(0); }) ==
        "weft: set_num_threads: the number of threads is 0, should be at least 1");
  CHECK(message_of([] { set_num_threads(-7); }) ==
        "weft: set_num_threads: the number of threads is -7, should be at least 1");
  CHECK(message_of([] { const thread_scope none{0}; }) ==
        "weft: thread_scope: the number of threads is 0, should be at least 1");
  CHECK(num_threads() == 2);
  const thread_scope three{3};
  CHECK_THROWS_AS((void)thread_scope{-1}, error);
  CHECK(num_threads() == 3);
}
