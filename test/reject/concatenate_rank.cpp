// reject: weft: concatenate, stack: rank mismatch
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  tensor<double, 1> v(3);
  auto c = concatenate(0, a, b);
#ifdef WEFT_REJECT
  auto d = concatenate(0, a, v);
#endif
}
