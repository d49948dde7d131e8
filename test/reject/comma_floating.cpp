// reject: weft: << and >> shift integers; values are given in braces
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  tensor<double, 1> x{1, 2};
#ifdef WEFT_REJECT
  a << 1;
#endif
}
