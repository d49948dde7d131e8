// reject: weft: storing a floating value
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  tensor<int, 2> n(2, 3);
  masked(n, a > 0) = cast<int>(b);
#ifdef WEFT_REJECT
  masked(n, a > 0) = b;
#endif
}
