// reject: conver.*vector<double.*view<const double
#include <weft/weft.hpp>
void read(weft::view<const double>) {}

int main() {
  using namespace weft;
  std::vector<double> v(6);
  read(borrow(v));
#ifdef WEFT_REJECT
  read(v);
#endif
}
