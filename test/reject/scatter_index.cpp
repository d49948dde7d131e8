// reject: weft: indices are a tensor, as borrow\(v\) is; of one index
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 1> a(3);
  a(1) += 1.0;
#ifdef WEFT_REJECT
  add_at(a, 1, 1.0);
#endif
}
