// reject: weft: extents
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, fixed<dyn, 3>> a(3);
#ifdef WEFT_REJECT
  tensor<double, fixed<dyn, 3>> b(3, 3);
#endif
}
