// reject: weft: any_expr holds expressions of numbers that have a dtype
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<long double, 2> a(2, 3);
  any_expr<double> e = eval(cast<double>(a));
#ifdef WEFT_REJECT
  any_expr<long double> f = a;
#endif
}
