#include <support/message.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/digitize.hpp>
#include <weft/ops/equal.hpp>
#include <weft/tensor/memory.hpp>

#include <limits>

#include <doctest/doctest.h>

using namespace weft;

namespace {
using numbers = tensor<index_t, 1>;
} // namespace

TEST_CASE("digitize: the values of NumPy, of edges in both orders") {
  const tensor<double, 1> x{0, 1, 2, 3, 4, 5, std::numeric_limits<double>::quiet_NaN()};
  const tensor<double, 1> up{1, 3, 5}, twice{1, 1, 3};
  const auto down = reverse(up, 0);
  CHECK(numbers(digitize(x, up)) == numbers{0, 1, 1, 2, 2, 3, 3});
  CHECK(numbers(digitize(x, up, side::right)) == numbers{0, 0, 1, 1, 2, 2, 3});
  CHECK(numbers(digitize(x, down)) == numbers{3, 2, 2, 1, 1, 0, 0});
  CHECK(numbers(digitize(x, down, side::right)) == numbers{3, 3, 2, 2, 1, 1, 0});
  CHECK(numbers(digitize(x, twice)) == numbers{0, 2, 2, 3, 3, 3, 3});
  CHECK(numbers(digitize(x, reverse(twice, 0))) == numbers{3, 1, 1, 0, 0, 0, 0});
  CHECK(numbers(digitize(x, tensor<double, 1>(0))) == numbers{0, 0, 0, 0, 0, 0, 0});
  CHECK(numbers(digitize(x, tensor<int, 1>{2})) == numbers{0, 0, 1, 1, 1, 1, 1});
  const tensor<double, 2> m{{4, 1}, {0, 6}};
  CHECK(tensor<index_t, 2>(digitize(transpose(m), 2.0 * up - up)) == tensor<index_t, 2>{{2, 0}, {1, 3}});
}

TEST_CASE("digitize: edges in no order, and no vector of them") {
  const tensor<double, 1> x{0, 1};
  numbers t{5, 5};
  CHECK(support::message_of([&] { t = digitize(x, tensor<double, 1>{1, 3, 2}); }) ==
        "weft: digitize: the edges neither ascend nor descend");
  CHECK_THROWS_AS(t = digitize(x, tensor<double, 1>{3, 1, 2}), error);
  CHECK(t == numbers{5, 5});
  CHECK_THROWS_AS((void)digitize(x, tensor<double>(shape(2, 2))), shape_error);
}
