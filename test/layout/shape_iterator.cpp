#include <weft/layout/extents.hpp>
#include <weft/layout/shape_iterator.hpp>

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <type_traits>
#include <vector>

#include <doctest/doctest.h>

using namespace weft;

namespace {
using list = std::vector<index_t>;
}

TEST_CASE("a shape lists its numbers to standard algorithms") {
  static_assert(std::random_access_iterator<decltype(extents<2, dyn>{}.begin())>);
  static_assert(std::random_access_iterator<decltype(extents<2, 3>{}.begin())>);
  static_assert(std::random_access_iterator<decltype(dims<2>{}.begin())>);
  static_assert(std::random_access_iterator<decltype(dims<0>{}.begin())>);
  static_assert(std::random_access_iterator<decltype(dynamic_extents{}.begin())>);
  static_assert(std::is_base_of_v<std::random_access_iterator_tag,
                                  std::iterator_traits<decltype(dims<2>{}.begin())>::iterator_category>);
  static_assert(std::ranges::random_access_range<extents<2, dyn>> && std::ranges::sized_range<dynamic_extents const>);
  static_assert(*extents<2, 3>{}.begin() == 2 && extents<2, 3>{}.end()[-1] == 3);
  static_assert(extents<>{}.begin() == extents<>{}.end());

  extents<2, dyn, 4, dyn> mixed;
  mixed.set(1, 3);
  mixed.set(3, 5);
  dynamic_extents const run_time = shape(list{2, 3, 4, 5});
  auto const check = [](auto const& s) {
    using s_type = std::remove_cvref_t<decltype(s)>;
    auto const made = [&]() -> s_type { return s; }; // as of a tensor: another object at each call
    CHECK(std::vector<index_t>(made().begin(), made().end()) == std::vector<index_t>{2, 3, 4, 5});
    CHECK(std::vector<index_t>(std::make_reverse_iterator(s.end()), std::make_reverse_iterator(s.begin())) ==
          std::vector<index_t>{5, 4, 3, 2});
    CHECK(std::ranges::max(s) == 5);
    CHECK(std::ranges::find(s, 4) - s.begin() == 2);
    CHECK(std::lower_bound(s.begin(), s.end(), 3) == s.begin() + 1);
    CHECK(*std::prev(s.end()) == 5);
    CHECK(std::accumulate(s.begin(), s.end(), index_t(1), std::multiplies<>()) == 120);
    auto it = s.begin();
    CHECK(*it++ == 2);
    CHECK(*it-- == 3);
    CHECK(*(1 + it) == 3);
    CHECK((it += 3)[-1] == 4);
    CHECK(*(it - 2) == 3);
    CHECK((s.begin() < it && s.end() > it && it <= it));
  };
  check(mixed);
  check(run_time);
  check(shape(2, 3, 4, 5));
  check(extents<2, 3, 4, 5>{});
}
