// reject: weft: strides are no shape
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  double p[6];
  auto a = borrow(p, shape(2, 3), strides(1, 2));
#ifdef WEFT_REJECT
  auto b = borrow(p, shape(2, 3), shape(1, 2));
#endif
}
