// reject: weft: to_sparse\(a\) makes a sparse matrix of a dense one
#include <weft/sparse.hpp>

int main() {
  using namespace weft;
  sparse<double> s(3, 3), t(3, 3);
  tensor<double, 2> a(3, 3);
  s += t;
#ifdef WEFT_REJECT
  s += a;
#endif
}
