// reject: weft: extents
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a{{1, 2}, {3, 4}};
#ifdef WEFT_REJECT
  tensor<double, 2> b{1, 2, 3, 4};
#endif
}
