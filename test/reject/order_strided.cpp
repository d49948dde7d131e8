// reject: weft: the order of a tensor is row_major or column_major
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2, column_major> c;
#ifdef WEFT_REJECT
  tensor<double, 2, strided> d;
#endif
}
