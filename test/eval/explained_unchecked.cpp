#undef WEFT_CHECK_BOUNDS
#define WEFT_CHECK_BOUNDS 0

#include "explained.hpp"

TEST_CASE("explained without checks: loops, folds and rearrangements do what their plans say") {
  check_statements(loops, 6, 9);
  check_statements(loops, 2, 500);
  check_statements(folds, 6, 9);
  check_statements(folds, 2, 500);
  check_statements(rearrangements, 6, 9);
}
