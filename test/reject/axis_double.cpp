// reject: weft: axes are integers
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  tensor s = sum(a, 0);
#ifdef WEFT_REJECT
  tensor t = sum(a, 0.5);
#endif
}
