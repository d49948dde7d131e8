// reject: weft: a subscript is an integer.*tensor of integers
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  tensor<int, 1> i{0};
  tensor<double, 1> x{0};
  tensor<double, 2> rows = a(i, all);
#ifdef WEFT_REJECT
  auto y = a(x, all);
#endif
}
