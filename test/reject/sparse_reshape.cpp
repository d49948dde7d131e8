// reject: weft: this function takes no sparse matrix: to_dense\(s\) is a tensor
#include <weft/sparse.hpp>

int main() {
  using namespace weft;
  sparse<double> s(3, 3);
  auto e = reshape(to_dense(s), shape(9));
#ifdef WEFT_REJECT
  auto f = reshape(s, shape(9));
#endif
}
