// reject: weft: the elements of a tensor are plain values
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> c;
#ifdef WEFT_REJECT
  tensor<double&, 2> d;
#endif
}
