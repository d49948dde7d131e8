#include "overflow_case.hpp"

TEST_CASE("overflow: of sums, differences and products, at the ends of 64 bits") { check_overflows(); }
