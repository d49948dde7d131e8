// reject: weft: linalg: a preconditioner is no matrix
#include <weft/sparse.hpp>

int main() {
  using namespace weft;
  sparse<double> s(3, 3);
  tensor<double, 1> x(3);
  auto e = linalg::cg(s, x, linalg::ic0(s));
#ifdef WEFT_REJECT
  auto f = linalg::cg(s, x, s);
  auto g = linalg::gmres(s, x, to_dense(s));
#endif
}
