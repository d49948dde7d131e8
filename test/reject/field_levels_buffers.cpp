// reject: weft: field::levels: there are 2 levels or more
#include <weft/field.hpp>

int main() {
  using namespace weft;
  tensor<double, 1> u0(3), u1(3);
  field::levels u(u0, u1);
#ifdef WEFT_REJECT
  field::levels v(u0);
#endif
}
