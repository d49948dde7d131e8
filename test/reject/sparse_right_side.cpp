// reject: weft: this function takes no sparse matrix: to_dense\(s\) is a tensor
#include <weft/sparse.hpp>

int main() {
  using namespace weft;
  sparse<double> s(3, 3), t(3, 3);
  tensor<double, 1> x(3);
  auto e = linalg::solve(s, x);
#ifdef WEFT_REJECT
  auto f = linalg::solve(s, t);
#endif
}
