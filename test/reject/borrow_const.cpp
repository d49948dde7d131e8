// reject: conver
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  const std::vector<double> v(6);
  view<const double, 1> s = borrow(v);
#ifdef WEFT_REJECT
  view<double, 1> t = borrow(v);
#endif
}
