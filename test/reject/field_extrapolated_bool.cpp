// reject: weft: field::extrapolated takes numbers, and bool is none
#include <weft/field.hpp>

int main() {
  using namespace weft;
  tensor<bool, 1> m(3);
  (void)field::clamped(m);
#ifdef WEFT_REJECT
  (void)field::extrapolated(m);
#endif
}
