// reject: weft: axis<k>
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3);
  auto l = lines(a, axis<1>);
#ifdef WEFT_REJECT
  auto m = lines(a, axis<2>);
#endif
}
