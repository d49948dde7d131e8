// reject: weft: this function takes no sparse matrix: to_dense\(s\) is a tensor
#include <weft/sparse.hpp>

int main() {
  using namespace weft;
  sparse<double> s(3, 3);
  auto e = to_dense(s) + 1.0;
#ifdef WEFT_REJECT
  auto f = s + 1.0;
#endif
}
