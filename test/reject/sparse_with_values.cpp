// reject: weft: with_values\(s, v\) takes a sparse matrix and a tensor
#include <weft/sparse.hpp>

int main() {
  using namespace weft;
  sparse<double> s(3, 3);
  auto e = with_values(s, 1.0 + s.values());
#ifdef WEFT_REJECT
  auto f = with_values(s, 1.0);
#endif
}
