// reject: weft: diag takes a vector or a matrix of static rank
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 1> v(3);
  tensor<double> d(shape(3));
  auto s = diag(v);
#ifdef WEFT_REJECT
  auto t = diag(d);
#endif
}
