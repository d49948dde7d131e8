// reject: weft: .* axis
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  auto s = reverse(a, axis<1>);
#ifdef WEFT_REJECT
  auto t = reverse(a, axis<-1>);
#endif
}
