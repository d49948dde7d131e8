// reject: weft: a mask is no subscript: masked\(u, mask\) = x writes, compress\(mask, u\) reads
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  any_tensor u(dtype::float64, shape(3));
  tensor<bool, 1> const mask{true, false, true};
  masked(u, mask) = 1;
#ifdef WEFT_REJECT
  u(mask) = 1;
#endif
}
