// reject: weft: && .*take masks
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  auto c = a > 0 && b > 0;
#ifdef WEFT_REJECT
  auto d = a && b;
#endif
}
