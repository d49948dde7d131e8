// reject: weft: all_of takes .*equal\(
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  bool m = all_of(equal(a, b));
#ifdef WEFT_REJECT
  bool n = all_of(a == b);
#endif
}
