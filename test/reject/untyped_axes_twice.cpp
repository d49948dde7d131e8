// reject: weft: axes<\.\.\.> names an axis twice
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  any_tensor a(dtype::float64, shape(2, 3));
  any_tensor b = sum(a, axes<0, 1>);
#ifdef WEFT_REJECT
  any_tensor c = sum(a, axes<0, 0>);
#endif
}
