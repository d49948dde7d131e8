// reject: weft: it is a function: sum\(a\)
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  double c = sum(a + b);
#ifdef WEFT_REJECT
  double d = (a + b).sum();
#endif
}
