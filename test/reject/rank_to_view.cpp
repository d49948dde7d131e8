// reject: conver.*tensor<double, ?3.*view<const double, ?2
#include <weft/weft.hpp>
void read(weft::view<const double, 2>) {}

int main() {
  using namespace weft;
  tensor<double, 3> t(2, 3, 4);
  read(t(0, all, all));
#ifdef WEFT_REJECT
  read(t);
#endif
}
