#include <weft/expr/slopes.hpp>
#include <weft/ops/math.hpp>
#include <weft/ops/power.hpp>

#include <cmath>
#include <doctest/doctest.h>

using namespace weft;

TEST_CASE("slopes: composed functions are applied from the last to the first") {
  CHECK(op::composed<op::exp, op::negate, op::square>{}(0.5) == std::exp(-0.25));
  CHECK(op::composed<op::square, op::negate, op::exp>{}(0.5) == doctest::Approx(std::exp(1.0)).epsilon(1e-15));
  CHECK(op::composed<op::log>{}(2.0F) == std::log(2.0F));
}

TEST_CASE("slopes: constants have the type of floating numbers beside them, integers become double") {
  CHECK(std::is_same_v<decltype(op::constant_beside(1.0F, 0.1)), float>);
  CHECK(op::constant_beside(1.0F, 0.1) == 0.1F);
  CHECK(op::constant_beside(1.0, 0.1) == 0.1);
  CHECK(op::constant_beside(1.0L, 0.1) == 0.1);
  CHECK(op::constant_beside(3, 0.1) == 0.1);
  CHECK(1 / op::as_floating(4) == 0.25);
  CHECK(std::is_same_v<decltype(op::as_floating(2.0F)), float>);
}

TEST_CASE("slopes: they stand beside the operation, also of integers and of floats") {
  CHECK(get<0>(op::divide::slopes_by_both(2, 8, 4)) == 0.25);
  CHECK(get<1>(op::divide::slopes_by_both(2, 8, 4)) == -0.5);
  CHECK(get<0>(op::log::slopes(4)) == 0.25);
  CHECK(std::is_same_v<std::remove_cvref_t<decltype(get<0>(op::exp2::slopes_by_result(1.0F)))>, float>);
  CHECK(op::times::slope_reads(0, 1));
  CHECK(!op::times::slope_reads(0, 0));
}
