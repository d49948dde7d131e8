// reject: weft: tiles: rank mismatch
#include <weft/index.hpp>

int main() {
  using namespace weft;
  tensor<int, 2> a(2, 3);
  auto r = tiles(a, shape(2, 2));
#ifdef WEFT_REJECT
  auto s = tiles(a, shape(2));
#endif
}
