// reject: weft: .*permut
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  auto s = permute(a, axis<1>, axis<0>);
#ifdef WEFT_REJECT
  auto t = permute(a, axis<1>);
#endif
}
