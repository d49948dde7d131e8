// reject: weft: 
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  double x = a.at(0, 0);
#ifdef WEFT_REJECT
  double y = a.at(0);
#endif
}
