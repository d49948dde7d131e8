// reject: weft: x in a\(mask\) = x has the shape of a: b, not b\(mask\)
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  a(a > 0) = b;
#ifdef WEFT_REJECT
  a(a > 0) = b(b > 0);
#endif
}
