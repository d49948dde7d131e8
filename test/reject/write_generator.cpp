// reject: lvalue|assignable
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  a(0, 0) = 1;
#ifdef WEFT_REJECT
  zeros<double>(shape(2, 2))(0, 0) = 1;
#endif
}
