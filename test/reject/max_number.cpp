// reject: weft: .*maximum\(a, b\)
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  auto c = maximum(a, 0.0);
#ifdef WEFT_REJECT
  auto d = max(a, 0.0);
#endif
}
