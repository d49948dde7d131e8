#include <doctest/doctest.h>
#include <weft/eval/store.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/tensor/memory.hpp>

// Statements whose shapes do not fit, of every kind of target: nothing is written, neither to the target nor beside the
// tables that the statement makes on the stack.
using namespace weft;

TEST_CASE("store: an expression of another rank than the target, known at run time") {
  tensor<double> deep(shape(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2), 1.5);
  tensor<double, 0> number = 7;
  tensor<double, 1> vector{1, 2, 3};
  tensor<double, fixed<2>> pair{1, 2};
  const auto e = deep * 2.0 + deep * deep - deep;
  CHECK_THROWS_AS(number = e, shape_error);
  CHECK_THROWS_AS(vector = e, shape_error);
  CHECK_THROWS_AS(pair = e, shape_error);
  CHECK_THROWS_AS(vector(all) = e, shape_error);
  CHECK_THROWS_AS((vector += e), shape_error);
  CHECK(number() == 7);
  CHECK(vector == tensor<double, 1>{1, 2, 3});
  CHECK(pair == tensor<double, 1>{1, 2});
  tensor<double> flat(shape(2), 0.25);
  vector = flat * 4.0 + flat;
  CHECK(vector == tensor<double, 1>{1.25, 1.25});
  CHECK_THROWS_AS((number = flat * 4.0), shape_error);
}

TEST_CASE("store: an expression of another shape") {
  tensor<double, 2> a(shape(2, 3), 1.5), b(shape(3, 2), 2.5), out(shape(2, 3), 7.0);
  tensor<double, 1> row(shape(3), 0.5), long_row(shape(4), 0.5);
  CHECK_THROWS_AS(out(all, all) = b * 2.0, shape_error);
  CHECK_THROWS_AS(out(all, range(0, end, 2)) = a + row, shape_error);
  CHECK_THROWS_AS((out += long_row), shape_error);
  CHECK_THROWS_AS((out(0, all) = a(all, 0) + 1.0), shape_error);
  CHECK_THROWS_AS((row(all) = b(0, range(0, 2))), shape_error);
  CHECK(out == tensor<double, 2>(shape(2, 3), 7.0));
  CHECK(row == tensor<double, 1>(shape(3), 0.5));
  out(all, all) = row * 2.0 + a;
  CHECK(out == tensor<double, 2>(shape(2, 3), 2.5));
  out(all, range(0, end, 2)) = row(range(0, 2));
  CHECK(out == tensor<double, 2>{{0.5, 2.5, 0.5}, {0.5, 2.5, 0.5}});
}
