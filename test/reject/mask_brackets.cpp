// reject: weft: a mask is no subscript: masked\(a, mask\).*compress\(mask, a\)
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3);
  auto b = compress(a > 0, a);
#ifdef WEFT_REJECT
  auto c = a[a > 0];
#endif
}
