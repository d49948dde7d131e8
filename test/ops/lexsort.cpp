#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/lexsort.hpp>

#include <limits>

#include <doctest/doctest.h>

using namespace weft;

namespace {
using numbers = tensor<index_t, 1>;
} // namespace

TEST_CASE("lexsort: by the last key, equal ones by the one before, as of NumPy") {
  const tensor<double, 1> b{1, 2, 1, 2};
  const tensor<int, 1> a{3, 3, 1, 3};
  CHECK(lexsort(b, a) == numbers{2, 0, 1, 3});
  CHECK(lexsort(a, b) == numbers{2, 0, 1, 3});
  CHECK(lexsort(b) == numbers{0, 2, 1, 3});
  CHECK(lexsort(reverse(b, 0), a + a) == numbers{2, 1, 3, 0});
  CHECK(lexsort(tensor<double, 2>{{1, 2, 1, 2}, {3, 3, 1, 3}}) == numbers{2, 0, 1, 3});
  CHECK(lexsort(tensor<double>(tensor<double, 2>{{1, 2, 1, 2}, {3, 3, 1, 3}})) == numbers{2, 0, 1, 3});
  CHECK(lexsort(tensor<double>(b), a) == numbers{2, 0, 1, 3});
  CHECK(lexsort(tensor<double, 1>{std::numeric_limits<double>::quiet_NaN(), 1}) == numbers{1, 0});
  CHECK(lexsort(tensor<double, 1>(0), tensor<int, 1>(0)) == numbers(0));
}

TEST_CASE("lexsort: many rows against comparing them") {
  const index_t n = 300;
  tensor<int, 2> keys(3, n);
  unsigned state = 7;
  for (index_t k = 0; k < 3; ++k)
    for (index_t i = 0; i < n; ++i)
      keys(k, i) = static_cast<int>((state = state * 1664525u + 1013904223u) >> 29) - 4;
  const numbers order = lexsort(keys), by_vectors = lexsort(keys(0, all), keys(1, all), keys(2, all));
  CHECK(order == by_vectors);
  const auto precedes = [&](index_t i, index_t j) {
    for (index_t k = 2; k >= 0; --k)
      if (keys(k, i) != keys(k, j))
        return keys(k, i) < keys(k, j);
    return i < j;
  };
  for (index_t i = 1; i < n; ++i)
    CHECK(precedes(order(i - 1), order(i)));
}

TEST_CASE("lexsort: keys that are not alike") {
  CHECK_THROWS_AS((void)lexsort(tensor<int, 1>(2), tensor<int, 1>(3)), shape_error);
  CHECK_THROWS_AS((void)lexsort(tensor<int>(shape(2, 2, 2))), shape_error);
  CHECK_THROWS_AS((void)lexsort(tensor<int>(shape(2, 2)), tensor<int, 1>(2)), shape_error);
  CHECK_THROWS_AS((void)lexsort(tensor<int, 2>(0, 2)), shape_error);
}
