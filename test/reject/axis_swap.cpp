// reject: weft: .* axis
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  auto s = swap_axes(a, axis<0>, axis<1>);
#ifdef WEFT_REJECT
  auto t = swap_axes(a, axis<0>, axis<2>);
#endif
}
