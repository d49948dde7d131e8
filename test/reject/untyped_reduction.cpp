// reject: weft: this reduction has no form for elements that are decided at run time
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  any_tensor a(dtype::float64, shape(2, 3));
  any_tensor b = max(a);
#ifdef WEFT_REJECT
  any_tensor c = nan_max(a);
#endif
}
