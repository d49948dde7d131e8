#include <weft/tensor/tensor.hpp> // brings what picks

#include <algorithm>
#include <vector>

#include <doctest/doctest.h>

using namespace weft;

namespace {

/// Whether the elements of e are these, row by row.
template <class E>
bool same(E const& e, std::vector<int> const& values) {
  const tensor<int> t = e;
  return std::equal(t.begin(), t.end(), values.begin(), values.end());
}

} // namespace

TEST_CASE("elements picked of a constant temporary are those of a copy") {
  const auto make = []() -> const tensor<int, 1> { return {5, 6, 7}; };
  const auto picked = make()(tensor<int, 1>{2, 0});
  CHECK(same(picked, {7, 5}));
  tensor<int, 2> a{{1, 2, 3}, {4, 5, 6}};
  const view<int, 2> v = a;
  const auto of_tensor = a(tensor<int, 1>{1, 1}, all); // they hold their indices
  const auto of_view = v(0, tensor<int, 1>{2, 0});
  CHECK(same(of_tensor, {4, 5, 6, 4, 5, 6}));
  CHECK(same(of_view, {3, 1}));
}

TEST_CASE("tensors of indices among other subscripts: their axes stand where the first of them stands") {
  tensor<int, 3> a(2, 3, 4);
  int n = 0;
  for (int& x : a)
    x = n++;
  const tensor<int, 1> i{1, 0}, j{2, 0};
  const tensor<int, 2> column{{1}, {0}};
  CHECK(a(i, j, range(0, 2)).shape() == shape(2, 2));
  CHECK(same(a(i, j, range(0, 2)), {20, 21, 0, 1}));
  CHECK(same(a(i, all, j)(all, 1), {18, 4}));
  CHECK(a(column, 2, j).shape() == shape(2, 2));
  CHECK(same(a(column, 2, j), {22, 20, 10, 8}));
  CHECK(same(a(ellipsis, j)(1, end - 1, all), {22, 20}));
  CHECK(a(i, newaxis, j, all).shape() == shape(2, 1, 4));
}

TEST_CASE("picked elements are written: of several values for one the last stays, and += adds once") {
  tensor<int, 2, column_major> a(2, 3);
  const tensor<int, 1> twice{2, 0, 2}, values{7, 8, 9};
  a(1, twice) = values;
  CHECK(same(a, {0, 0, 0, 8, 0, 9}));
  a(all, twice) += 1;
  CHECK(same(a, {1, 0, 1, 9, 0, 10}));
  a.window()(twice(range(1, 2)), twice(range(1, 2))) = 5;
  CHECK(same(a, {5, 0, 1, 9, 0, 10}));
  a(0, twice) = a(1, twice);
  CHECK(same(a, {9, 0, 10, 9, 0, 10}));
}
