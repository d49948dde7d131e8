// reject: weft: field::fill_ghosts: the grid is const
#include <weft/field.hpp>

int main() {
  using namespace weft;
  field::grid<double, 2> a(shape(3, 4), field::ghosts(1));
  field::fill_ghosts(a, field::periodic);
#ifdef WEFT_REJECT
  field::grid<double, 2> const b = a;
  field::fill_ghosts(b, field::periodic);
#endif
}
