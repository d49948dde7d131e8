// reject: weft: more subscripts than the rank
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  auto x = a(all, range(0, 1));
#ifdef WEFT_REJECT
  auto y = a(all, range(0, 1), all);
#endif
}
