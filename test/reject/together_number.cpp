// reject: weft: a number among the targets of together takes a reduction over all axes
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 1> p(3), q(3);
  double s = 0;
  together(q, s) = together(2.0 * p, sum(p * q, 0));
#ifdef WEFT_REJECT
  together(q, s) = together(2.0 * p, sum(p * q));
#endif
}
