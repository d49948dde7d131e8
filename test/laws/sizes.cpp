#include <weft/ops/random.hpp>
#include <weft/weft.hpp>

#include <limits>

#include <doctest/doctest.h>

// Whatever makes a shape counts its elements: above 2^63 - 1 there is a shape_error, and no size that has wrapped. What
// fits is made, though no memory could hold it.
using namespace weft;

namespace {

constexpr index_t most = std::numeric_limits<index_t>::max(), half = index_t(1) << 32, few = index_t(1) << 31;

/// A vector of n elements that are one number.
auto line(index_t n) {
  static const tensor<double, 1> one{1.0};
  return broadcast_to(one, shape(n));
}
auto matrix(index_t n, index_t m) {
  static const tensor<double, 1> one{1.0};
  return broadcast_to(one, shape(n, m));
}

} // namespace

#define TOO_MANY(...) CHECK_THROWS_WITH_AS(__VA_ARGS__, doctest::Contains("number of elements above 2^63"), shape_error)

TEST_CASE("generators count their elements") {
  TOO_MANY(zeros<double>(shape(most, most)));
  TOO_MANY(ones<int>(shape(half, half)));
  TOO_MANY(full(shape(few + 1, 4, half), 2.0));
  TOO_MANY(full(shape(std::vector<index_t>{half, half}), 2.0));
  TOO_MANY(zeros<double>(shape(3, -1)));
  TOO_MANY(zeros<double>(shape(few, 0, half))); // as of tensors: its strides do not fit
  TOO_MANY(from_function(shape(half, half), [](index_t i, index_t j) { return i + j; }));
  TOO_MANY(indices(shape(half, few)));
  TOO_MANY(indices(shape(half, half), 0));
  TOO_MANY(eye(half));
  TOO_MANY(random_uniform(shape(half, half), 1));
  TOO_MANY(random_normal(shape(half, half), 1));
  CHECK(zeros<double>(shape(half, few - 1)).size() == half * (few - 1));
  CHECK(full(shape(most), 1).size() == most);
  CHECK(zeros<double>(shape(0, most)).size() == 0);
  CHECK(full(shape(most, 0), 1).empty());
}
TEST_CASE("views that repeat elements count them") {
  const tensor<double, 0> one = 1.0;
  const tensor<double, 1> u{1, 2};
  const tensor<double> r(shape(1, 2));
  TOO_MANY(broadcast_to(one, shape(half, half)));
  TOO_MANY(broadcast_to(u, shape(half, few, 2)));
  TOO_MANY(broadcast_to(r, shape(std::vector<index_t>{half, few, 2})));
  TOO_MANY(broadcast_to(u + 1.0, shape(most / 2, 4, 2)));
  TOO_MANY(sliding_window(line(most), 0, 5));
  TOO_MANY(sliding_window(zeros<double>(shape(2 * half)), axis<0>, half));
  TOO_MANY(meshgrid(line(half), line(half)));
  CHECK(broadcast_to(one, shape(half, few - 1)).size() == half * (few - 1));
  CHECK(flatten(broadcast_to(one, shape(half, few - 1)), 0).size() == half * (few - 1));
  CHECK(broadcast_to(one, shape(0, most)).size() == 0);
  CHECK(sliding_window(line(half), 0, half).size() == half);
}
TEST_CASE("operands that broadcast to a larger shape than each") {
  const auto column = expand_dims(line(half), 1);
  TOO_MANY(column + line(half));
  TOO_MANY(line(half) * column);
  TOO_MANY(where(column > 0, line(half), 0.0));
  TOO_MANY(map([](double a, double b) { return a + b; }, column, line(half)));
  TOO_MANY(outer(line(half), line(half)));
  const tensor<double> dynamic(shape(1));
  const auto wide = broadcast_to(dynamic, shape(std::vector<index_t>{half}));
  const auto high = broadcast_to(dynamic, shape(std::vector<index_t>{half, 1}));
  TOO_MANY(high + wide);
  TOO_MANY(wide + high);
  TOO_MANY(column + wide);
  CHECK((high + high).size() == half);
  CHECK((column + line(few - 1)).size() == half * (few - 1));
  CHECK(outer(line(half), line(0)).size() == 0);
}
TEST_CASE("operations that are evaluated before") {
  TOO_MANY(kron(matrix(half, 2), matrix(half, 2)));
  TOO_MANY(kron(matrix(half, half / 4), matrix(half, 4)));
  TOO_MANY(kron(line(half), line(half)));
  TOO_MANY(kron(matrix(0, half), matrix(3, half))); // half * half columns
  TOO_MANY(matmul(matrix(half, 0), matrix(0, half)));
  TOO_MANY(tensordot(matrix(half, 1), matrix(1, half), axis<1>));
  TOO_MANY(tensordot(matrix(half, 1), matrix(1, half), 1));
  TOO_MANY(concatenate(0, matrix(half, few - 1), matrix(half, few - 1)));
  TOO_MANY(stack(0, matrix(half, few - 1), matrix(half, few - 1)));
  TOO_MANY(tile(matrix(half, 2), shape(1, few)));
  TOO_MANY(repeat(matrix(half, 2), few, 1));
  TOO_MANY(pad(matrix(half, few - 1), few, few));
  TOO_MANY(take(matrix(half, 1), broadcast_to(tensor<int, 1>{0}, shape(half)), 1));
  CHECK(kron(matrix(half, 1), matrix(few - 1, 1)).size() == half * (few - 1));
  CHECK(matmul(matrix(half, 0), matrix(0, 2)).size() == 2 * half);
}
