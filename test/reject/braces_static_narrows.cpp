// reject: weft: storing a floating value into integers
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<int, fixed<2>> a{1, 2};
#ifdef WEFT_REJECT
  tensor<int, fixed<2>> b{1, 2.5};
#endif
}
