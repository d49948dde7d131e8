// reject: weft: axes are integers
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  double s = sum(a);
#ifdef WEFT_REJECT
  double t = sum(a, a);
#endif
}
