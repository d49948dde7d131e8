// reject: weft: this function takes no sparse matrix: to_dense\(s\) is a tensor
#include <weft/sparse.hpp>

int main() {
  using namespace weft;
  sparse<double> s(3, 3);
  tensor<double, 2> a = to_dense(s);
#ifdef WEFT_REJECT
  tensor<double, 2> b = s;
#endif
}
