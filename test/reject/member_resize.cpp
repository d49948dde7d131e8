// reject: weft: a tensor takes the shape of what is assigned: a = zeros
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  a = zeros<double>(3, 2);
#ifdef WEFT_REJECT
  a.resize(3, 2);
#endif
}
