// reject: weft: sum of a sparse matrix: sum\(s\), sum\(s, 0\), sum\(s, 1\)
#include <weft/sparse.hpp>

int main() {
  using namespace weft;
  sparse<double> s(3, 3);
  auto e = sum(s, 0);
#ifdef WEFT_REJECT
  auto f = sum(s, 0, 1);
#endif
}
