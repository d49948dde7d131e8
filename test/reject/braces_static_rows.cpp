// reject: weft: a static shape takes as many values as it has elements
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, fixed<2, 3>> a{{1, 2, 3}, {4, 5, 6}};
#ifdef WEFT_REJECT
  tensor<double, fixed<2, 3>> b{{1, 2}, {3, 4}};
#endif
}
