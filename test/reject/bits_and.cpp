// reject: weft: .*take integers
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  auto c = cast<int>(a) & 6;
#ifdef WEFT_REJECT
  auto d = a & 6;
#endif
}
