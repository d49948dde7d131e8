// reject: weft: this function takes a sparse matrix: to_sparse\(a\) makes one
#include <weft/sparse.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(3, 3);
  auto f = linalg::cholesky_factor(sparse_identity(3));
  f.refactor(to_sparse(a));
#ifdef WEFT_REJECT
  f.refactor(a);
#endif
}
