// reject: weft: braces are as deep as the static rank
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 1> a{1, 2, 3, 4};
#ifdef WEFT_REJECT
  tensor<double, 1> b{{1, 2}, {3, 4}};
#endif
}
