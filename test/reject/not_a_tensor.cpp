// reject: weft: transpose\(a\), transpose\(a, i, j\), permute
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  auto s = transpose(a);
#ifdef WEFT_REJECT
  auto t = transpose(1.0);
#endif
}
