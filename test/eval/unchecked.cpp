#undef WEFT_CHECK_BOUNDS
#define WEFT_CHECK_BOUNDS 0

#include <weft/tensor/explain.hpp>

#include "stored_modulo.hpp"

// Without checks, whatever the other files of the program are built with.
using namespace weft;

TEST_CASE("unchecked: integers stored into integers are modulo 2^n") {
  check_all_stored_modulo();
}

TEST_CASE("unchecked: what a report sees of statements that are unrolled where they stand, and of others") {
  const tensor<double, fixed<3, 3>> a(shape(3, 3), 1.0);
  tensor<double, fixed<3, 3>> small;
  tensor<double, fixed<8, 8>> larger;
  const auto report = explain([&] {
    small = a + a;
    larger = larger + 1.0;
  });
  CHECK(report.loops == 1);
  CHECK(small(2, 2) == 2.0);
}
