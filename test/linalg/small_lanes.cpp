#include <weft/linalg/small_lanes.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>
#include <limits>

using namespace weft;

TEST_CASE_TEMPLATE("small lanes: sizes within bounds, at the ends of the range and of the bounds", T, float, double) {
  using limits = std::numeric_limits<T>;
  const T all[] = {0,
                   limits::denorm_min(),
                   limits::min(),
                   T(0.5),
                   std::nextafter(T(1), T(0)),
                   1,
                   std::nextafter(T(1), T(2)),
                   2,
                   limits::max(),
                   limits::infinity(),
                   limits::quiet_NaN()};
  for (const T least : {limits::denorm_min(), limits::min(), T(0.5), T(1)})
    for (const T most : {T(1), T(2), limits::max()})
      for (const T size : all)
        for (const T x : {size, -size}) {
          CAPTURE(least);
          CAPTURE(most);
          CAPTURE(x);
          CHECK(detail::lane_within(x, least, most) == (std::abs(x) >= least && std::abs(x) <= most));
        }
  static_assert(detail::lane_within(T(-1), T(0.5), T(2)));
}

TEST_CASE("small lanes: numbers") {
  CHECK(detail::lane_root(2.25) == 1.5);
  static_assert(detail::lane_root(2.25) == 1.5);
  static_assert(detail::lane_size(-2.0f) == 2.0f);
  static_assert(detail::lane_choose(true, 1.0, 2.0) == 1.0 && detail::lane_any(true));
  double a[] = {1, 2}, b[] = {3, 4};
  detail::lane_exchange(false, a, b, 2);
  CHECK(a[0] == 1);
  detail::lane_exchange(true, a, b, 2);
  CHECK((a[0] == 3 && a[1] == 4 && b[0] == 1 && b[1] == 2));
}
