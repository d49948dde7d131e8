// reject: conver|matching
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> c(2, 3);
  view<double, 2, row_major> w = c;
#ifdef WEFT_REJECT
  view<double, 2, column_major> x = c;
#endif
}
