#include "support/counting.hpp"

#include <doctest/doctest.h>
#include <stdexcept>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/select.hpp>
#include <weft/tensor/memory.hpp>

// What `t = expression` costs in memory, in each form of the tensor and of the expression: whole tensors of one shape
// (one run), broadcast operands (a plan), views, deferred operands, elements that own memory.
using namespace weft;
using support::counting_resource;
using support::memory_scope;

namespace {

/// Takes e, once where its shape fits and once where it does not, and compares with the values given.
template <class Tensor, class E>
void check_taking(Tensor fitting, Tensor unfit, E const& e, Tensor const& expected) {
  counting_resource resource;
  const memory_scope scope(resource);
  Tensor other = std::move(unfit); // it goes before the resource
  auto const* const memory = fitting.data();
  fitting = e;
  CHECK(fitting == expected);
  CHECK(fitting.data() == memory);
  CHECK(resource.allocations() == 0);
  other = e;
  CHECK(other == expected);
  CHECK(resource.allocations() == 1);
  other = e;
  CHECK(other == expected);
  CHECK(resource.allocations() == 1);
}

const tensor<int, 2> a{{1, 2, 3}, {4, 5, 6}};
const tensor<int, 2> row{{10, 20, 30}};
const tensor<int, 2> column{{100}, {200}};

} // namespace

TEST_CASE("memory that fits is kept, other memory is taken once") {
  check_taking(tensor<int, 2>(2, 3), tensor<int, 2>(3, 2), a * 2 - a, a);
  check_taking(tensor<int, 2>(2, 3), tensor<int, 2>(1, 1), row + column,
               tensor<int, 2>{{110, 120, 130}, {210, 220, 230}});
  check_taking(tensor<int, 2>(3, 2), tensor<int, 2>(0, 2), transpose(a) + 1, tensor<int, 2>{{2, 5}, {3, 6}, {4, 7}});
  check_taking(tensor<int, 2, column_major>(2, 3), tensor<int, 2, column_major>(3, 2), a + 0,
               tensor<int, 2, column_major>{{1, 2, 3}, {4, 5, 6}});
  check_taking(tensor<int, fixed<dyn, 3>>(2), tensor<int, fixed<dyn, 3>>(1), a + 0,
               tensor<int, fixed<dyn, 3>>{{1, 2, 3}, {4, 5, 6}});
  check_taking(tensor<int>(shape(2, 3)), tensor<int>(shape(5)), a + 0, tensor<int>(a));
  check_taking(tensor<int>(shape(2, 3)), tensor<int>(shape(2, 1, 3)), tensor<int>(a) * tensor<int>(row),
               tensor<int>(tensor<int, 2>{{10, 40, 90}, {40, 100, 180}}));
}

TEST_CASE("the expression may read the tensor that takes it") {
  tensor<int, 2> t = a;
  t = t + t;
  CHECK(t == a * 2);
  t = transpose(t) + 0; // another shape
  CHECK(t == transpose(a) * 2);
  tensor<int, 2> square{{1, 2}, {3, 4}};
  square = square + transpose(square); // the same shape, read in another order
  CHECK(square == tensor<int, 2>{{2, 5}, {5, 8}});
  tensor<int> r = a;
  r = r(0, all) + r(1, all);
  CHECK(r == tensor<int, 1>{5, 7, 9});
}

TEST_CASE("a vector takes rows of matrices, and parts of itself") {
  for (index_t n : {1, 2, 7, 100, 20000}) {
    CAPTURE(n);
    tensor<int, 2> m(3, n);
    for (index_t i = 0; i < 3; ++i)
      for (index_t j = 0; j < n; ++j)
        m(i, j) = static_cast<int>(i * n + j);
    tensor<int, 1> fits(n), other(n + 3), t(n + 1);
    fits = m(1, all);
    other = m(2, all) - m(0, all);
    int wrong = 0;
    for (index_t j = 0; j < n; ++j)
      wrong += (fits(j) != n + j) + (other(j) != 2 * n);
    other = fits;
    other = m(1, all) + other;
    for (index_t j = 0; j <= n; ++j)
      t(j) = static_cast<int>(j);
    t = 2 * t(range(1, n + 1)); // another shape, from memory that is given up
    REQUIRE(t.size() == n);
    for (index_t j = 0; j < n; ++j)
      wrong += (other(j) != 2 * (n + j)) + (t(j) != 2 * (j + 1));
    CHECK(wrong == 0);
  }
}

TEST_CASE("what throws on the way leaves the tensor as it was") {
  const auto three = [](int x) { return x == 3 ? throw std::runtime_error("three") : x; };
  tensor<int, 2> t{{7, 8}};
  CHECK_THROWS_AS(t = map(three, a), std::runtime_error);
  CHECK(t == tensor<int, 2>{{7, 8}});
  tensor<int, fixed<2, 2>> s{{1, 2}, {3, 4}};
  CHECK_THROWS_AS(s = a + 0, shape_error);
  CHECK_THROWS_AS((s = row(all, range(0, 2)) + 0), shape_error); // a tensor takes a shape, it does not broadcast to it
  CHECK(s == tensor<int, 2>{{1, 2}, {3, 4}});
  tensor<int, 2> u{{7, 8}};
  CHECK_THROWS_AS(u = tensor<int>(shape(6)) + 1, shape_error);
  CHECK(u == tensor<int, 2>{{7, 8}});
}
