// reject: weft: rank mismatch: the expression has more axes than its target
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 1> a(3);
  tensor<int, 1> i(3);
  tensor<double, 2> w(1, 3);
  add_at(a, i, w(0, all));
#ifdef WEFT_REJECT
  add_at(a, i, w);
#endif
}
