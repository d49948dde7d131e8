// reject: weft: an expression has no memory to write to
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  auto e = a + b;
  e = b + a; // a variable gets another expression
#ifdef WEFT_REJECT
  a + b = b + a;
#endif
}
