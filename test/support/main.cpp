#define DOCTEST_CONFIG_IMPLEMENT
#include <weft/eval/loop.hpp>

#include <cstdlib>

#include <doctest/doctest.h>

// With WEFT_TEST_PLANS statements of few elements are planned as large ones are: plans are tested with small shapes too.
int main(int count, char** arguments) {
  if (std::getenv("WEFT_TEST_PLANS") != nullptr)
    weft::detail::most_without_plan = 0;
  return doctest::Context(count, arguments).run();
}
