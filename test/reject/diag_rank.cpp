// reject: weft: diag: rank mismatch: it takes a vector or a matrix
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 1> v(3);
  tensor<double> d(shape(3));
  tensor<double, 3> c(3, 3, 3);
  auto s = diag(v);
  auto t = diag(d);
#ifdef WEFT_REJECT
  auto u = diag(c);
#endif
}
