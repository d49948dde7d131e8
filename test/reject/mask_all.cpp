// reject: weft: .*all_of\(mask\)
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  bool c = all_of(a > 0);
#ifdef WEFT_REJECT
  bool d = all(a > 0);
#endif
}
