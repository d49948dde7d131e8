// reject: weft: concatenate: the axis comes first
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  auto c = concatenate(0, a, b);
#ifdef WEFT_REJECT
  tensor<double, 2> d = concatenate(a, b, 0);
#endif
}
