// reject: weft: compress takes a mask
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  auto c = compress(a > 0, b);
#ifdef WEFT_REJECT
  auto d = compress(a, b);
#endif
}
