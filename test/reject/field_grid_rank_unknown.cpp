// reject: weft: field::grid: a grid has a rank of 1 to 16; as<2>\(v\) fixes one
#include <weft/field.hpp>

int main() {
  using namespace weft;
  tensor<double> t(shape(3, 4));
  field::grid a(as<2>(t), field::ghosts(1));
#ifdef WEFT_REJECT
  field::grid b(t, field::ghosts(1));
#endif
}
