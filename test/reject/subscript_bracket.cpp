// reject: weft: .*whole index
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  double x = a[{1, 0}];
#ifdef WEFT_REJECT
  double y = a[1];
#endif
}
