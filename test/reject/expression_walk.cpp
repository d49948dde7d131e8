// reject: weft: an expression has no elements in memory .*eval\(e\)
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  for (double x : eval(2.0 * a)) b(0, 0) += x;
#ifdef WEFT_REJECT
  for (double x : 2.0 * a) b(0, 0) += x;
#endif
}
