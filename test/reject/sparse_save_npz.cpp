// reject: weft: save_npz\(path, s\) writes a sparse matrix; a dense tensor has a name
#include <weft/sparse.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(3, 3);
  save_npz("a.npz", to_sparse(a));
#ifdef WEFT_REJECT
  save_npz("a.npz", a);
#endif
}
