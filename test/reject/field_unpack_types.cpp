// reject: weft: the parts in a buffer have one element type
#include <weft/field.hpp>

int main() {
  using namespace weft;
  tensor<double, 1> x(4), y(2);
  field::unpack_from(x, y, y);
#ifdef WEFT_REJECT
  tensor<float, 1> z(2);
  field::unpack_from(x, y, z);
#endif
}
