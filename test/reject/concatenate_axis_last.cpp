// reject: weft: the axis comes first: concatenate\(0, a, b\)
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  auto c = concatenate(0, a, b);
#ifdef WEFT_REJECT
  auto d = concatenate(a, b, 0);
#endif
}
