// reject: weft: storing a floating value into integers needs cast
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3);
  any_expr<int> e = cast<int>(a);
#ifdef WEFT_REJECT
  any_expr<int> f = a;
#endif
}
