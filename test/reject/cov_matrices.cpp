// reject: weft: cov, corrcoef: rank mismatch
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  tensor<double, 1> x(3), y(3);
  auto c = cov(x, y);
#ifdef WEFT_REJECT
  auto d = cov(a, b);
#endif
}
