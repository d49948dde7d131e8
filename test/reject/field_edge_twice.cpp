// reject: weft: field::edge_twice belongs to field::mirrored
#include <weft/field.hpp>

int main() {
  using namespace weft;
  tensor<double, 1> u(3);
  (void)field::mirrored(u, field::edge_twice);
#ifdef WEFT_REJECT
  (void)field::clamped(u, field::edge_twice);
#endif
}
