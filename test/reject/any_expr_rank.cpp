// reject: weft: rank mismatch: the expression has another number of axes
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3);
  any_expr<double, 2> e = a;
#ifdef WEFT_REJECT
  any_expr<double, 1> f = a;
#endif
}
