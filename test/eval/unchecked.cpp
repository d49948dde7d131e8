#undef WEFT_CHECK_BOUNDS
#define WEFT_CHECK_BOUNDS 0

#include <weft/base/literals.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/tensor/explain.hpp>

#include "stored_modulo.hpp"

// Without checks, whatever the other files of the program are built with.
using namespace weft;
using namespace weft::literals;

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

TEST_CASE("unchecked: elements that lie apart, unrolled where they stand, tell no report, and their operands do") {
  tensor<double, fixed<3, 3>> m;
  tensor<double, fixed<4>> every_second;
  const tensor<double, fixed<3>> x{1, 2, 3};
  const tensor<double, fixed<8>> v{0, 1, 2, 3, 4, 5, 6, 7};
  const auto unseen = explain([&] {
    m(1, all) = x;
    m(all, 0) = x * 2.0;
    m = transpose(m);
    every_second = v(range(0_c, 8_c, 2_c));
  });
  CHECK(unseen.loops == 0);
  const double transposed[3][3] = {{2, 4, 6}, {0, 2, 0}, {0, 3, 0}};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      CHECK(m(i, j) == transposed[i][j]);
  for (int i = 0; i < 4; ++i)
    CHECK(every_second(i) == 2 * i);

  tensor<double, fixed<3, 8>> wide;
  tensor<double, fixed<3>> total;
  CHECK(explain([&] { wide(all, all) = v * 2.0 + 1.0; }).loops == 1); // 72 operations and stores
  CHECK(explain([&] { total = sum(m, axis<1>); }).loops == 1);
  CHECK(wide(2, 7) == 15);
  CHECK(total(0) == 12);
}
