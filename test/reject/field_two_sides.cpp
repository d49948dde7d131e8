// reject: weft: a boundary policy holds at both ends of its axes, or at the one end that is named
#include <weft/field.hpp>

int main() {
  using namespace weft;
  tensor<double, 1> u(3);
  (void)field::clamped(u, field::lower);
#ifdef WEFT_REJECT
  (void)field::padded(u, 1.0, field::lower, field::upper);
#endif
}
