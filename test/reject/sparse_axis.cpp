// reject: weft: axis<k>: the operand has no such axis
#include <weft/sparse.hpp>

int main() {
  using namespace weft;
  sparse<double> s(3, 3);
  auto e = sum(s, axis<1>);
#ifdef WEFT_REJECT
  auto f = sum(s, axis<2>);
#endif
}
