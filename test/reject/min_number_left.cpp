// reject: weft: .*minimum\(a, b\)
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  auto c = minimum(0.0, a);
#ifdef WEFT_REJECT
  auto d = min(0.0, a);
#endif
}
