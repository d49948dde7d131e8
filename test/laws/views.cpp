#include "check_views.hpp"

using namespace laws;

TEST_CASE("views of memory, and of nodes over it") {
  const operands o;
  check_views(2.0 * o.a - 1.0, oracle::make(o.shape, [](list const& i) { return 2 * number(i) - 1; }));
  check_views(tensor<double>(o.a) + 0.0, o.va); // an rvalue that the node owns
}
TEST_CASE("views of nodes that broadcast: an operand is first repeated, then viewed") {
  const operands o;
  check_views(o.a + o.row, oracle::make(o.shape, [](list const& i) { return number(i) + static_cast<double>(i[1] * i[1]); }));
  check_views(o.column - o.row * 1.0,
              oracle::make(o.shape, [](list const& i) { return static_cast<double>(100 * i[0] - i[1] * i[1]); }));
}
