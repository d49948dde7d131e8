// reject: weft: a grid is not an operand: say g\.interior\(\) or g\.with_ghosts\(\)
#include <weft/field.hpp>
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  field::grid<double, 2> g(shape(3, 4), field::ghosts(1));
  tensor<double, 2> a = exp(g.interior());
#ifdef WEFT_REJECT
  tensor<double, 2> b = exp(g);
#endif
}
