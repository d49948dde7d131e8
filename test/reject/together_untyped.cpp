// reject: weft: the targets of together are named tensors that are not const and views
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 1> p(3), q(3);
  any_tensor u(p);
  together(p, p(all)) = together(q, 2.0);
#ifdef WEFT_REJECT
  together(u, p) = together(q, 2.0);
#endif
}
