// reject: weft: this function takes no sparse matrix: to_dense\(s\) is a tensor
#include <weft/sparse.hpp>

int main() {
  using namespace weft;
  sparse<double> s(3, 3);
  tensor<double, 2> a(3, 3);
  auto e = s / a;
#ifdef WEFT_REJECT
  auto f = a / s;
#endif
}
