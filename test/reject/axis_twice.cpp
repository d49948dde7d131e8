// reject: weft: axes<...> names an axis twice
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  double s = eval(sum(a, axes<0, 1>))();
#ifdef WEFT_REJECT
  double t = eval(sum(a, axes<0, 0>))();
#endif
}
