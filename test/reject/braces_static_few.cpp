// reject: weft: a static shape takes as many values as it has elements
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, fixed<3>> a = {1, 2, 3};
#ifdef WEFT_REJECT
  a = {1, 2};
#endif
}
