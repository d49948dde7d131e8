// reject: conver
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 0> a = 1.0;
#ifdef WEFT_REJECT
  tensor<double, 2> b = 1.0;
#endif
}
