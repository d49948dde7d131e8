// reject: weft: together\(p, q\) = together\(e, f\) takes as many expressions as targets
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 1> p(3), q(3);
  together(p, q) = together(p + q, p - q);
#ifdef WEFT_REJECT
  together(p, q) = together(p + q, p - q, p);
#endif
}
