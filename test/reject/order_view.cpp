// reject: weft: the order of a view
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  view<double, 2, column_major> c;
#ifdef WEFT_REJECT
  view<double, 2, int> d;
#endif
}
