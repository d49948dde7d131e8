#include "check_views.hpp"

using namespace laws;

TEST_CASE("views of deferred operands") {
  const operands o;
  check_views(reshape(o.a * 2.0, weft::shape(list{3, 4})),
              oracle::make(o.shape, [](list const& i) { return 2 * number(i); }));
  check_views(reshape(transpose(o.a) * 1.0, weft::shape(list{3, 4})) - o.a, oracle::make(o.shape, [](list const& i) {
                const index_t n = 4 * i[0] + i[1];
                return number({n % 3, n / 3}) - number(i);
              }));
}
TEST_CASE("views of static shapes, also of those that a node owns") {
  using fixed = tensor<double, weft::fixed<3, 4>>;
  const operands o;
  const fixed f(o.a);
  check_views(f + f, oracle::make(o.shape, [](list const& i) { return 2 * number(i); }));
  check_views(fixed(o.a) - 1.0, oracle::make(o.shape, [](list const& i) { return number(i) - 1; }));
}
