#include <weft/ops/generate.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/tensor/tensor.hpp>

#include <vector>

#include <doctest/doctest.h>

using namespace weft;

TEST_CASE("zeros, ones and full have a shape and no memory") {
  const tensor<int, 2> z = zeros<int>(shape(2, 3)), o = ones<int>(shape(2, 3)), f = full(shape(2, 3), 7);
  CHECK(z.shape() == shape(2, 3));
  for (index_t i = 0; i < 2; ++i)
    for (index_t j = 0; j < 3; ++j) {
      CHECK(z(i, j) == 0);
      CHECK(o(i, j) == 1);
      CHECK(f(i, j) == 7);
    }
  static_assert(decltype(ones<float>(extents<2, 3>{}))::extents_type::all_static);
  tensor<double, 1> row{1, 2, 3};
  const tensor<double, 2> grown = row + zeros<double>(shape(4, 3));
  CHECK(grown.shape() == shape(4, 3));
  CHECK(grown(3, 2) == 3.0);
}

TEST_CASE("from_function is called with the index, through views too") {
  const auto g = from_function(shape(4, 70), [](index_t i, index_t j) { return i * 100 + j; });
  const tensor<index_t, 2> whole = g, crossed = transpose(g), backwards = reverse(g, 1);
  const tensor<index_t, 2> part = g(range(1, 4, 2), range(3, 60, 7));
  for (index_t i = 0; i < 4; ++i)
    for (index_t j = 0; j < 70; ++j) {
      REQUIRE(whole(i, j) == i * 100 + j);
      REQUIRE(crossed(j, i) == i * 100 + j);
      REQUIRE(backwards(i, 69 - j) == i * 100 + j);
    }
  CHECK(part.shape() == shape(2, 9));
  CHECK(part(1, 8) == 359);
  const std::vector<index_t> sizes{2, 2};
  const tensor<index_t> dynamic = from_function(shape(sizes), [](auto const& i) { return i[0] * 10 + i[1]; });
  CHECK(dynamic(1, 1) == 11);
  const tensor<index_t, 2> none = from_function(shape(0, 3), [](index_t, index_t) { return index_t(1); });
  CHECK(none.empty());
}
