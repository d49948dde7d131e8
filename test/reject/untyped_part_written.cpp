// reject: weft: a part of an any_tensor or any_expr is an expression
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  any_tensor u(dtype::float64, shape(2, 3));
  u(0, all) = 1.0;
  any_tensor const x = u;
  any_expr<> e = x(0, all);
  e = x(1, all);
#ifdef WEFT_REJECT
  x(0, all) = 1.0;
#endif
}
