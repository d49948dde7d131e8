// reject: weft: this function takes no sparse matrix: to_dense\(s\) is a tensor
#include <weft/sparse.hpp>

int main() {
  using namespace weft;
  sparse<double> s(3, 3), t(3, 3);
  auto e = to_dense(s) < to_dense(t);
#ifdef WEFT_REJECT
  auto f = s < t;
#endif
}
