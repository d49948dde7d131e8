// reject: weft: a buffer has elements of the type that the parts have
#include <weft/field.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(3, 4);
  tensor<double, 1> x(12);
  field::pack_into(x, a);
#ifdef WEFT_REJECT
  tensor<float, 1> y(12);
  field::pack_into(y, a);
#endif
}
