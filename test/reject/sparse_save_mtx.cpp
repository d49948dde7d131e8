// reject: weft: this function takes a sparse matrix: to_sparse\(a\) makes one
#include <weft/sparse.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(3, 3);
  save_mtx("a.mtx", to_sparse(a));
#ifdef WEFT_REJECT
  save_mtx("a.mtx", a);
#endif
}
