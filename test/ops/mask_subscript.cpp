#include <weft/ops/arithmetic.hpp>
#include <weft/ops/compare.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/mask_subscript.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/tensor/memory.hpp>

#include <doctest/doctest.h>

using namespace weft;

namespace {
using vector = tensor<double, 1>;
using matrix = tensor<double, 2>;
using mask = tensor<bool, 2>;
} // namespace

TEST_CASE("a(mask), read: the elements where the mask is true, row by row") {
  const matrix a{{1, -2, 3}, {-4, 5, -6}};
  CHECK(vector(a(a > 0.0)) == vector{1, 3, 5});
  CHECK(a(a > 0.0) == compress(a > 0.0, a));
  CHECK(vector(transpose(a)(transpose(a) < 0.0)) == vector{-4, -2, -6});
  CHECK(vector(reverse(a, 1)(mask{{true, false, false}, {false, true, true}})) == vector{3, 5, -4});
  CHECK(vector(a(tensor<bool, 1>{true, false, true})) == vector{1, 3, -4, -6}); // each row
  CHECK(vector(a(a > 9.0)) == vector(0));
  CHECK(vector((a + a)(a < 0.0)) == vector{-4, -8, -12});
  CHECK(vector(a(a > 0.0) * 10.0 + a(a < 0.0)) == vector{8, 26, 44});
  CHECK(sum(a(a > 0.0)) == 9);
  CHECK(a(a > 0.0).size() == 3);
  CHECK(vector(matrix(a)(a > 0.0)) == vector{1, 3, 5}); // a temporary
  const tensor<double> d = a;
  CHECK(vector(d(d > 2.0)) == vector{3, 5});
  CHECK_THROWS_AS((void)vector(a(tensor<bool, 1>{true, false})), shape_error);
  CHECK_THROWS_AS((void)vector(a(0, all)(a > 0.0)), shape_error);
}

TEST_CASE("a(mask), written: as masked, also through views") {
  matrix a{{1, -2, 3}, {-4, 5, -6}};
  a(a < 0.0) = 0.0;
  CHECK(a == matrix{{1, 0, 3}, {0, 5, 0}});
  a(a > 2.0) += 1.0;
  CHECK(a == matrix{{1, 0, 4}, {0, 6, 0}});
  a(equal(a, 0.0)) = matrix{{10, 20, 30}, {40, 50, 60}};
  CHECK(a == matrix{{1, 20, 4}, {40, 6, 60}});
  reverse(a, 1)(mask{{true, false, false}, {false, false, true}}) *= 2.0;
  CHECK(a == matrix{{1, 20, 8}, {80, 6, 60}});
  transpose(a)(transpose(a) > 50.0) -= vector{1, 2};
  CHECK(a == matrix{{1, 20, 8}, {78, 6, 58}});
  a(tensor<bool, 1>{false, false, true}) /= 2.0;
  CHECK(a == matrix{{1, 20, 4}, {78, 6, 29}});
  a(all, range(0, 2))(a(all, range(0, 2)) > 10.0) = a(all, range(1, 3));
  CHECK(a == matrix{{1, 4, 4}, {6, 6, 29}});
  CHECK_THROWS_AS(a(a > 0.0) = vector(2), shape_error);
  CHECK_THROWS_AS(a(tensor<bool, 1>{true, false}) = 0.0, shape_error);
  CHECK(a == matrix{{1, 4, 4}, {6, 6, 29}});
}

TEST_CASE("a(mask): the mask and the elements are looked at when they are read or written") {
  vector a{1, 2, 3};
  const auto large = a(a > 1.5);
  a(0) = 7;
  CHECK(vector(large) == vector{7, 2, 3});
  large = 0.0;
  CHECK(a == vector{0, 0, 0});
}
