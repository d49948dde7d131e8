// reject: weft: this function takes a sparse matrix: to_sparse\(a\) makes one
#include <weft/sparse.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(3, 3);
  auto e = linalg::jacobi(to_sparse(a));
#ifdef WEFT_REJECT
  auto f = linalg::jacobi(a);
#endif
}
