// reject: weft: the axis comes first: stack\(0, a, b\)
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  auto c = stack(0, a, b);
#ifdef WEFT_REJECT
  auto d = stack(a, b);
#endif
}
