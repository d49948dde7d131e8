// reject: weft: sparse\(shape\(m, n\), offsets, indices, values\): vectors
#include <weft/sparse.hpp>

int main() {
  using namespace weft;
  tensor<int, 1> i(3);
  tensor<double, 1> x(3);
  sparse<double> e(shape(3, 3), i, i, x);
#ifdef WEFT_REJECT
  sparse<double> f(shape(3, 3), x, x, x);
#endif
}
