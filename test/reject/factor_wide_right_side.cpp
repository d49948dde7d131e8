// reject: weft: linalg: the right side has wider elements than the factors
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  const tensor<float, 2> a{{4, 2}, {2, 5}};
  const tensor<double, 1> b{1, 2};
  const auto f = linalg::lu_factor(a);
  (void)f.solve(cast<float>(b));
#ifdef WEFT_REJECT
  (void)f.solve(b);
#endif
}
