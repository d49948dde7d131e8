// reject: weft: .* ax[ie]s
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  auto s = flatten(a, axis<0>);
#ifdef WEFT_REJECT
  auto t = flatten(a, axis<1>);
#endif
}
