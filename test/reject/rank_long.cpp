// reject: weft: the shape of a tensor is an int
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> c;
#ifdef WEFT_REJECT
  tensor<double, 2L> d;
#endif
}
