// reject: weft: storing a floating value into integers
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  tensor<int, 2> i(cast<int>(a));
#ifdef WEFT_REJECT
  tensor<int, 2> j(a);
#endif
}
