// reject: weft: a rank is 0 to 16
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double> c;
#ifdef WEFT_REJECT
  tensor<double, -1> d;
#endif
}
