// reject: weft: rank mismatch
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  tensor<double, 1> v(3);
  a += v;
#ifdef WEFT_REJECT
  v += a;
#endif
}
