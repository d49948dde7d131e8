// reject: weft: this function takes no sparse matrix: to_dense\(s\) is a tensor
#include <weft/linalg.hpp>
#include <weft/sparse/matrix.hpp>

int main() {
  using namespace weft;
  sparse<double> s(3, 3);
  tensor<double, 2> a(3, 3);
  tensor<double, 1> x(3);
  auto e = linalg::solve(a, x);
#ifdef WEFT_REJECT
  auto f = linalg::solve(s, x);
#endif
}
