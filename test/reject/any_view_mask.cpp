// reject: weft: a mask stands alone, as in u\(mask\): among others nonzero\(mask\)\[0\] picks
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  any_tensor u(dtype::float64, shape(3, 2));
  tensor<bool, 1> const mask{true, false, true};
  u(nonzero(mask)[0], all) = 1;
#ifdef WEFT_REJECT
  u(mask, all) = 1;
#endif
}
