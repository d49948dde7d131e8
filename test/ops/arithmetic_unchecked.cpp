#undef WEFT_CHECK_BOUNDS
#define WEFT_CHECK_BOUNDS 0
#include <weft/ops/arithmetic.hpp>

#include <cstdint>
#include <limits>

#include <doctest/doctest.h>

using namespace weft;

// Without checks no number of places is undefined, as a compiler that evaluates the shifts tells: all bits go.
static_assert(op::shift_left{}(1, 31) == std::numeric_limits<int>::lowest());
static_assert(op::shift_left{}(1, 32) == 0);
static_assert(op::shift_left{}(1, -1) == 0);
static_assert(op::shift_left{}(std::uint8_t(255), 31) == std::numeric_limits<int>::lowest());
static_assert(op::shift_right{}(-5, 32) == -1);
static_assert(op::shift_right{}(5, 32) == 0);
static_assert(op::shift_right{}(-5, std::int64_t(-1)) == -1);
static_assert(op::shift_right{}(0xffffffffu, 32) == 0);
static_assert(op::shift_right{}(std::int64_t(-1), std::uint64_t(1) << 63) == -1);
static_assert(op::modulo{}(std::numeric_limits<int>::lowest(), -1) == 0);

TEST_CASE("shifts out of range are defined in unchecked builds") {
  volatile int places = 40;
  const int n = places;
  CHECK(op::shift_left{}(1, n) == 0);
  CHECK(op::shift_right{}(-1, n) == -1);
}
