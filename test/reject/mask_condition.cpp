// reject: weft: a condition is one bool: all_of\(mask\), any_of\(mask\)
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  double c = any_of(a > 1) ? 1.0 : 0.0;
#ifdef WEFT_REJECT
  double d = a > 1 ? 1.0 : 0.0;
#endif
}
