// reject: conver.*tensor<float, ?2.*view<const double
#include <weft/weft.hpp>
void read(weft::view<const double>) {}

int main() {
  using namespace weft;
  tensor<float, 2> f(2, 3);
  read(eval(cast<double>(f)));
#ifdef WEFT_REJECT
  read(f);
#endif
}
