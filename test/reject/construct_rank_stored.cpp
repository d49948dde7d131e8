// reject: weft: rank mismatch
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3);
  tensor<double, 1> b(a(0, all));
#ifdef WEFT_REJECT
  tensor<double, 3> c(a);
#endif
}
