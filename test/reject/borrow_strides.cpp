// reject: weft: borrow: rank mismatch
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  double p[6];
  auto s = borrow(p, shape(2, 3), strides(3, 1));
#ifdef WEFT_REJECT
  auto t = borrow(p, shape(2, 3), strides(1));
#endif
}
