#include <doctest/doctest.h>
#include <weft/ops/continuation.hpp>

#include <initializer_list>

using weft::index_t;
using weft::detail::beyond;
using weft::detail::continued_axis;
using weft::detail::edge_rule;
using weft::detail::find_pad_run;
using weft::detail::pad_run;

namespace {

/// The element of n that stands at place p, found one step at a time; the rule of the end where p is.
index_t place_of(beyond how, index_t p, index_t n) {
  if (p >= 0 && p < n)
    return p;
  if (how == beyond::wrap)
    return place_of(how, p < 0 ? p + n : p - n, n);
  if (how == beyond::edge || n == 1)
    return p < 0 ? 0 : n - 1;
  if (how == beyond::reflect)
    return place_of(how, p < 0 ? -p : 2 * (n - 1) - p, n);
  return place_of(how, p < 0 ? -p - 1 : 2 * n - 1 - p, n);
}

void check_run(continued_axis const& axis, index_t n, index_t i, index_t by, index_t limit) {
  const pad_run r = find_pad_run(axis, n, i, by, limit);
  REQUIRE(r.count >= 1);
  REQUIRE(r.count <= limit);
  for (index_t k = 0; k < r.count; ++k) {
    const index_t p = i + k * by;
    const edge_rule rule = p < 0 ? axis.low : axis.high;
    const bool outside = p < 0 || p >= n;
    CAPTURE(n);
    CAPTURE(i);
    CAPTURE(by);
    if (outside && rule.how == beyond::constant) {
      CHECK(r.source == -1);
      CHECK(r.step == rule.value);
    } else if (outside && rule.how == beyond::linear) {
      CHECK(r.count == 1);
      CHECK(r.source == (p < 0 ? 0 : n - 1));
      CHECK(r.step == (p < 0 ? 1 : -1));
      CHECK(r.distance == (p < 0 ? -p : p - (n - 1)));
    } else {
      CHECK(r.source + k * r.step == place_of(rule.how, p, n));
      CHECK(r.distance == 0);
    }
  }
}

} // namespace

TEST_CASE("find_pad_run: rules at both ends, steps of both signs, places far beyond") {
  const beyond rules[] = {beyond::constant, beyond::edge, beyond::reflect, beyond::symmetric, beyond::linear};
  for (index_t n = 1; n < 6; ++n)
    for (index_t i = -14; i < 20; ++i)
      for (index_t by : {-3, -1, 0, 1, 2})
        for (index_t limit : {1, 4, 30}) {
          check_run({0, {beyond::wrap, 0}, {beyond::wrap, 0}}, n, i, by, limit);
          for (beyond low : rules)
            for (beyond high : rules)
              check_run({0, {low, 3}, {high, 5}}, n, i, by, limit);
        }
}

TEST_CASE("find_pad_run: a run is as long as it can be where memory goes on") {
  const continued_axis wraps{0, {beyond::wrap, 0}, {beyond::wrap, 0}}, mirrors{0, {beyond::reflect, 0}, {beyond::reflect, 0}};
  CHECK(find_pad_run(wraps, 10, -3, 1, 100).count == 3);
  CHECK(find_pad_run(wraps, 10, 0, 1, 100).count == 10);
  CHECK(find_pad_run(wraps, 10, 10, 1, 7).count == 7);
  CHECK(find_pad_run(mirrors, 10, 0, 1, 100).count == 10);
  CHECK(find_pad_run(mirrors, 10, 9, -2, 100).count == 5);
  CHECK(find_pad_run(mirrors, 10, 17, -1, 100).count == 9); // down to the end, which is of both runs
}
