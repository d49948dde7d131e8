// reject: weft: enumerate: .*eval
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3);
  auto l = enumerate(a);
#ifdef WEFT_REJECT
  auto m = enumerate(a + a);
#endif
}
