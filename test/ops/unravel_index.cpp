#include <support/message.hpp>

#include <weft/ops/equal.hpp>
#include <weft/ops/nonzero.hpp>
#include <weft/ops/unravel_index.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <list>
#include <tuple>
#include <vector>

using namespace weft;

namespace {

using index3 = std::array<index_t, 3>;

static_assert(unravel_index(0, extents<2, 3, 4>{}) == index3{0, 0, 0});
static_assert(unravel_index(23, extents<2, 3, 4>{}) == index3{1, 2, 3});
static_assert(unravel_index(17u, extents<2, 3, 4>{}) == index3{1, 1, 1});
static_assert(unravel_index(0, extents<>{}).empty());
static_assert(ravel_index(std::array{1, 1, 1}, extents<2, 3, 4>{}) == 17);
static_assert(ravel_index({1, 2, 3}, extents<2, 3, 4>{}) == 23);
static_assert(ravel_index(std::tuple{short(1), 2L, 3u}, shape(2, 3, 4)) == 23);
static_assert(ravel_index(std::pair{1, 2}, shape(2, 3)) == 5);
static_assert(ravel_index(shape(1, 2), shape(2, 3)) == 5);

} // namespace

TEST_CASE("every number of a shape, counted by nested loops, and back") {
  index_t n = 0;
  const auto s = shape(3, 1, 5);
  const dynamic_extents d = shape(std::vector{3, 1, 5});
  for (index_t i = 0; i < 3; ++i)
    for (index_t k = 0; k < 5; ++k, ++n) {
      CHECK(unravel_index(n, s) == index3{i, 0, k});
      CHECK(unravel_index(n, d) == shape(i, 0, k));
      CHECK(ravel_index({i, index_t(0), k}, s) == n);
      CHECK(ravel_index(std::list<index_t>{i, 0, k}, d) == n);
      CHECK(ravel_index(unravel_index(n, d), s) == n);
    }
  CHECK(ravel_index(std::vector<int>{}, shape()) == 0);
}

TEST_CASE("numbers and indices that no element has") {
  using support::message_of;
  CHECK(message_of([] { (void)unravel_index(6, shape(2, 3)); }) ==
        "weft: unravel_index: no element of shape (2,3) has the number 6");
  CHECK_THROWS_AS((void)unravel_index(-1, shape(2, 3)), index_error);
  CHECK_THROWS_AS((void)unravel_index(~0ull, shape(2, 3)), index_error);
  CHECK_THROWS_AS((void)unravel_index(0, shape(0, 3)), index_error);
  CHECK_THROWS_AS((void)unravel_index(0, shape(index_t(1) << 40, index_t(1) << 40)), shape_error);
  CHECK(message_of([] { (void)ravel_index({1, 3}, shape(2, 3)); }) ==
        "weft: ravel_index: 3 is out of range on axis 1 of extent 3");
  CHECK_THROWS_AS((void)ravel_index({-1, 0}, shape(2, 3)), index_error);
  CHECK_THROWS_AS((void)ravel_index({1}, shape(2, 3)), index_error);
  CHECK_THROWS_AS((void)ravel_index(std::vector<int>(17), shape(2, 3)), index_error);
  CHECK_THROWS_AS((void)unravel_index(tensor<int, 1>{0, 6}, shape(2, 3)), index_error);
  CHECK_THROWS_AS((void)unravel_index(tensor<int, 1>{0, -1}, shape(2, 3)), index_error);
  CHECK_THROWS_AS((void)ravel_index(std::array{tensor<int, 1>{0}, tensor<int, 1>{3}}, shape(2, 3)), index_error);
  CHECK_THROWS_AS((void)ravel_index(std::array{tensor<int, 1>{0}}, shape(2, 3)), index_error);
}

TEST_CASE("tensors of numbers and of indices") {
  const tensor<int, 2> numbers{{22, 41}, {37, 0}}; // NumPy's own example, in its shape (7, 6), and 0
  const auto [i, j] = unravel_index(numbers, shape(7, 6));
  static_assert(std::same_as<decltype(i), const tensor<index_t, 2>>);
  CHECK(i == tensor<index_t, 2>{{3, 6}, {6, 0}});
  CHECK(j == tensor<index_t, 2>{{4, 5}, {1, 0}});
  CHECK(ravel_index(std::array{i, j}, shape(7, 6)) == numbers);
  const auto many = unravel_index(numbers + 0, shape(std::vector{7, 6}));
  REQUIRE(many.size() == 2);
  CHECK(many[1] == j);
  CHECK(ravel_index(many, shape(7, 6)) == numbers);
  const auto [row, column] = unravel_index(tensor<unsigned char, 1>(0), shape(7, 6));
  CHECK((row.empty() && column.empty()));
  const tensor<double, 2> a{{0, 2, 0}, {3, 0, 4}};
  CHECK(ravel_index(nonzero(a), a.shape()) == tensor<index_t, 1>{1, 3, 5});
  const std::array<tensor<int, 2>, 2> open{tensor<int, 2>{{0}, {1}}, tensor<int, 2>{{0, 2}}}; // they broadcast
  CHECK(ravel_index(open, a.shape()) == tensor<int, 2>{{0, 2}, {3, 5}});
}

TEST_CASE("argmax_index, argmin_index: where the largest and the smallest element stand") {
  const tensor<double, 2> a{{3, 1, 4}, {1, 5, 9}};
  const auto [i, j] = argmax_index(a);
  CHECK((i == 1 && j == 2));
  CHECK(argmin_index(a) == std::array<index_t, 2>{0, 1}); // the first of equals
  CHECK(argmin_index(-transpose(a)) == std::array<index_t, 2>{2, 1});
  CHECK(a[argmax_index(a)] == 9);
  const tensor<double> d = a;
  CHECK(argmax_index(d) == shape(1, 2));
  CHECK(d[argmax_index(d)] == 9);
  const tensor<double, fixed<2, 2>> n{{1, NAN}, {NAN, 7}};
  CHECK(argmax_index(n) == std::array<index_t, 2>{0, 1}); // the first NaN
  CHECK(argmin_index(tensor<int, 0>(3)).empty());
  CHECK_THROWS_AS((void)argmax_index(tensor<int, 2>(0, 3)), shape_error);
  const auto [p, q] = unravel_index(argmax(a), a.shape());
  CHECK((p == i && q == j));
}
