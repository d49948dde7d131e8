// reject: weft: the targets of together are named tensors that are not const and views
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 1> p(3), q(3);
  const tensor<double, 1> r(3);
  together(p, q) = together(r, 2.0);
#ifdef WEFT_REJECT
  together(p, r) = together(q, 2.0);
#endif
}
