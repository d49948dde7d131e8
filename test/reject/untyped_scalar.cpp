// reject: weft: a scalar beside something untyped is a number that has a dtype
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  any_tensor a(dtype::float64, shape(2, 3));
  any_tensor b = a + 1.0;
#ifdef WEFT_REJECT
  any_tensor c = a + 1.0L;
#endif
}
