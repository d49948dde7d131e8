// reject: weft: braces
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double> a(shape(2, 2));
#ifdef WEFT_REJECT
  tensor<double> b{{1, 2}, {3, 4}};
#endif
}
