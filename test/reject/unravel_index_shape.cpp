// reject: weft: unravel_index takes a shape
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  auto i = unravel_index(4, a.shape());
#ifdef WEFT_REJECT
  auto [p, q] = unravel_index(4, a);
#endif
}
