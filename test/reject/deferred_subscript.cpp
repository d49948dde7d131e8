// reject: weft: .*eval\(
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  auto p = eval(sum(a, 0));
  double x = p(0);
#ifdef WEFT_REJECT
  auto q = sum(a, 0);
  double y = q(0);
#endif
}
