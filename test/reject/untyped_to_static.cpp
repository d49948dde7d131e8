// reject: weft: e\.as<double, 2>\(\)
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  any_tensor a(dtype::float64, shape(2, 3));
  tensor<double, 2> t = (a + 1).as<double, 2>();
#ifdef WEFT_REJECT
  tensor<double, 2> u = a + 1;
#endif
}
