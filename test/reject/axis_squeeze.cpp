// reject: weft: .* axis
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  auto s = squeeze(expand_dims(a, axis<2>), axis<2>);
#ifdef WEFT_REJECT
  auto t = squeeze(a, axis<5>);
#endif
}
