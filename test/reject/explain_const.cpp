// reject: weft: explain\(target, x\): the target only reads
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3);
  const tensor<double, 2> b(2, 3);
  auto r = explain(a, b + b);
#ifdef WEFT_REJECT
  auto s = explain(b, a + a);
#endif
}
