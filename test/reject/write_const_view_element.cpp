// reject: read-only|const
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  view<double, 2> w(a);
  w(0, 0) = 1;
#ifdef WEFT_REJECT
  view<const double, 2> v(a);
  v(0, 0) = 1;
#endif
}
