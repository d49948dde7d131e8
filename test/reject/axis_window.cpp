// reject: weft: .* axis
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  auto s = window(a, axis<0>, 0, 1);
#ifdef WEFT_REJECT
  auto t = window(a, axis<2>, 0, 1);
#endif
}
