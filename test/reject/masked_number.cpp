// reject: weft: .*masked take masks
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  masked(a, b > 0) = 1;
#ifdef WEFT_REJECT
  masked(a, b) = 1;
#endif
}
