// reject: weft: storing a floating value into integers
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<int, 2> i(2, 3);
  i += 1;
#ifdef WEFT_REJECT
  i += 1.5;
#endif
}
