// reject: weft: .* cannot be shared
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  tensor<double, fixed<2, 2>> x;
  auto s = a.share();
#ifdef WEFT_REJECT
  auto t = x.share();
#endif
}
