// reject: weft: the entries of a sparse_view, or of a constant matrix, stay
#include <weft/sparse.hpp>

int main() {
  using namespace weft;
  sparse<double> s(3, 3), t(3, 3);
  auto v = transpose(s);
  v *= 2.0;
#ifdef WEFT_REJECT
  v += t;
#endif
}
