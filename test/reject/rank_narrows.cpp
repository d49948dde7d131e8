// reject: conver
#include <weft/weft.hpp>
void read(weft::view<const double, 2>) {}

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  view<const double> d = a;
  read(d.as<2>());
#ifdef WEFT_REJECT
  read(d);
#endif
}
