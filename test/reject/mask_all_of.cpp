// reject: weft: .* mask
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  bool m = all_of(a > 0);
#ifdef WEFT_REJECT
  bool n = all_of(a);
#endif
}
