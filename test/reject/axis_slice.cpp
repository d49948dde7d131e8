// reject: weft: .* axis
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  auto s = slice(a, axis<1>, 0);
#ifdef WEFT_REJECT
  auto t = slice(a, axis<5>, 0);
#endif
}
