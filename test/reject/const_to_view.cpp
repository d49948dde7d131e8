// reject: conver
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  const tensor<double, 2> c(2, 3);
  view<const double, 2> v = c;
#ifdef WEFT_REJECT
  view<double, 2> w = c;
#endif
}
