// reject: weft: name the element type: tensor<double, 2>
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  tensor<double, 2> t(3, 4);
#ifdef WEFT_REJECT
  tensor u(3, 4);
#endif
}
