// reject: weft: .* mask
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  tensor c = count(a > 0, 0);
#ifdef WEFT_REJECT
  tensor d = count(a, 0);
#endif
}
