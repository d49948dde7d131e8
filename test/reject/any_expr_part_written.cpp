// reject: weft: nothing is written to an expression that no name holds
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> x(2, 3);
  any_expr<double> e = x;
  e = 2 * x;
#ifdef WEFT_REJECT
  any_expr<double>(2 * x) = 1.0;
#endif
}
