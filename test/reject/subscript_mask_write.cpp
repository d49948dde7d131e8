// reject: weft: a mask is no subscript: masked\(a, mask\) .*compress
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  masked(a, a > 0) = 0.0;
#ifdef WEFT_REJECT
  a(a > 0) = 0.0;
#endif
}
