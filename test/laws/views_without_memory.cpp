#include "check_views.hpp"

using namespace laws;

TEST_CASE("views of generators") {
  const operands o;
  const auto g = weft::from_function(weft::shape(o.shape), [](weft::dynamic_extents const& i) {
    return static_cast<double>(7 * i[0] + i[1]);
  });
  const auto v = oracle::make(o.shape, [](list const& i) { return static_cast<double>(7 * i[0] + i[1]); });
  check_views(g, v);
  check_views(o.a + g, oracle::map_to(o.shape, [](double x, double y) { return x + y; }, o.va, v));
}
TEST_CASE("views of constants with a shape: nothing else knows it") {
  const auto shape = weft::shape(list{3, 4});
  const auto two = oracle::make({3, 4}, [](list const&) { return 2.0; });
  check_views(weft::ones<double>(shape) + 1.0, two);
  check_views(weft::ones<double>(weft::shape(list{3, 1})) + weft::ones<double>(weft::shape(list{1, 4})), two);
  check_views(where(weft::full(shape, true), 2.0, 3.0), two);
}
