// reject: weft: extents
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(3, 3);
#ifdef WEFT_REJECT
  tensor<double, 2> b(3, 3, 3);
#endif
}
