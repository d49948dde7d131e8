// reject: weft: a mask is the only subscript, as in a\(mask\): compress\(mask, a, axis\)
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  auto c = eval((a + b)(a > 0));
#ifdef WEFT_REJECT
  auto d = (a + b)(a > 0, 0);
#endif
}
