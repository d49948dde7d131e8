#include <weft/ops/arithmetic.hpp>
#include <weft/ops/defer.hpp>
#include <weft/ops/equal.hpp>
#include <weft/tensor/explain.hpp>
#include <weft/tensor/memory.hpp>

#include <stdexcept>

#include <doctest/doctest.h>

using namespace weft;

namespace {

/// Each element of a vector is the sum of those up to it, less those of another.
auto running = [](auto target, auto x, auto y) {
  double sum = 0;
  for (index_t i = 0; i < target.extent(0); ++i)
    target(i) = sum += x(i) - y(i);
};
template <class X, class Y>
auto running_of(X&& x, Y&& y) {
  return defer<double>(x.shape(), running, std::forward<X>(x), std::forward<Y>(y));
}

} // namespace

TEST_CASE("defer: an operation of one's own, alone, in expressions, through views, of expressions, at any rank") {
  const tensor<double, 1> x{1, 2, 3, 4}, y{0, 1, 0, 1}, expected{1, 2, 5, 8};
  tensor<double, 1> r = running_of(x, y);
  CHECK(r == expected);
  r = 2.0 * running_of(x, y) + x;
  CHECK(r == tensor<double, 1>{3, 6, 13, 20});
  CHECK(eval(running_of(x + 1.0, y * 1.0)) == tensor<double, 1>{2, 4, 8, 12});
  CHECK(eval(running_of(reverse(x, 0), running_of(y, y))) == tensor<double, 1>{4, 7, 9, 10});
  CHECK(eval(running_of(x, y)(range(3, 0, -1))) == tensor<double, 1>{8, 5, 2});
  tensor<double, 2, column_major> wide(2, 4);
  wide(1, all) = running_of(x, y);
  CHECK(wide == tensor<double, 2>{{0, 0, 0, 0}, {1, 2, 5, 8}});
  const tensor<double> any = x;
  CHECK(eval(running_of(any, any * 0.0)) == tensor<double, 1>{1, 3, 6, 10});
  const tensor<double, fixed<2>> known{5, 6};
  static_assert(std::same_as<decltype(eval(running_of(known, known))), tensor<double, fixed<2>>>);
  CHECK(eval(running_of(known, 0.0 * known)) == tensor<double, 1>{5, 11});
}

TEST_CASE("defer: a target that is an operand, one call for each assignment, what f throws, what is planned") {
  tensor<double, 1> x{1, 2, 3};
  const tensor<double, 1> y{0, 0, 0};
  x = running_of(reverse(x, 0), y);
  CHECK(x == tensor<double, 1>{3, 5, 6});
  int calls = 0;
  const auto counted = defer<int>(shape(2), [&calls](auto target, auto) { target.fill(++calls); }, x);
  CHECK(explain(counted + counted).temporaries == 1);
  CHECK(calls == 0);
  CHECK(eval(counted + counted) == tensor<int, 1>{2, 2});
  CHECK(calls == 1);
  CHECK(explain(tensor<int, 1>(2), counted).temporaries == 0);
  const auto failing = [](auto, auto) { throw std::runtime_error("no"); };
  CHECK_THROWS_AS(x = defer<double>(shape(3), failing, y) + 1.0, std::runtime_error);
  CHECK(x == tensor<double, 1>{3, 5, 6});
  CHECK_THROWS_AS((void)defer<double>(shape(-1), failing, y), shape_error);
}
