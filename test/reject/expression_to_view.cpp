// reject: conver.* .?(weft::)?view<const double
#include <weft/weft.hpp>
void read(weft::view<const double>) {}

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3);
  read(eval(2.0 * a));
#ifdef WEFT_REJECT
  read(2.0 * a);
#endif
}
