// reject: weft: a\.extent\(k\)
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  index_t n = a.extent(0);
#ifdef WEFT_REJECT
  index_t m = a.shape(0);
#endif
}
