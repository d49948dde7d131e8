// reject: weft: x\.as<double, 2>\(\)
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  tensor<double, 2> t = any_tensor(a).as<double, 2>();
#ifdef WEFT_REJECT
  tensor<double, 2> u = any_tensor(a);
#endif
}
