#include "overlap_case.hpp"

using namespace grid;

TEST_CASE("overlap: 100 000 pairs of views of one memory") {
  dice r(4);
  tally one, two, update, scaled;
  for (int n = 0; n < 25000; ++n) {
    const pair_of_views v(r);
    check_overlap<int>(
        v, one, [](auto& t, auto& a, auto&) { t = a; },
        [](auto& t, auto& a, auto&) { return weft::explain(t, a); }, [](int, int a, int) { return a; });
    check_overlap<int>(
        v, two, [](auto& t, auto& a, auto& b) { t = a - 2 * b; },
        [](auto& t, auto& a, auto& b) { return weft::explain(t, a - 2 * b); },
        [](int, int a, int b) { return a - 2 * b; });
    check_overlap<int>(
        v, update, [](auto& t, auto& a, auto&) { t += a; },
        [](auto& t, auto& a, auto&) { return weft::explain(t, t + a); }, [](int t, int a, int) { return t + a; });
    check_overlap<double>(
        v, scaled, [](auto& t, auto& a, auto& b) { t -= a * b; },
        [](auto& t, auto& a, auto& b) { return weft::explain(t, t - a * b); },
        [](double t, double a, double b) { return t - a * b; });
  }
  for (tally const& t : {one, two, update, scaled}) { // both kinds were met
    CHECK(t.none > 1000);
    CHECK(t.some > 1000);
  }
}
