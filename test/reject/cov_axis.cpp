// reject: weft: cov\(a, 0\) where each row is an observation
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(3, 4);
  auto c = cov(a, 0);
#ifdef WEFT_REJECT
  auto d = cov(a);
#endif
}
