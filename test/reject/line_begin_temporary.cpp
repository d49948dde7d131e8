// reject: weft: an iterator keeps no tensor alive
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3);
  auto i = line_begin(a, 0, {0, 0});
#ifdef WEFT_REJECT
  auto j = line_begin(tensor<double, 2>(2, 3), 0, {0, 0});
#endif
}
