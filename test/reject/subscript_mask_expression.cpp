// reject: weft: a mask is no subscript: masked\(a, mask\) .*compress
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  auto c = compress(a > 0, a + b);
#ifdef WEFT_REJECT
  auto d = (a + b)(a > 0);
#endif
}
