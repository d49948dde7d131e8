// reject: weft: to_sparse\(a\) makes a sparse matrix of a dense one
#include <weft/sparse.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(3, 3);
  sparse<double> e = to_sparse(a);
#ifdef WEFT_REJECT
  sparse<double> f(a);
#endif
}
