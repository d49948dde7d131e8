// reject: weft: ravel_index takes a shape
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  auto n = ravel_index(a.shape(), shape(9, 9));
#ifdef WEFT_REJECT
  auto m = ravel_index(a.shape(), a);
#endif
}
