// reject: weft: field::padded: the value has no equal among the elements
#include <weft/field.hpp>

int main() {
  using namespace weft;
  tensor<int, 1> n(3);
  (void)field::padded(n, 2);
#ifdef WEFT_REJECT
  (void)field::padded(n, 2.5);
#endif
}
