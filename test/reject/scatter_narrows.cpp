// reject: weft: storing a floating value into integers needs cast
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 1> a(3);
  tensor<int, 1> i(3);
  add_at(i, i, cast<int>(a));
#ifdef WEFT_REJECT
  add_at(i, i, a);
#endif
}
