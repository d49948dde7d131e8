// reject: weft: rank mismatch
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> c(shape(2, 3));
#ifdef WEFT_REJECT
  tensor<double, 2> d(shape(2, 3, 4));
#endif
}
