// reject: weft: trace: rank mismatch
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  double c = trace(matmul(a, transpose(b)));
#ifdef WEFT_REJECT
  double d = trace(tensor<double, 1>(3));
#endif
}
