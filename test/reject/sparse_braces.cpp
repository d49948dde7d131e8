// reject: weft: to_sparse\(a\) makes a sparse matrix of a dense one
#include <weft/sparse.hpp>

int main() {
  using namespace weft;
  sparse<double> e = to_sparse(tensor<double, 2>{{1, 0}, {0, 1}});
#ifdef WEFT_REJECT
  sparse<double> f{{1.0, 0.0}, {0.0, 1.0}};
#endif
}
