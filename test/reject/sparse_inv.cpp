// reject: weft: this function takes no sparse matrix: to_dense\(s\) is a tensor
#include <weft/linalg/solve.hpp>
#include <weft/sparse.hpp>

int main() {
  using namespace weft;
  sparse<double> s(3, 3);
  auto e = linalg::inv(to_dense(s));
#ifdef WEFT_REJECT
  auto f = linalg::inv(s);
#endif
}
