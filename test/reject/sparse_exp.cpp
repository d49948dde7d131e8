// reject: weft: this function takes no sparse matrix: to_dense\(s\) is a tensor
#include <weft/sparse.hpp>

int main() {
  using namespace weft;
  sparse<double> s(3, 3);
  auto e = with_values(s, exp(s.values()));
#ifdef WEFT_REJECT
  auto f = exp(s);
#endif
}
