// reject: weft: elements are picked by a tensor
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  auto c = a(tensor<int, 1>{0, 1}, all);
#ifdef WEFT_REJECT
  auto d = a({0, 1}, all);
#endif
}
