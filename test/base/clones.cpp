#include <weft/base/clones.hpp>
#include <weft/eval/loop.hpp>

#include <algorithm>

#include <doctest/doctest.h>

using namespace weft;

namespace {

struct width_body {
  template <int Bytes>
  WEFT_INLINE static int run(detail::vector_of<Bytes>, int factor) {
    return factor * Bytes;
  }
};
using widths = detail::clones<width_body, int(int)>;

} // namespace

TEST_CASE("clones: each level that the processor has runs its own one") {
  const int bytes[] = {16, 32, 64};
  CHECK(widths::at<0>()(3) == 48);
  for (int level = 0; level <= detail::isa_level(); ++level) {
    CHECK(detail::instruction_sets[level].vector_bytes == bytes[level]);
    CHECK(widths::of(bytes[level])(3) == 3 * bytes[std::min(level, detail::highest_clone)]);
  }
  if (detail::isa_level() >= 1)
    CHECK(widths::at<1>()(3) == (detail::highest_clone >= 1 ? 96 : 48));
  if (detail::isa_level() >= 2)
    CHECK(widths::at<2>()(3) == (detail::highest_clone >= 2 ? 192 : 48));
}

TEST_CASE("clones: a width that no level has is served by the baseline") {
  CHECK(widths::of(0)(1) == 16);
  CHECK(widths::of(24)(1) == 16);
  CHECK(detail::level_of(24) == 0);
  CHECK(detail::level_of(16) == 0);
  CHECK(detail::level_of(32) == 1);
  CHECK(detail::level_of(64) == 2);
}

TEST_CASE("with_vector_bytes: the width as a constant") {
  const auto twice = [](auto width) { return 2 * width(); };
  CHECK(detail::with_vector_bytes(16, twice) == 32);
  CHECK(detail::with_vector_bytes(24, twice) == 32);
  CHECK(detail::with_vector_bytes(32, twice) == (detail::highest_clone >= 1 ? 64 : 32));
  CHECK(detail::with_vector_bytes(64, twice) == (detail::highest_clone >= 2 ? 128 : 32));
}
