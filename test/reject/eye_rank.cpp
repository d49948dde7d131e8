// reject: weft: eye and tri: rank mismatch: they make matrices
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  auto s = eye(shape(2, 3));
#ifdef WEFT_REJECT
  auto t = eye(shape(2, 3, 4));
#endif
}
