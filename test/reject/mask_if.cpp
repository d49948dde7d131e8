// reject: weft: a condition is one bool: all_of
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  if (all_of(a > 0)) return 1;
#ifdef WEFT_REJECT
  if (a > 0) return 1;
#endif
}
