#undef WEFT_CHECK_BOUNDS
#define WEFT_CHECK_BOUNDS 1
#include "config_tag.hpp"

#include <doctest/doctest.h>
#include <set>
#include <vector>

// The same functions in object files that pretend to other flags.
flags::seen seen_by_unchecked();
flags::seen seen_by_release();
flags::seen seen_by_fast_math();
flags::seen seen_by_avx512();

static_assert(WEFT_VERSION_MAJOR >= 0 && WEFT_VERSION_MINOR >= 0 && WEFT_VERSION_PATCH >= 0);

TEST_CASE("each set of flags has its own tag and its own copy of an inline function") {
  const std::vector<flags::seen> all{flags::see(), seen_by_unchecked(), seen_by_release(), seen_by_fast_math(),
                                     seen_by_avx512()};
  std::set<std::string> tags;
  std::set<int (*)()> functions;
  for (flags::seen const& s : all) {
    CHECK(s.tag.substr(0, 5) == "weft_");
    CHECK(s.function() == 42);
    tags.insert(s.tag);
    functions.insert(s.function);
  }
  CHECK(tags.size() == all.size());
  CHECK(functions.size() == all.size());
}

TEST_CASE("checks are off with NDEBUG, unless they are asked for") {
  CHECK(seen_by_unchecked().checked == 0);
  CHECK(seen_by_release().checked == 0);
  CHECK(seen_by_fast_math().checked == 1);
}
