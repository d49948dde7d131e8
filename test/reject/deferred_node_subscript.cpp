// reject: weft: .*eval\(
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  auto p = a + sum(a, 0);
  double x = eval(p)(0, 0);
#ifdef WEFT_REJECT
  double y = p(0, 0);
#endif
}
