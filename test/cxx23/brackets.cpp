#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/take.hpp>
#include <weft/tensor/memory.hpp>

#include <support/checked.hpp>

#include <doctest/doctest.h>
#include <type_traits>

#ifndef __cpp_multidimensional_subscript
#error "compiled without a[i, j]"
#endif

using namespace weft;
using rows = tensor<int, 2>;

TEST_CASE("a[i, j] is a(i, j): the element, to read and to write") {
  rows a{{1, 2, 3}, {4, 5, 6}};
  rows const& c = a;
  a[1, 2] = 60;
  CHECK(a[1, end - 1] == 60);
  CHECK(c[0, 1u] == 2);
  static_assert(std::is_same_v<decltype(a[0, 0]), int&> && std::is_same_v<decltype(c[0, 0]), int const&>);
  static_assert(std::is_same_v<decltype(rows()[0, 0]), int>);
  CHECK(rows{{7, 8}}[0, 1] == 8);
  if (support::checked)
    CHECK_THROWS_WITH_AS((a[0, 3]), "weft: subscript: 3 is out of range on axis 1 of extent 3", index_error);
  const view<int, 2> v = transpose(a);
  v[0, 1] = 40;
  CHECK(a[1, 0] == 40);
  static_assert(std::is_same_v<decltype(view<const int, 2>(c)[0, 0]), int const&>);
  CHECK((a + 1)[1, 1] == 6);
  tensor<int> d = a;
  CHECK(d[1, 1] == 5);
  CHECK_THROWS_AS((d[1, 1, 1]), index_error);
}

TEST_CASE("with ranges it is a view, of the same kind") {
  rows a{{1, 2, 3}, {4, 5, 6}};
  static_assert(std::is_same_v<decltype(a[0, all]), decltype(a(0, all))>);
  a[0, all] = a[1, all];
  CHECK(a == rows{{4, 5, 6}, {4, 5, 6}});
  a[range(0, 1), range(1, end)] = 0;
  CHECK(a == rows{{4, 0, 0}, {4, 5, 6}});
  CHECK(rows{{7, 8}}[all, 1].ownership() == shared);
  CHECK(a[newaxis, ellipsis].shape() == shape(1, 2, 3));
  CHECK((a * 2)[1, all] == tensor<int, 1>{8, 10, 12});
  a[tensor<int, 1>{0, 1}, tensor<int, 1>{2, 0}] = 9;
  CHECK(a == rows{{4, 0, 9}, {9, 5, 6}});
  CHECK(a[{1, 1}] == 5);
}
