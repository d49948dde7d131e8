// reject: weft: 
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  a = 1.0;
#ifdef WEFT_REJECT
  (a + b) = 1.0;
#endif
}
