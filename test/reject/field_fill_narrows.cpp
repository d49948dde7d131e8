// reject: weft: field::padded: the value has no equal among the elements
#include <weft/field.hpp>

int main() {
  using namespace weft;
  field::grid<int, 1> n(shape(3), field::ghosts(1));
  field::fill_ghosts(n, field::padded(2));
#ifdef WEFT_REJECT
  field::fill_ghosts(n, field::padded(2.5));
#endif
}
