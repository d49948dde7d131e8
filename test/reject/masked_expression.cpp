// reject: weft: masked\(v, m\) takes a tensor or view
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  masked(a, a > 0) = 0.0;
#ifdef WEFT_REJECT
  masked(a + b, a > 0) = 0.0;
#endif
}
