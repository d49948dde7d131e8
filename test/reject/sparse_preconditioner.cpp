// reject: weft: linalg: an operator is called as f\(x, y\)
#include <weft/sparse.hpp>

int main() {
  using namespace weft;
  sparse<double> s(3, 3);
  tensor<double, 1> x(3);
  auto e = linalg::cg(s, x, linalg::ic0(s));
#ifdef WEFT_REJECT
  auto f = linalg::cg(s, x, s);
#endif
}
