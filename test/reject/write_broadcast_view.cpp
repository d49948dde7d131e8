// reject: weft: this view only reads
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  auto w = transpose(a);
  w = 1.0;
#ifdef WEFT_REJECT
  auto v = broadcast_to(a, shape(4, 2, 3));
  v = 1.0;
#endif
}
