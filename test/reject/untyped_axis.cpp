// reject: weft: keep_dims comes last
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  any_tensor a(dtype::float64, shape(2, 3));
  any_tensor b = sum(a, 0, keep_dims);
#ifdef WEFT_REJECT
  any_tensor c = sum(a, keep_dims, 0);
#endif
}
