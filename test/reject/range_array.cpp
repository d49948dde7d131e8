// reject: weft: borrow\(v\) .*adopt.*to_tensor\(v\)
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  double v[3] = {1, 2, 3};
  tensor<double, 1> t = borrow(&v[0], shape(3));
#ifdef WEFT_REJECT
  tensor<double, 1> u(v);
#endif
}
