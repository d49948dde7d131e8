#include <weft/dynamic/lines.hpp>
#include <weft/ops/reduce.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <iterator>
#include <vector>

using namespace weft;

namespace {

any_tensor counted() {
  any_tensor u(dtype::int32, shape(2, 3, 2));
  for (int i = 0; i < 12; ++i)
    static_cast<int*>(u.data())[i] = i;
  return u;
}
std::vector<int> values(any_view const& x) {
  any_tensor const u = x;
  auto const v = u.as<int, 1>();
  return {v.data(), v.data() + v.size()};
}

} // namespace

TEST_CASE("lines: of an any_tensor along each axis, in row-major order of the others") {
  any_tensor u = counted();
  std::vector<std::vector<int>> found;
  for (any_view line : lines(u, 1))
    found.push_back(values(line));
  CHECK(found == std::vector<std::vector<int>>{{0, 2, 4}, {1, 3, 5}, {6, 8, 10}, {7, 9, 11}});
  found.clear();
  for (any_view line : lines(transpose(u)(range(1, -1, -1), all, all), 2))
    found.push_back(values(line));
  CHECK(found == std::vector<std::vector<int>>{{1, 7}, {3, 9}, {5, 11}, {0, 6}, {2, 8}, {4, 10}});
  for (any_view line : lines(u, 0))
    line *= line(1);
  CHECK(values(u(all, 0, 0)) == std::vector<int>{0, 36});
  CHECK(values(u(1, 2, all)) == std::vector<int>{100, 121});
}

TEST_CASE("lines: a random-access range") {
  static_assert(std::random_access_iterator<any_lines::iterator>);
  any_tensor u = counted();
  any_lines const all_lines = lines(u, 2);
  CHECK(all_lines.size() == 6);
  CHECK(!all_lines.empty());
  CHECK(values(all_lines[4]) == std::vector<int>{8, 9});
  auto const last = all_lines.end() - 1;
  CHECK(values(*last) == std::vector<int>{10, 11});
  CHECK(values(all_lines.begin()[2]) == std::vector<int>{4, 5});
  CHECK(last - all_lines.begin() == 5);
  CHECK(all_lines.begin() < last);
  CHECK(std::count_if(all_lines.begin(), all_lines.end(), [](any_view const& v) { return int(v(0)) > 3; }) == 4);
}

TEST_CASE("lines: of vectors, without elements, and of no such axis") {
  any_tensor v(dtype::float32, shape(3));
  CHECK(lines(v, 0).size() == 1);
  CHECK(lines(v, 0)[0].shape() == shape(3));
  any_tensor none(dtype::float32, shape(0, 3));
  CHECK(lines(none, 1).empty());
  CHECK(lines(none, 0).size() == 3);
  CHECK(lines(none, 0)[2].shape() == shape(0));
  CHECK_THROWS_AS(static_cast<void>(lines(v, 1)), index_error);
  CHECK_THROWS_AS(static_cast<void>(lines(v, -1)), index_error);
}
