// reject: weft: .* axis
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  auto s = expand_dims(a, axis<2>);
#ifdef WEFT_REJECT
  auto t = expand_dims(a, axis<4>);
#endif
}
