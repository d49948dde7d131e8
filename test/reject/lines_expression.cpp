// reject: weft: lines: .*eval
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3);
  auto l = lines(a, 0);
#ifdef WEFT_REJECT
  auto m = lines(a + a, 0);
#endif
}
