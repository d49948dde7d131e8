// reject: weft: braces are as deep as the rank
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3);
  a(all, 0) = {1, 2};
#ifdef WEFT_REJECT
  a(all, 0) = {{1, 2}};
#endif
}
