// reject: weft: field::grid: rank mismatch: an extent for each axis
#include <weft/field.hpp>

int main() {
  using namespace weft;
  field::grid<double, 2> a(shape(3, 4), field::ghosts(1));
#ifdef WEFT_REJECT
  field::grid<double, 2> b(shape(3, 4, 5), field::ghosts(1));
#endif
}
