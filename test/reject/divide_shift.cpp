// reject: weft: .*shift integers
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  auto s = cast<int>(a) << 1;
#ifdef WEFT_REJECT
  auto t = eval(a << 1);
#endif
}
