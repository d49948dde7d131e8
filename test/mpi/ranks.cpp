#include "mpi/ranks.hpp"

#include <weft/mpi/communicator.hpp>

#include <cstdio>
#include <optional>

#include <doctest/doctest.h>

using namespace weft;

namespace {

std::optional<mpi::environment> begun;
std::optional<mpi::communicator> all_ranks;

/// Begins and ends MPI around the tests, and ends all ranks where an exception ends a test: the others would wait.
struct around_tests : doctest::IReporter {
  explicit around_tests(doctest::ContextOptions const&) {}
  void report_query(doctest::QueryData const&) override {}
  void test_run_start() override {
    begun.emplace();
    all_ranks.emplace();
  }
  void test_run_end(doctest::TestRunStats const&) override {
    all_ranks.reset();
    begun.reset();
  }
  void test_case_start(doctest::TestCaseData const&) override {}
  void test_case_reenter(doctest::TestCaseData const&) override {}
  void test_case_end(doctest::CurrentTestCaseStats const&) override {}
  void test_case_exception(doctest::TestCaseException const& e) override {
    std::fflush(stdout);
    detail::end_all_ranks(e.error_string.c_str());
  }
  void subcase_start(doctest::SubcaseSignature const&) override {}
  void subcase_end() override {}
  void log_assert(doctest::AssertData const&) override {}
  void log_message(doctest::MessageData const&) override {}
  void test_case_skipped(doctest::TestCaseData const&) override {}
};
REGISTER_LISTENER("ranks", 1, around_tests);

} // namespace

mpi::communicator const& ranks() {
  return *all_ranks;
}
