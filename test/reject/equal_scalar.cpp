// reject: weft: .*equal\(
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  bool e = a == b;
#ifdef WEFT_REJECT
  bool e = a == 1.0;
#endif
}
