// reject: weft: an expression has no elements in memory yet: eval\(x\) is a tensor
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3);
  view<const double, 2> w(a);
#ifdef WEFT_REJECT
  view<const double, 2> v(2.0 * a);
#endif
}
