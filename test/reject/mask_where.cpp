// reject: weft: where takes .*equal\(
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  a = where(a > 0, a, b);
#ifdef WEFT_REJECT
  a = where(1.0, a, b);
#endif
}
