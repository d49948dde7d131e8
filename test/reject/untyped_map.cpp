// reject: weft: map calls a function of known types
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  any_tensor a(dtype::float64, shape(2, 3));
  any_tensor b = -a;
#ifdef WEFT_REJECT
  any_tensor c = map([](double x) { return -x; }, a);
#endif
}
