// reject: weft: field::based: rank mismatch: a first subscript for each axis, of a static rank
#include <weft/field.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(3, 4);
  auto b = field::based(a, -1, 0);
#ifdef WEFT_REJECT
  auto c = field::based(a, -1);
#endif
}
