// reject: weft: an expression has no memory to write to
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  auto e = zeros<double>(shape(2));
  e = ones<double>(shape(2));
#ifdef WEFT_REJECT
  zeros<double>(shape(2)) = ones<double>(shape(2));
#endif
}
