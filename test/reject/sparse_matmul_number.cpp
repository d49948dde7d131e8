// reject: weft: by a number a sparse matrix is multiplied as 2.0 \* s
#include <weft/sparse.hpp>

int main() {
  using namespace weft;
  sparse<double> s(3, 3);
  auto e = 2.0 * s;
#ifdef WEFT_REJECT
  auto f = matmul(s, 2.0);
#endif
}
